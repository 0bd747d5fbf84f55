import { describeError } from '../errors/describe-error.ts'
import { duration } from '../output/format.ts'
import { green, yellow } from '../output/line.ts'
import type { Output } from '../output/output.ts'
import { printable } from '../output/printable.ts'
import { LONGEST_TROUBLE_MS, maySoonPass, type Wait } from '../wire/retry-policy.ts'

/** Says that the server is waited for, why, and that it answers again: a line each, however often it is tried meanwhile. */
export const createWaitNotes = ({ output }: { output: Pick<Output, 'note'> }) => {
  let isWaiting = false
  let waitedMs = 0
  const note = ({ error, waitMs }: Wait & { kind: 'waiting' }): void => {
    if (isWaiting || !maySoonPass(error)) return
    isWaiting = true
    const next = `${duration(waitMs)} first${error.retryAfterMs === undefined ? '' : ', as it asks'}`
    output.note([
      yellow('waiting'),
      `  ${printable(describeError(error).message)} It is tried again for at most ${LONGEST_TROUBLE_MS / 60_000} min, in ${next}; nothing is lost meanwhile.`,
    ])
  }
  return {
    onWait: (wait: Wait): void => {
      if (wait.kind === 'waiting') {
        waitedMs += wait.waitMs
        note(wait)
        return
      }
      if (isWaiting) output.note([green('going on'), '  the server answers again'])
      isWaiting = false
    },
    /** How long it was waited for in all. */
    waitedMs: (): number => Math.round(waitedMs),
  }
}
