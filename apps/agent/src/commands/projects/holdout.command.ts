import { HOLDOUT_SHARE, type Holdout } from '@teamlore/shared/holdout'
import { holdoutState, resultWords } from '@teamlore/shared/holdout-words'
import { usageError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { dateTime } from '../../output/format.ts'
import { bold, dim, type Line } from '../../output/line.ts'
import { wrapLine } from '../../output/wrap.ts'
import { openConnection } from '../../platform/connection.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { projectIdOf } from '../shared/project-id.ts'

export type HoldoutOptions = { share?: string | undefined; off?: boolean | undefined }

/** What is to be set; undefined where nothing was typed. */
const shareTyped = ({ share, off }: HoldoutOptions): number | undefined => {
  if (off === true && share !== undefined)
    throw usageError('--off and --share say different things.', 'Give one of them.')
  if (off === true) return 0
  if (share === undefined) return undefined
  const { least, most } = HOLDOUT_SHARE
  const percent = Number(share)
  if (/^\d+$/.test(share) && percent >= least && percent <= most) return percent
  throw usageError(`--share is ${share}.`, `Give a whole number from ${least} to ${most}.`)
}

const linesOf = (holdout: Holdout, width: number | undefined): Line[] => {
  const { project, set_by, set_at, paused, result } = holdout
  const wrapped = (text: string) => wrapLine([text], { width, indent: '  ' })
  return [
    [bold(project.name), `  ${holdoutState(holdout)}`],
    ...(set_by === null || set_at === null
      ? []
      : [[dim(`  Set by ${set_by.name} on ${dateTime(set_at)}.`)] satisfies Line]),
    ...(paused === null ? [] : wrapped(`Since ${dateTime(paused.at)}: ${paused.reason}`)),
    ...(result === null ? [] : resultWords(result).flatMap(wrapped)),
  ]
}

/** `lore holdout`: how sessions of a project without a brief go beside the others; with a share sets it. */
export const runHoldout = async (
  context: CommandContext,
  typed: string | undefined,
  options: HoldoutOptions,
): Promise<ExitCode> => {
  const { output, isJson } = context
  const share = shareTyped(options)
  const { client } = await openConnection(context)
  const id = await projectIdOf(context, client, { typed, example: 'lore holdout PROJECT' })
  const holdout =
    share === undefined ? await client.holdout.get(id) : await client.holdout.set(id, { share })
  if (isJson) output.json(holdout)
  else output.print(...linesOf(holdout, output.readingWidth))
  return EXIT.ok
}
