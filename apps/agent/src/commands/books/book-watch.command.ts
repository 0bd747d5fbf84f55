import { isPicturePath } from '@teamlore/lorebook'
import { watch } from 'chokidar'
import { findBook, isBookPath } from '../../book/read-book-files.ts'
import { CliError } from '../../errors/cli-error.ts'
import { describeError } from '../../errors/describe-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { runBookIngest } from './book-ingest.command.ts'

/** An editor writes a file in several steps, and a checkout many files; so long nothing more may have changed. */
const QUIET_MS = 400
const FILES = /(?:^|[\\/])(?:lorecraft|schema)\.yaml$|\.(?:md|markdown)$/iu
const HIDDEN = /(?:^|[\\/])(?:\.[^\\/]+|node_modules)(?:[\\/]|$)/u

/** `lore book watch`: ingests the book now and whenever its files change, until it is interrupted. */
export const runBookWatch = async (context: CommandContext): Promise<ExitCode> => {
  const root = await findBook(context.cwd())
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isDue = true
  let fail: (error: CliError) => void = () => undefined
  const ingest = async (): Promise<void> => {
    while (isDue) {
      isDue = false
      try {
        await runBookIngest(context, { isUnattended: true })
      } catch (error) {
        if (error instanceof CliError && error.code === 'book.elsewhere') return fail(error)
        // A file that is half written now, or a server that is away: the next change tries again.
        context.output.note([describeError(error).message])
      }
    }
    running = undefined
  }
  const start = (): void => {
    running ??= ingest()
  }
  const watcher = watch(root, {
    ignoreInitial: true,
    ignorePermissionErrors: true,
    followSymlinks: false,
    ignored: (path) => HIDDEN.test(path.slice(root.length)),
  })
  watcher.on('all', (_, path) => {
    if (!FILES.test(path) && !isBookPath(path) && !isPicturePath(path)) return
    isDue = true
    clearTimeout(timer)
    timer = setTimeout(start, QUIET_MS)
  })
  await new Promise<void>((resolve) => watcher.once('ready', () => resolve()))
  const ended = new Promise<CliError | undefined>((resolve) => {
    fail = resolve
    context.onInterrupt(() => resolve(undefined))
  })
  start()
  const failure = await ended
  clearTimeout(timer)
  await watcher.close()
  await running
  if (failure) throw failure
  return EXIT.ok
}
