import { eastAsianWidth } from 'get-east-asian-width'

const EMOJI = /\p{Emoji_Presentation}|\p{Emoji}\ufe0f/u
const EMPTY = /^[\p{Mn}\p{Me}\p{Cf}]+$/u
/** Printable ASCII, the common case. */
const PLAIN = /^[\u0020-\u007e]*$/

let segmenter: Intl.Segmenter | undefined

/** What a reader takes for one character each. The tables for it are large, so they are loaded when a text needs them. */
const graphemesOf = (text: string): Intl.Segments => {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return segmenter.segment(text)
}

const widthOfGrapheme = (grapheme: string): number => {
  if (EMPTY.test(grapheme)) return 0
  return EMOJI.test(grapheme) ? 2 : eastAsianWidth(grapheme.codePointAt(0) ?? 0)
}

/** Columns a line of printable text takes in a terminal: 2 for East Asian wide characters and emoji, 0 for marks. */
export const widthOf = (text: string): number => {
  if (PLAIN.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemesOf(text)) width += widthOfGrapheme(segment)
  return width
}

/** The longest beginning that fits `width` columns, never half a character. */
export const headOfWidth = (text: string, width: number): string => {
  if (PLAIN.test(text)) return text.slice(0, Math.max(0, width))
  let head = ''
  let used = 0
  for (const { segment } of graphemesOf(text)) {
    used += widthOfGrapheme(segment)
    if (used > width) break
    head += segment
  }
  return head
}

/** Cut to `width` columns, with … as the last of them when something is missing. */
export const truncate = (text: string, width: number): string =>
  widthOf(text) <= width ? text : width < 1 ? '' : `${headOfWidth(text, width - 1).trimEnd()}…`

/** Keeps the end instead, which says more of a path: `…/src/main.ts`. */
export const truncateStart = (text: string, width: number): string => {
  if (widthOf(text) <= width) return text
  if (width < 1) return ''
  const characters = Array.from(graphemesOf(text), ({ segment }) => segment)
  let tail = ''
  let used = 1
  for (const character of characters.reverse()) {
    used += widthOfGrapheme(character)
    if (used > width) break
    tail = character + tail
  }
  return `…${tail}`
}
