import { setTimeout as after } from 'node:timers/promises'
import { quietLibraries } from './quiet-libraries.ts'

type Running = {
  /** Said once all is open, on standard output. */
  text?: string
  close: () => Promise<void>
}

/** How long the start of a server goes on once it is asked to stop. */
export const LEAVES_START_AFTER_MS = 8_000

type Options = {
  /** Called when closing begins, before anything is closed. */
  onStop?: (cause: string) => void
  /** Called when all is closed. */
  onStopped?: () => void
  /**
   * Asked to stop, a start that takes longer is left as it is: for what serves, which loses nothing by it. Unset, as for work that is
   * half done before its end, it is awaited.
   */
  leavesAfterMs?: number | undefined
}

/**
 * The life of a process of ours: opens, and closes in order at SIGTERM, Ctrl-C, a closed terminal, or the end of the
 * process that started it and left it a channel. What cannot be opened is reported in a sentence, with exit code 1.
 */
export const runProcess = async (
  open: () => Promise<Running>,
  { onStop, onStopped, leavesAfterMs }: Options = {},
): Promise<void> => {
  quietLibraries()
  surviveClosedOutput()
  let opening: Promise<Running> | undefined
  let isStopping = false
  const stop = async (cause: string): Promise<void> => {
    if (isStopping) return
    isStopping = true
    onStop?.(cause)
    // What is half open is closed once it is open; when it fails, `opening` reports it below.
    const running = await within(leavesAfterMs, opening)
    if (running === 'late') return leave(cause, leavesAfterMs)
    await running?.close()
    onStopped?.()
    process.exit(0)
  }
  listenForTheEnd((cause) => void stop(cause).catch(fail))
  try {
    opening = open()
    const { text } = await opening
    if (text !== undefined && !isStopping) process.stdout.write(`${text}\n`)
  } catch (error) {
    fail(error)
  }
}

const CTRL_C = 'Ctrl-C'

const listenForTheEnd = (stop: (cause: string) => void): void => {
  let asked = 0
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      asked += 1
      // A second Ctrl-C means it: leave at once. Nothing acknowledged is lost, the next start replays the log.
      if (asked > 1) process.exit(130)
      stop(signal === 'SIGINT' ? CTRL_C : signal)
    })
  process.on('SIGHUP', () => stop('SIGHUP'))
  // A channel is there only when a starter of ours made one: it closes with the starter, however that ended.
  if (process.send !== undefined) process.on('disconnect', () => stop('Asked to stop'))
}

/** A reader that has gone (`| head`, a closed terminal) must neither end a server that works nor keep it from ending. */
const surviveClosedOutput = (): void => {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

const within = <T>(ms: number | undefined, opening: Promise<T> | undefined) =>
  ms === undefined ? opening : Promise.race([opening, after(ms, 'late' as const, { ref: false })])

/** What it waits for, a database that answers nothing for instance, cannot be awaited; nothing was served yet that could be lost. */
const leave = (cause: string, afterMs = 0): never => {
  process.stderr.write(
    `The start did not come to its end within ${afterMs / 1000} seconds, so it was left.\n`,
  )
  // Who asked for an end got one, as by a closing; only at a terminal it is an interruption.
  process.exit(cause === CTRL_C ? 130 : 0)
}

const fail = (error: unknown): void => {
  process.stderr.write(`${describe(error)}\n`)
  process.exit(1)
}

const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  // biome-ignore lint/style/noProcessEnv: settings that cannot be read are among what is reported here
  const level = process.env['LOG_LEVEL']
  const isDebugging = level === 'debug' || level === 'trace'
  const sentence = error.message || error.name
  return isDebugging ? (error.stack ?? sentence) : sentence
}
