import { printable } from './printable.ts'
import { widthOf } from './text-width.ts'

export type Tone = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan' | 'match' | 'person'

/** A stretch of text in one tone. The text may come from anywhere: it is made printable when it is rendered. */
export type Piece = string | { readonly text: string; readonly tone: Tone }

/** One line of output. Nothing reaches a terminal in any other form, so nothing reaches it as an escape sequence. */
export type Line = readonly Piece[]

const painter =
  (tone: Tone) =>
  (text: string): Piece => ({ text, tone })

export const bold = painter('bold')
export const dim = painter('dim')
export const red = painter('red')
export const green = painter('green')
export const yellow = painter('yellow')
export const cyan = painter('cyan')
/** What a search found in a text. */
export const match = painter('match')
/** What a person said. */
export const person = painter('person')

const CODES: Record<Tone, [on: string, off: string]> = {
  bold: ['1', '22'],
  dim: ['2', '22'],
  red: ['31', '39'],
  green: ['32', '39'],
  yellow: ['33', '39'],
  cyan: ['36', '39'],
  match: ['1;33', '22;39'],
  person: ['1;36', '22;39'],
}

export const textOf = (piece: Piece): string => (typeof piece === 'string' ? piece : piece.text)

export const toneOf = (piece: Piece): Tone | undefined =>
  typeof piece === 'string' ? undefined : piece.tone

/** The same piece with another text. */
export const withText = (piece: Piece, text: string): Piece =>
  typeof piece === 'string' ? text : { ...piece, text }

export const widthOfLine = (line: Line): number =>
  line.reduce((width, piece) => width + widthOf(printable(textOf(piece))), 0)

const renderPiece = (piece: Piece, hasColors: boolean): string => {
  const text = printable(textOf(piece))
  if (typeof piece === 'string' || !hasColors || text === '') return text
  const [on, off] = CODES[piece.tone]
  return `\u001b[${on}m${text}\u001b[${off}m`
}

export const renderLine = (line: Line, { hasColors }: { hasColors: boolean }): string =>
  line.map((piece) => renderPiece(piece, hasColors)).join('')
