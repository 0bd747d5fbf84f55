import { randomBytes } from 'node:crypto'
import { quoted } from './quote.ts'

/** Letters that name the frames of one answer: nobody could know them before it was given. */
const nonce = (): string =>
  [...randomBytes(10)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('')

/** Stands for the name while an answer is fitted into its budget, as long as what takes its place. It is shown to nobody. */
const PLACE = nonce()

/** Lines as quoted data. A frame may say more of itself, such as the id of a record. */
export const frame = (
  name: string,
  attributes: Record<string, string>,
  lines: readonly string[],
): string => {
  const said = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`)
  return [`<lore_${name}_${PLACE}${said.join('')}>`, ...lines, `</lore_${name}_${PLACE}>`].join(
    '\n',
  )
}

const OURS = new RegExp(`(</?lore_[a-z_]+_)${PLACE}(?=[ >])`)

/**
 * An answer as it is sent. Its frames get a name of their own, and whatever else stands in it and looks like a frame is marked: also
 * what a tool forgot to quote.
 */
export const framed = (text: string, name: string = nonce()): string =>
  text
    .split(OURS)
    .map((part, place) => (place % 2 === 0 ? quoted(part) : part + name))
    .join('')

/** Data for programs, which some clients show to their model as it is: no text of it holds a frame, or what nobody sees. */
export const quotedData = <T>(data: T): T => {
  if (typeof data === 'string') return quoted(data) as T
  if (Array.isArray(data)) return data.map(quotedData) as T
  if (typeof data !== 'object' || data === null) return data
  const fields = Object.entries(data).map(([key, value]) => [quoted(key), quotedData(value)])
  return Object.fromEntries(fields) as T
}
