import { setTimeout as after } from 'node:timers/promises'
import { quietLibraries } from './quiet-libraries.ts'

type Running = {
  /** Said once all is open, on standard output. */
  text?: string
  close: () => Promise<void>
}

/** Who is asked to stop while it starts gets this long to be open. */
const START_MS = 8_000

type Options = {
  /** Called when closing begins, before anything is closed. */
  onStop?: (cause: string) => void
  /** Called when all is closed. */
  onStopped?: () => void
}

/**
 * The life of a process of ours: opens, and closes in order at SIGTERM, Ctrl-C, a closed terminal, or the end of the
 * process that started it and left it a channel. What cannot be opened is reported in a sentence, with exit code 1.
 */
export const runProcess = async (
  open: () => Promise<Running>,
  { onStop, onStopped }: Options = {},
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
    const running = await Promise.race([opening, after(START_MS, 'late' as const, { ref: false })])
    if (running === 'late') return leave()
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

const listenForTheEnd = (stop: (cause: string) => void): void => {
  let asked = 0
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      asked += 1
      // A second Ctrl-C means it: leave at once. Nothing acknowledged is lost, the next start replays the log.
      if (asked > 1) process.exit(130)
      stop(signal === 'SIGINT' ? 'Ctrl-C' : signal)
    })
  process.on('SIGHUP', () => stop('SIGHUP'))
  // A channel is there only when a starter of ours made one: it closes with the starter, however that ended.
  if (process.send !== undefined) process.on('disconnect', () => stop('Asked to stop'))
}

/** A reader that has gone (`| head`, a closed terminal) must neither end a server that works nor keep it from ending. */
const surviveClosedOutput = (): void => {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

/** What it waits for, a database that answers nothing for instance, cannot be awaited; nothing was served yet that could be lost. */
const leave = (): never => {
  process.stderr.write(
    `The start did not come to its end within ${START_MS / 1000} seconds, so it was left.\n`,
  )
  process.exit(130)
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
