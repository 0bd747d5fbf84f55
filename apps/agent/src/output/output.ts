import { type Line, renderLine, widthOfLine } from './line.ts'
import { printableJson } from './printable.ts'

/** What is needed of a stream: a terminal says how wide it is. */
export type OutputStream = {
  write: (text: string) => unknown
  isTTY?: boolean | undefined
  columns?: number | undefined
}

export type OutputOptions = {
  stdout: OutputStream
  stderr: OutputStream
  colors: 'always' | 'never' | 'auto'
  isDumbTerminal?: boolean | undefined
}

export type Output = ReturnType<typeof createOutput>

/** Narrower than this nothing can be laid out. */
const MIN_WIDTH = 20
/** Longer lines of prose than this are hard to read, however wide the terminal. */
const MAX_READING_WIDTH = 120

/**
 * The only way to the terminal. Answers go to stdout; progress, notes and errors to stderr, so that a pipe gets the
 * answer alone.
 */
export const createOutput = ({ stdout, stderr, colors, isDumbTerminal }: OutputOptions) => {
  const hasColors = (stream: OutputStream) =>
    colors === 'auto' ? stream.isTTY === true : colors === 'always'
  const write = (stream: OutputStream, lines: readonly Line[]) => {
    if (lines.length === 0) return
    const options = { hasColors: hasColors(stream) }
    stream.write(`${lines.map((line) => renderLine(line, options).trimEnd()).join('\n')}\n`)
  }
  const transient = createTransient(stderr, hasColors)
  return {
    /** Columns to lay an answer out in; undefined when it goes into a file or a pipe and nothing need be cut. */
    width: widthOfStream(stdout),
    /** The same for prose. */
    readingWidth: readingWidthOf(stdout),
    print: (...lines: Line[]) => {
      transient.clear()
      write(stdout, lines)
    },
    note: (...lines: Line[]) => {
      transient.clear()
      write(stderr, lines)
    },
    /** The one document of a command run with `--json`. */
    json: (value: unknown) => {
      transient.clear()
      stdout.write(`${printableJson(JSON.stringify(value, null, 2))}\n`)
    },
    /** A line on stderr that the next one writes over; undefined where the terminal cannot do that. */
    transient: stderr.isTTY && !isDumbTerminal ? transient : undefined,
  }
}

const widthOfStream = ({ isTTY, columns }: OutputStream): number | undefined =>
  isTTY ? Math.max(MIN_WIDTH, columns ?? 80) : undefined

const readingWidthOf = (stream: OutputStream): number | undefined => {
  const width = widthOfStream(stream)
  return width === undefined ? undefined : Math.min(width, MAX_READING_WIDTH)
}

const createTransient = (
  stream: OutputStream,
  hasColors: (stream: OutputStream) => boolean,
): { show: (lineFor: (width: number) => Line) => void; clear: () => void } => {
  let isShown = false
  const clear = () => {
    if (isShown) stream.write('\r\u001b[K')
    isShown = false
  }
  return {
    /** `lineFor` makes a line of at most so many columns: one that wraps could not be written over. */
    show: (lineFor) => {
      const width = (widthOfStream(stream) ?? 80) - 1
      const line = lineFor(width)
      clear()
      if (widthOfLine(line) > width) return
      stream.write(renderLine(line, { hasColors: hasColors(stream) }))
      isShown = true
    },
    clear,
  }
}
