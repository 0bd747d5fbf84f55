import { createHash } from 'node:crypto'
import { ownTitle } from '@teamlore/shared/own-title'
import { markerOf } from '../text/agents-md-marker.ts'
import { codeParts, mapProse } from '../text/code-spans.ts'

export type EntryWords = { topic: string; statement: string; reason: string }

/** Controls, marks that turn the direction of writing, and characters that nobody sees: instructions have been hidden in them. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u{e0000}-\u{e0fff}]+/gu

/** Code keeps its bytes; what would break its line, or is not seen, becomes a space there too. */
const visibleCode = (text: string): string => text.replace(UNSEEN, ' ')

/** A fence is none of a line, and a mark of ours is not to be copied from what a memory says. */
const isCode = (ticks: number, content: string): boolean =>
  ticks < 3 && !/<!--\s*(?:team)?lore:/iu.test(visibleCode(content))

const partsOf = (text: string) => codeParts(text, { hasEscapes: false, isCode })

/** On one line, with nothing in it that a reader does not see. Code is not normalised, and its spaces stay. */
export const visible = (text: string): string =>
  // What normalising makes a backtick is one before code is looked for.
  mapProse(
    partsOf(text.replace(/\u1fef/gu, '`')),
    (prose) => prose.normalize('NFC').replace(UNSEEN, ' ').replace(/\s+/gu, ' '),
    visibleCode,
  ).trim()

const ESCAPED = '\\\\<>`~@!\\[\\](){}#*_+|=:&.-'
const UNESCAPE = new RegExp(`\\\\([${ESCAPED}])`, 'gu')

const escapeProse = (text: string, stars: RegExp): string =>
  text
    .replace(new RegExp(`\\\\(?=[${ESCAPED}]|$)`, 'gu'), '\\\\')
    .replace(/`/gu, '\\`')
    .replace(/<!(?!\[)/gu, '<\\!')
    .replace(/<(?=[/?\p{L}])/gu, '\\<')
    .replace(/(--!?)>/gu, '$1\\>')
    .replace(/~(?=~~)/gu, '\\~')
    .replace(/!(?=\[)/gu, '\\!')
    .replace(/\](?=[([:])/gu, '\\]')
    .replace(/(?<![\p{L}\p{N}])@(?=[\p{L}\p{N}~./\\"'])/gu, '\\@')
    .replace(stars, '\\*')

/**
 * A text so that it stays inside its line, whatever it says: no tag and no comment, nothing that ends one, no fence, no picture and no
 * link, no file that a tool would read in its place (`@path`). Each is still to be read, behind a backslash. Code is as it was: Markdown
 * reads nothing in it.
 */
export const escapeWords = (text: string, stars = /\*(?=\*|Why:\*)/gu): string =>
  mapProse(partsOf(text), (prose) => escapeProse(prose, stars))

export const unescapeWords = (text: string): string =>
  mapProse(codeParts(text, { hasEscapes: true }), (prose) => prose.replace(UNESCAPE, '$1'))

/** What begins a block at the head of a line is read as a word there. */
const escapeStart = (text: string): string =>
  text.replace(/^([#>+\-=|*_~[:])/u, '\\$1').replace(/^(\d{1,9})([.)])(?=\s|$)/u, '$1\\$2')

const WHY = ' *Why:* '

/** What stands in the line of an entry between its dash and its marker. */
export const entryText = ({ topic, statement, reason }: EntryWords): string => {
  const said = escapeWords(visible(statement))
  const about = visible(ownTitle(topic, statement))
  const head = about !== '' ? `**${escapeWords(about, /\*/gu)}:** ${said}` : escapeStart(said)
  const why = escapeWords(visible(reason))
  return why === '' ? head : `${head}${WHY}${why}`
}

/** The same length, with code and what is behind a backslash filled up, so that only what sets an entry apart is found. */
const outline = (text: string): string =>
  mapProse(
    codeParts(text, { hasEscapes: true }),
    (prose) => prose.replace(UNESCAPE, 'xx'),
    (code) => 'x'.repeat(code.length),
  )

/** The words of a line, as somebody may have edited it by hand. */
export const readEntry = (text: string): EntryWords => {
  const line = text.trim()
  const shape = outline(line)
  const [title = ''] = /^\*\*[^*]+?:\*\*\s+/u.exec(shape) ?? []
  const at = shape.lastIndexOf(WHY)
  const end = at < title.length ? line.length : at
  const words = (from: number, to: number) => visible(unescapeWords(line.slice(from, to)))
  return {
    topic: title === '' ? '' : words(2, title.trimEnd().length - 3),
    statement: words(title.length, end),
    reason: end === line.length ? '' : words(end + WHY.length, line.length),
  }
}

/** Says whether a line is as it was written. */
export const hashOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 8)

export const entryLine = (id: string, text: string): string =>
  `- ${text} ${markerOf(id, hashOf(text))}`
