import { ApiError } from '@teamlore/shared'
import { CliError } from '../../errors/cli-error.ts'
import { describeError } from '../../errors/describe-error.ts'
import { duration } from '../../output/format.ts'
import { maySoonPass } from '../../wire/retry-policy.ts'

/** The error an import ends with. Where the server was only away, its hint says that nothing is lost and how to go on. */
export const withResumeHint = (error: unknown, waitedMs: number): unknown => {
  if (!(error instanceof ApiError) || !maySoonPass(error)) return error
  const { code, message, hint: again } = describeError(error)
  const waited = waitedMs > 0 ? `It was waited for, ${duration(waitedMs)} in all. ` : ''
  return new CliError({
    code,
    message,
    hint: `${waited}Nothing is lost: run the same command again when the server answers, and it sends the rest.${again === undefined ? '' : ` ${again}`}`,
    details: { waited_ms: waitedMs },
    cause: error,
  })
}
