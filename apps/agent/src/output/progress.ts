import type { Line } from './line.ts'
import type { Output } from './output.ts'
import { widthOf } from './text-width.ts'

/** How often a terminal's one line is written again, and how often a log gets another line. */
const TERMINAL_EVERY_MS = 100
const LOG_EVERY_MS = 60_000

type Deps<P> = {
  output: Pick<Output, 'note' | 'transient'>
  now: () => Date
  text: (progress: P) => string
  /** The text with what else there is room for. */
  line?: (progress: P, width: number) => Line
  /** How often a log gets another line; once a minute by default. */
  logEveryMs?: number
}

/** Shows work while it runs: one line that changes in a terminal, a line now and then elsewhere. */
export const createProgress = <P>({
  output,
  now,
  text,
  line,
  logEveryMs = LOG_EVERY_MS,
}: Deps<P>) => {
  const { transient } = output
  const every = transient === undefined ? logEveryMs : TERMINAL_EVERY_MS
  // The first line of a log comes only when it takes a while.
  let shownAt = transient === undefined ? now().getTime() : 0
  let timer: NodeJS.Timeout | undefined
  const forget = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const lineOf = (progress: P, width: number): Line => {
    if (line !== undefined) return line(progress, width)
    const said = text(progress)
    return widthOf(said) > width ? [] : [said]
  }
  const show = (progress: P) => {
    forget()
    shownAt = now().getTime()
    if (transient === undefined) output.note([text(progress)])
    else transient.show((width) => lineOf(progress, width))
  }
  return {
    update: (progress: P): void => {
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
