import { deriveLexemes, type Lexemes, PLAIN_WORD } from './derive-lexemes.ts'

/** Called for each run of word characters: what it is found by, and where it stands in the text. */
export type OnChunk = (lexemes: Lexemes, start: number, end: number) => void

/** What a character may be to a run. Anything beyond ASCII is taken in here and looked at closer in `tokeniseForeign`. */
const NONE = 0
const INSIDE = 1
const FIRST = 2

/** By code, for ASCII: looking up beats matching, and every message that comes in passes through here. */
const ROLES = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/\w/.test(character)) return FIRST
  return /[.\-/\\:@#+]/.test(character) ? INSIDE : NONE
})

const APOSTROPHE = 0x27

const FOREIGN = /[^\0-\u007f]/
const FOREIGN_CHUNK = /[\p{L}\p{N}_][\p{L}\p{N}\p{M}_.\-/\\:@#+]*/gu
const TAIL = /[.\-/\\:@#+]+$/
/** Written without spaces between words, or with endings glued on: pairs of characters find more than guessed words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu

const CONTRACTION = /['’](?:s|t|re|ll|ve|d|m)(?![\p{L}\p{N}])/iuy

const MAX_CACHED = 60_000
const MAX_CACHED_CHARS = 64
export const MAX_CHUNK_CHARS = 1_000

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

/** @param isSought false for plain words that need not be looked at: what is left out costs next to nothing. */
export const tokenise = (
  text: string,
  onChunk: OnChunk,
  isSought?: (plainWord: string) => boolean,
): void => {
  for (let at = 0; at < text.length; at++) {
    const first = text.charCodeAt(at)
    if (first < 128 && ROLES[first] !== FIRST) continue
    const start = at
    at = endOfRun(text, start)
    const chunk = text.slice(start, at)
    if (isSought !== undefined && PLAIN_WORD.test(chunk) && !isSought(chunk)) {
      // Its lexeme is none of those that are looked for.
    } else if (FOREIGN.test(chunk)) tokeniseForeign(chunk, start, onChunk)
    else emit(chunk, start, onChunk)
    // The loop itself steps over the character that ended the run.
    if (text.charCodeAt(at) === APOSTROPHE) at += Math.max(0, contractionAt(text, at) - 1)
  }
}

/** All lexemes by which a text is looked up. */
export const lexemesOf = (text: string): string[] => {
  const found: string[] = []
  tokenise(text, ({ words }) => {
    found.push(...words)
  })
  return found
}

/** Whether some of the text is too long for a word, so that `tokenise` leaves it out. */
export const hasOverlong = (text: string): boolean =>
  text.length > MAX_CHUNK_CHARS &&
  Array.from(text.replace(UNSPACED, ' ').matchAll(FOREIGN_CHUNK)).some(
    ([run]) => run.length > MAX_CHUNK_CHARS && withoutTail(run).length > MAX_CHUNK_CHARS,
  )

const endOfRun = (text: string, start: number): number => {
  let at = start
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 128 && ROLES[code] === NONE) break
  }
  return at
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
