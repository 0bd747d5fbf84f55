import { deriveLexemes, type Lexemes } from './derive-lexemes.ts'

/** Called for each run of word characters: what it is found by, and where it stands in the text. */
export type OnChunk = (lexemes: Lexemes, start: number, end: number) => void

/** Anything beyond ASCII is looked at closer in `tokeniseForeign`; this way most text needs no unicode tables. */
const CHUNK = /[A-Za-z0-9_\u0080-\uffff][\w.\-/\\:@#+\u0080-\uffff]*/g
const FOREIGN = /[^\0-\u007f]/
const FOREIGN_CHUNK = /[\p{L}\p{N}_][\p{L}\p{N}\p{M}_.\-/\\:@#+]*/gu
const TAIL = /[.\-/\\:@#+]+$/
/** Written without spaces between words, or with endings glued on: pairs of characters find more than guessed words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu

const CONTRACTION = /['’](?:s|t|re|ll|ve|d|m)(?![\p{L}\p{N}])/iuy

const MAX_CACHED = 60_000
const MAX_CACHED_CHARS = 64
const MAX_CHUNK_CHARS = 1_000

/** Words repeat: deriving them once each is what makes the analyser fast. */
const cache = new Map<string, Lexemes>()

const cachedLexemes = (chunk: string): Lexemes => {
  if (chunk.length > MAX_CACHED_CHARS) return deriveLexemes(chunk)
  const known = cache.get(chunk)
  if (known !== undefined) return known
  if (cache.size >= MAX_CACHED) cache.clear()
  const lexemes = deriveLexemes(chunk)
  cache.set(chunk, lexemes)
  return lexemes
}

export const tokenise = (text: string, onChunk: OnChunk): void => {
  CHUNK.lastIndex = 0
  const expression = new RegExp(CHUNK)
  for (let match = expression.exec(text); match !== null; match = expression.exec(text)) {
    const chunk = match[0]
    if (FOREIGN.test(chunk)) tokeniseForeign(chunk, match.index, onChunk)
    else emit(chunk, match.index, onChunk)
    const next = text.charCodeAt(expression.lastIndex)
    if (next === 0x27) expression.lastIndex += contractionAt(text, expression.lastIndex)
  }
}

/** Length of the `'s` or `’t` at this place; it belongs to no word. */
const contractionAt = (text: string, at: number): number => {
  CONTRACTION.lastIndex = at
  return CONTRACTION.exec(text)?.[0].length ?? 0
}

const emit = (raw: string, start: number, onChunk: OnChunk): void => {
  const chunk = withoutTail(raw)
  if (chunk === '' || chunk.length > MAX_CHUNK_CHARS) return
  onChunk(cachedLexemes(chunk), start, start + chunk.length)
}

const withoutTail = (raw: string): string => {
  const last = raw.charCodeAt(raw.length - 1)
  // Letters and digits are by far the most frequent ends.
  if (last > 0x60 || (last >= 0x30 && last <= 0x39)) return raw
  if (/^[a-zA-Z](?:\+\+|#)$/.test(raw)) return raw
  return raw.replace(TAIL, '')
}

const tokeniseForeign = (text: string, offset: number, onChunk: OnChunk): void => {
  let skipTo = 0
  for (const match of text.matchAll(FOREIGN_CHUNK)) {
    if (match.index < skipTo) continue
    tokeniseMixed(match[0], offset + match.index, onChunk)
    const end = match.index + match[0].length
    skipTo = end + contractionAt(text, end)
  }
}

const tokeniseMixed = (text: string, offset: number, onChunk: OnChunk): void => {
  let done = 0
  for (const match of text.matchAll(UNSPACED)) {
    if (match.index > done) emitTrimmed(text.slice(done, match.index), offset + done, onChunk)
    emitPairs(match[0], offset + match.index, onChunk)
    done = match.index + match[0].length
  }
  if (done < text.length) emitTrimmed(text.slice(done), offset + done, onChunk)
}

const emitTrimmed = (text: string, offset: number, onChunk: OnChunk): void => {
  const lead = /^[^\p{L}\p{N}_]*/u.exec(text)?.[0].length ?? 0
  emit(text.slice(lead), offset + lead, onChunk)
}

const emitPairs = (run: string, offset: number, onChunk: OnChunk): void => {
  const characters = Array.from(run)
  let at = offset
  for (const [index, character] of characters.entries()) {
    const next = characters[index + 1]
    if (next !== undefined || characters.length === 1) {
      const pair = character + (next ?? '')
      onChunk(pairLexemes(pair), at, at + pair.length)
    }
    at += character.length
  }
}

const pairLexemes = (pair: string): Lexemes => ({
  words: [pair.normalize('NFKC').toLowerCase()],
  wholes: [],
  weight: 1,
})
