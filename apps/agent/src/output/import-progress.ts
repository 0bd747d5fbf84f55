import type { ImportProgress } from '../import/import.types.ts'
import { count, plural } from './format.ts'
import { dim, type Line } from './line.ts'
import type { Output } from './output.ts'
import { printable } from './printable.ts'
import { truncateStart, widthOf } from './text-width.ts'

/** How often a terminal's one line is written anew, and how often a log gets another line. */
const TERMINAL_EVERY_MS = 100
const LOG_EVERY_MS = 5_000

type Deps = { output: Pick<Output, 'note' | 'transient'>; now: () => Date; verb: string }

/** Shows an import while it runs: one line that changes in a terminal, a line every few seconds elsewhere. */
export const createImportProgress = ({ output, now, verb }: Deps) => {
  const { transient } = output
  const every = transient === undefined ? LOG_EVERY_MS : TERMINAL_EVERY_MS
  // The first line of a log comes only when it takes a while.
  let shownAt = transient === undefined ? now().getTime() : 0
  let timer: NodeJS.Timeout | undefined
  const forget = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const show = (progress: ImportProgress) => {
    forget()
    shownAt = now().getTime()
    if (transient === undefined) output.note([progressText(progress, verb)])
    else transient.show((width) => progressLine(progress, verb, width))
  }
  return {
    update: (progress: ImportProgress): void => {
      if (progress.phase === 'done') return
      const wait = shownAt + every - now().getTime()
      forget()
      if (wait <= 0) show(progress)
      // What comes last before a long pause must be shown too, or the pause would show something older.
      else timer = setTimeout(() => show(progress), wait).unref()
    },
    clear: (): void => {
      forget()
      transient?.clear()
    },
  }
}

const progressText = (progress: ImportProgress, verb: string): string => {
  const { phase, filesTotal, filesDone, sessionsSent, messagesSent } = progress
  if (phase === 'finding') return `Looking for sessions: ${plural(filesTotal, 'file')} so far`
  if (filesDone === filesTotal)
    return `All ${plural(filesTotal, 'file')} read, ${plural(sessionsSent, 'session')} with ${plural(messagesSent, 'message')} ${verb} so far`
  return `${count(filesDone)} of ${plural(filesTotal, 'file')}, ${plural(sessionsSent, 'session')} with ${plural(messagesSent, 'message')} ${verb}`
}

const progressLine = (progress: ImportProgress, verb: string, width: number): Line => {
  const text = progressText(progress, verb)
  const room = width - widthOf(text) - 2
  // Less than this of a path says nothing.
  if (progress.currentFile === null || progress.filesDone === progress.filesTotal || room < 12)
    return widthOf(text) > width ? [] : [text]
  return [text, '  ', dim(truncateStart(printable(progress.currentFile), room))]
}
