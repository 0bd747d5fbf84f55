import { stemmer } from 'stemmer'
import { STOP_WORDS } from './stop-words.ts'

/**
 * What one run of word characters is found by. `words` stand one after another, as in a sentence; `wholes` are
 * the exact forms, each at the place (index into `words`) where it begins.
 */
export type Lexemes = {
  words: readonly string[]
  wholes: readonly { lexeme: string; at: number }[]
  /** How many of `words` are no stop words. */
  weight: number
}

/** PostgreSQL takes 2,046 bytes; what is longer than this nobody types. */
const MAX_LEXEME_BYTES = 200
const MAX_WORDS = 48

/** Found by its stem alone, which begins with the same two letters. */
export const PLAIN_WORD = /^(?:[a-z]+|[A-Z][a-z]+|[A-Z]+)$/
const VERSION = /^v?\d+(?:\.\d+)+$/
const HASH = /^(?=.*\d)(?=.*[a-f])[0-9a-f]{7,64}$/
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Ids and encoded data: to be found whole, never by pieces. */
const OPAQUE = /^(?=.*\d)(?=.*[a-zA-Z])[a-zA-Z0-9_]{32,}$/
const HUMPS =
  /\p{Lu}+(?!\p{Ll})\p{N}*|\p{Lu}?[\p{Ll}\p{M}]+\p{N}*|[\p{Lo}\p{Lm}\p{Lt}\p{M}]+\p{N}*|\p{N}+/gu
const LINE_NUMBERS = /(?<=[^\d:]):\d+(?::\d+)?$/
const KEPT_TAIL = /^[a-zA-Z](?:\+\+|#)$/

const COMBINING = /[\u0300-\u036f]/g

/** Compatibility forms become plain, accents go: `ﬁle`, `ｆｉｌｅ`, `naïve`. Case is kept. */
const fold = (text: string): string =>
  text.normalize('NFKC').normalize('NFD').replace(COMBINING, '').normalize('NFC')

export const stemOf = (word: string): string => (/^[a-z]{3,}$/.test(word) ? stemmer(word) : word)

const fits = (lexeme: string): boolean =>
  lexeme.length <= MAX_LEXEME_BYTES / 4 || Buffer.byteLength(lexeme) <= MAX_LEXEME_BYTES

const singleWord = (lower: string): Lexemes => ({
  words: [stemOf(lower)],
  wholes: [],
  weight: STOP_WORDS.has(lower) ? 0 : 1,
})

const onlyWhole = (lexeme: string, more: readonly string[] = []): Lexemes => ({
  words: fits(lexeme) ? [lexeme] : [],
  wholes: more.map((other) => ({ lexeme: other, at: 0 })),
  weight: 1,
})

/** @param chunk A run of letters, digits, `_` and `. - / \ : @ # +` that starts with a letter, digit or `_`. */
export const deriveLexemes = (chunk: string): Lexemes => {
  if (PLAIN_WORD.test(chunk)) return singleWord(chunk.toLowerCase())
  const text = (isAscii(chunk) ? chunk : fold(chunk)).replaceAll('\\', '/')
  const lower = text.toLowerCase()
  if (HASH.test(lower)) return onlyWhole(lower, lower.length > 7 ? [lower.slice(0, 7)] : [])
  if (UUID.test(lower) || OPAQUE.test(text)) return onlyWhole(lower)
  if (VERSION.test(lower)) return onlyWhole(lower.replace(/^v/, ''))
  if (KEPT_TAIL.test(text)) return onlyWhole(lower)
  return deriveCompound(text.replace(LINE_NUMBERS, ''))
}

/** `parse`, `Args` of `parseArgs`. */
export const partsOf = (piece: string): string[] => piece.match(HUMPS) ?? []

const isAscii = (text: string): boolean => {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false
  return true
}

const trimmed = (text: string): string => text.replace(/^[.\-/:@#+]+|[.\-/:@#+]+$/g, '')

/** `src/search/rank-hits.ts`, `teamlore.team_documents`, `ingestBatch`, `well-known`, `pkg@1.2.3`. */
const deriveCompound = (chunk: string): Lexemes => {
  const words: string[] = []
  const wholes = new Map<string, number>()
  let weight = 0
  const addWhole = (lexeme: string, at: number): void => {
    const known = wholes.has(lexeme) || words[at] === lexeme
    if (lexeme.length > 1 && !known && fits(lexeme)) wholes.set(lexeme, at)
  }
  const addWord = (lower: string): void => {
    if (words.length >= MAX_WORDS || !fits(lower)) return
    words.push(stemOf(lower))
    if (!STOP_WORDS.has(lower)) weight++
  }
  const addPiece = (piece: string): void => {
    const at = words.length
    const parts = partsOf(piece)
    for (const part of parts) addWord(part.toLowerCase())
    const lower = piece.toLowerCase()
    if (parts.length < 2 && parts[0]?.toLowerCase() === lower) return
    addWhole(lower, at)
    // `mtime-on-use`, `mtime_on_use` and `mtimeOnUse` meet in `mtimeonuse`.
    addWhole(lower.replace(/[_\-+]+/g, ''), at)
  }
  const addSegment = (segment: string): void => {
    const at = words.length
    const lower = trimmed(segment).toLowerCase()
    if (VERSION.test(lower) || UUID.test(lower)) {
      addWord(lower.replace(/^v(?=\d)/, ''))
      return
    }
    for (const piece of segment.split('.')) if (piece !== '') addPiece(piece)
    if (segment.includes('.')) addWhole(lower, at)
  }
  const segments = chunk.split(/[/:@#]+/).filter((segment) => segment !== '')
  const starts = segments.map((segment) => {
    const at = words.length
    addSegment(segment)
    return at
  })
  if (segments.length > 1) addWhole(trimmed(chunk).toLowerCase(), 0)
  if (chunk.includes('/')) addPathEndings(segments, starts, addWhole)
  return { words, wholes: [...wholes].map(([lexeme, at]) => ({ lexeme, at })), weight }
}

/** People remember the end of a path: `search/rank-hits.ts` finds `packages/core/src/search/rank-hits.ts`. */
const addPathEndings = (
  segments: readonly string[],
  starts: readonly number[],
  addWhole: (lexeme: string, at: number) => void,
): void => {
  for (let count = 2; count <= 3 && count < segments.length; count++) {
    const first = segments.length - count
    addWhole(trimmed(segments.slice(first).join('/')).toLowerCase(), starts[first] ?? 0)
  }
}
