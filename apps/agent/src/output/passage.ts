import { plural } from './format.ts'
import { dim, type Line, type Piece } from './line.ts'
import { printableLines } from './printable.ts'
import { wrapLine } from './wrap.ts'

export type PassageOptions = {
  width: number | undefined
  indent: Piece
  /** Lines to show of it; the rest is counted. Undefined: all. */
  maxLines?: number | undefined
  /** Characters the server already left out. */
  missingChars?: number | undefined
  /** What to do to see it all. */
  hint: string
  paint?: ((text: string) => Piece) | undefined
}

/** A longer text, wrapped and indented, and cut where only its beginning is wanted: always with a word on what is missing. */
export const passageLines = (text: string, options: PassageOptions): Line[] => {
  const {
    indent,
    width,
    maxLines,
    missingChars = 0,
    hint,
    paint = (line: string) => line,
  } = options
  const source = printableLines(text.replace(/^(?:[^\S\n]*\n)+|\s+$/g, ''))
  // Wrapping is dear and a tool's output may be huge: no more of it than can be shown.
  const wanted = maxLines === undefined ? source : source.slice(0, maxLines)
  const lines = wanted.flatMap((line) => wrapLine([paint(line)], { width, indent }))
  const shown = maxLines === undefined ? lines : lines.slice(0, maxLines)
  const missingLines = source.length - wanted.length
  if (missingLines > 0)
    return [...shown, [indent, dim(`… ${plural(missingLines, 'more line')}  (${hint})`)]]
  if (missingChars > 0)
    return [...shown, [indent, dim(`… ${plural(missingChars, 'more character')}  (${hint})`)]]
  if (shown.length < lines.length) return [...shown, [indent, dim(`…  (${hint})`)]]
  return shown
}
