import { type Line, type Piece, textOf, toneOf, widthOfLine, withText } from './line.ts'
import { printable } from './printable.ts'
import { headOfWidth, widthOf } from './text-width.ts'

type Options = {
  /** Columns there are; undefined: as many as it takes. */
  width: number | undefined
  /** Put before every line. */
  indent?: Piece | undefined
}

/** Breaks a line between words, and a word that is longer than a line where the line ends. */
export const wrapLine = (line: Line, { width, indent = '' }: Options): Line[] => {
  const prefix: Line = textOf(indent) === '' ? [] : [indent]
  if (width === undefined) return [[...prefix, ...line]]
  const room = Math.max(8, width - widthOf(printable(textOf(indent))))
  return foldWords(line.flatMap(wordsOfPiece), room).map((pieces) => [
    ...prefix,
    ...withoutTrailingSpace(pieces),
  ])
}

/** Cut to `width` columns, with … as the last of them when something is missing. */
export const truncateLine = (line: Line, width: number | undefined): Line => {
  if (width === undefined || widthOfLine(line) <= width) return line
  const kept: Piece[] = []
  let room = Math.max(0, width - 1)
  for (const piece of line) {
    const text = printable(textOf(piece))
    room -= widthOf(text)
    if (room < 0) {
      const head = headOfWidth(text, room + widthOf(text))
      return [...kept, withText(piece, `${head.trimEnd()}…`)]
    }
    kept.push(withText(piece, text))
  }
  return kept
}

const wordsOfPiece = (piece: Piece): Piece[] =>
  wordsOf(printable(textOf(piece))).map((word) => withText(piece, word))

const foldWords = (words: readonly Piece[], room: number): Piece[][] => {
  const lines: Piece[][] = [[]]
  let used = 0
  for (const word of words)
    for (const part of partsOf(textOf(word), room)) {
      if (used > 0 && used + widthOf(part.trimEnd()) > room) {
        lines.push([])
        used = 0
      }
      append(lines.at(-1) ?? [], withText(word, part))
      used += widthOf(part)
    }
  return lines
}

/** Words of one tone are one piece again, or every word would carry escape sequences of its own. */
const append = (line: Piece[], piece: Piece): void => {
  const last = line.at(-1)
  if (last !== undefined && toneOf(last) === toneOf(piece))
    line[line.length - 1] = withText(last, textOf(last) + textOf(piece))
  else line.push(piece)
}

/** `one  two` → `one  `, `two`: a word keeps the spaces behind it, and those at the beginning stay. */
const wordsOf = (text: string): string[] => text.match(/^\s+|\S+\s*/g) ?? []

const partsOf = (word: string, room: number): string[] => {
  if (widthOf(word.trimEnd()) <= room) return [word]
  const parts: string[] = []
  let rest = word
  while (widthOf(rest.trimEnd()) > room) {
    const head = headOfWidth(rest, room)
    // A single character wider than the room still has to go somewhere.
    const part = head === '' ? (Array.from(rest)[0] ?? rest) : head
    parts.push(part)
    rest = rest.slice(part.length)
  }
  return rest === '' ? parts : [...parts, rest]
}

const withoutTrailingSpace = (pieces: readonly Piece[]): Piece[] => {
  const last = pieces.at(-1)
  if (last === undefined) return []
  return [...pieces.slice(0, -1), withText(last, textOf(last).trimEnd())]
}
