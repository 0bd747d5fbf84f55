/** A line as it was before a terminal broke it. */
export type Unwrapped = {
  text: string
  /** Where in the text as it is written it begins. */
  start: number
  /** How much of it stands in its first line. */
  broken: number
  /** Where in the text as it is written something ends that ends there in this one. */
  endOf: (end: number) => number
}

/** What keys and addresses are made of. */
const WORD = '[A-Za-z0-9_.~%+/=:@-]'
const WHOLE_WORD = new RegExp(`${WORD}+`, 'y')
/** The next line goes on at once, or behind what a program indents with. */
const GOES_ON = new RegExp(`\\r?\\n[ \\t]{0,8}(?=${WORD})`, 'y')

/** Narrower is no terminal; in what is wider, lines were not broken at its last column. */
const COLUMNS = { fewest: 40, most: 400 }
const MOST_LINES = 10

/**
 * Puts together what a terminal broke in the middle of a word, in its last column: lines as long as each other, before and after which no
 * line is longer. Asked for one place after the other, it looks at each line once.
 */
export const createUnwrapper = (text: string) => {
  let from = 0
  let to = 0
  let line: Unwrapped | null = null
  return (at: number): Unwrapped | null => {
    if (at >= from && at < to) return line
    from = at
    to = endOfMatch(WHOLE_WORD, text, at) ?? at
    line = to === at ? null : lineBrokenAt(text, to)
    return line
  }
}

const lineBrokenAt = (text: string, end: number): Unwrapped | null => {
  if (endOfMatch(GOES_ON, text, end) === null) return null
  const start = startOfLine(text, end)
  const column = end - start
  const isTerminal = column >= COLUMNS.fewest && column <= COLUMNS.most
  if (!isTerminal || start - 1 - startOfLine(text, start - 1) > column) return null
  const pieces = piecesBehind(text, end, column)
  if (pieces === null) return null
  const tail = pieces.map((piece) => text.slice(piece.start, piece.end)).join('')
  return {
    text: text.slice(start, end) + tail,
    start,
    broken: column,
    endOf: (place) => written(pieces, place - column),
  }
}

type Piece = { start: number; end: number }

/** All of each further line that is broken as well, and of the one in which the word ends. */
const piecesBehind = (text: string, from: number, column: number): Piece[] | null => {
  const pieces: Piece[] = []
  let end = from
  while (pieces.length < MOST_LINES) {
    const start = endOfMatch(GOES_ON, text, end)
    if (start === null) break
    const lineStart = text.indexOf('\n', end) + 1
    end = endOfLine(text, lineStart)
    if (end - lineStart > column) return null
    pieces.push({ start, end })
    if (end - lineStart < column || endOfMatch(WHOLE_WORD, text, start) !== end) break
  }
  return pieces
}

const written = (pieces: readonly Piece[], length: number): number => {
  let left = length
  for (const { start, end } of pieces) {
    if (left <= end - start) return start + left
    left -= end - start
  }
  return pieces.at(-1)?.end ?? 0
}

const endOfMatch = (pattern: RegExp, text: string, at: number): number | null => {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : null
}

/** Looks no further than a terminal is wide, so that a line without end costs nothing. */
const startOfLine = (text: string, at: number): number => {
  const from = Math.max(0, at - COLUMNS.most - 1)
  const newline = text.slice(from, Math.max(0, at)).lastIndexOf('\n')
  return newline === -1 ? from : from + newline + 1
}

const endOfLine = (text: string, start: number): number => {
  const line = text.slice(start, start + COLUMNS.most + 2)
  const newline = line.indexOf('\n')
  const end = newline === -1 ? line.length : newline
  return start + (line[end - 1] === '\r' ? end - 1 : end)
}
