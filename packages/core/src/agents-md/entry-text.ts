import { createHash } from 'node:crypto'
import { sameWords } from '../memories/same-words.ts'
import { markerOf } from '../text/agents-md-marker.ts'

export type EntryWords = { topic: string; statement: string; reason: string }

/** Controls, marks that turn the direction of writing, and characters that nobody sees: instructions have been hidden in them. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u{e0000}-\u{e0fff}]+/gu

/** On one line, with nothing in it that a reader does not see. */
export const visible = (text: string): string =>
  text.normalize('NFC').replace(UNSEEN, ' ').replace(/\s+/gu, ' ').trim()

const ESCAPED = '\\\\<>`~@!\\[\\](){}#*_+|=:&-'
const UNESCAPE = new RegExp(`\\\\([${ESCAPED}])`, 'gu')

/** Whether each run of backticks is one that opens or closes code within the line. */
const hasPlainCode = (text: string): boolean =>
  !/``/.test(text) && (text.match(/`/g) ?? []).length % 2 === 0

/**
 * A text so that it stays inside its line, whatever it says: no tag and no comment, nothing that ends one, no fence, no picture and no
 * link, no file that a tool would read in its place (`@path`). Each is still to be read, behind a backslash.
 */
export const escapeWords = (text: string, stars = /\*(?=\*|Why:\*)/gu): string => {
  const backticks = hasPlainCode(text) ? /(?!)/u : /`/gu
  return text
    .replace(new RegExp(`\\\\(?=[${ESCAPED}]|$)`, 'gu'), '\\\\')
    .replace(backticks, '\\`')
    .replace(/<!(?!\[)/gu, '<\\!')
    .replace(/<(?=[/?\p{L}])/gu, '\\<')
    .replace(/(--!?)>/gu, '$1\\>')
    .replace(/~(?=~~)/gu, '\\~')
    .replace(/!(?=\[)/gu, '\\!')
    .replace(/\](?=[([:])/gu, '\\]')
    .replace(/(?<![\p{L}\p{N}])@(?=[\p{L}\p{N}~./\\"'])/gu, '\\@')
    .replace(stars, '\\*')
}

export const unescapeWords = (text: string): string => text.replace(UNESCAPE, '$1')

/** What begins a block at the head of a line is read as a word there. */
const escapeStart = (text: string): string => text.replace(/^([#>+\-=|*_~[:])/u, '\\$1')

const WHY = ' *Why:* '

/** What stands in the line of an entry between its dash and its marker. */
export const entryText = ({ topic, statement, reason }: EntryWords): string => {
  const said = escapeWords(visible(statement))
  const about = visible(topic)
  const isTitled = about !== '' && !sameWords(about, statement)
  const head = isTitled ? `**${escapeWords(about, /\*/gu)}:** ${said}` : escapeStart(said)
  const why = escapeWords(visible(reason))
  return why === '' ? head : `${head}${WHY}${why}`
}

/** The words of a line, as somebody may have edited it by hand. */
export const readEntry = (text: string): EntryWords => {
  const line = text.trim()
  const titled = /^\*\*((?:[^*\\]|\\.)+?):\*\*\s+(.*)$/su.exec(line)
  const rest = titled?.[2] ?? line
  const at = rest.lastIndexOf(WHY)
  const words = (part: string) => visible(unescapeWords(part))
  return {
    topic: words(titled?.[1] ?? ''),
    statement: words(at < 0 ? rest : rest.slice(0, at)),
    reason: at < 0 ? '' : words(rest.slice(at + WHY.length)),
  }
}

/** Says whether a line is as it was written. */
export const hashOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 8)

export const entryLine = (id: string, text: string): string =>
  `- ${text} ${markerOf(id, hashOf(text))}`
