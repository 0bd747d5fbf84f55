import { setTimeout as delay } from 'node:timers/promises'
import { openServerStorage, type ServerStorage } from '../../capture/server-storage.ts'
import { duration } from '../../output/format.ts'
import { dim } from '../../output/line.ts'
import { createProgress } from '../../output/progress.ts'
import type { CommandContext } from './command-context.ts'

/** Whoever looks at a command or its log hears of it this often, however long the work takes. */
const SAYS_EVERY_MS = 10_000
const LOOKS_EVERY_MS = 500

type Output = Pick<CommandContext, 'output' | 'now'>

/**
 * How a command waits for its turn while another `lore` writes what is kept about the server: for as long as that one lives, and
 * not in silence. Such a command sends what no other would, so it is not refused.
 */
export const retryUntilFree = (
  { output }: Pick<Output, 'output'>,
  { signal, sleep = delay }: { signal: AbortSignal; sleep?: typeof delay },
) => {
  let waited = 0
  return {
    times: Number.POSITIVE_INFINITY,
    sleep: async (): Promise<void> => {
      await sleep(LOOKS_EVERY_MS, undefined, { signal })
      waited += LOOKS_EVERY_MS
      if (waited % SAYS_EVERY_MS === 0)
        output.note([
          dim(
            `Waiting for another \`lore\` that is sending to this server, ${duration(waited)} so far. It goes on by itself.`,
          ),
        ])
    },
  }
}

/** The storage for a command that waits until the lock is free. */
export const openStorageWhenFree = (
  context: CommandContext,
  { serverId, signal }: { serverId: string; signal: AbortSignal },
): Promise<ServerStorage> => {
  const { paths, config, now } = context
  return openServerStorage({
    stateDir: paths.stateDir,
    rulesFile: paths.rulesFile,
    serverId,
    spoolLimitBytes: config.spoolLimitBytes,
    isReadOnly: false,
    now,
    retry: retryUntilFree(context, { signal }),
  })
}

/** Says how far a long work is, at least every ten seconds; `text` is asked for each time. */
export const withProgress = async <T>(
  { output, now }: Output,
  text: () => string,
  work: () => Promise<T>,
): Promise<T> => {
  const progress = createProgress<string>({
    output,
    now,
    text: (said) => said,
    logEveryMs: SAYS_EVERY_MS,
  })
  const began = now().getTime()
  const timer = setInterval(() => {
    progress.update(`${text()}, ${duration(now().getTime() - began)}`)
  }, LOOKS_EVERY_MS).unref()
  try {
    return await work()
  } finally {
    clearInterval(timer)
    progress.clear()
  }
}
