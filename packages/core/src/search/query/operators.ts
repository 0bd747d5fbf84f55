import type { QueryToken } from './lex-query.ts'

export type OperatedToken = QueryToken | { kind: 'and' }

type Content = Exclude<QueryToken, { kind: 'or' }>

/**
 * With more words than this, somebody wrote a sentence (or pasted one): what is quoted in it is mentioned rather than
 * demanded, and a dash is a dash.
 */
const MAX_OPERATED_WORDS = 8

export type Operated = {
  tokens: OperatedToken[]
  isSentence: boolean
  /** Sentences for the asker. */
  notes: string[]
}

/** Reads `AND` and `NOT` where they stand between words; in sentences, and among capitals alone, they are words. */
export const readOperators = (lexed: readonly QueryToken[]): Operated => {
  const places = lexed.map((_, at) => isOperator(lexed, at))
  const operators = places.filter(Boolean).length
  const words = lexed.filter((token, at) => isWord(token) && places[at] !== true)
  // Nobody joins every other word of a sentence.
  const isSentence = words.length > MAX_OPERATED_WORDS && operators * 2 < words.length
  if (isSentence) return { tokens: [...lexed], isSentence, notes: [] }
  const tokens: OperatedToken[] = []
  let isNegated = false
  for (const [at, token] of lexed.entries()) {
    if (places[at] !== true) {
      tokens.push(isNegated && token.kind !== 'or' ? { ...token, isNegated } : token)
      isNegated = false
    } else if (nameOf(token) === 'AND') tokens.push({ kind: 'and' })
    else isNegated = true
  }
  return { tokens, isSentence, notes: notesOn(lexed, places) }
}

const isWord = (token: QueryToken): boolean =>
  token.kind === 'word' && /[\p{L}\p{N}]/u.test(token.text)

const nameOf = (token: QueryToken | undefined): 'AND' | 'NOT' | undefined =>
  token?.kind === 'word' && !token.isNegated && (token.text === 'AND' || token.text === 'NOT')
    ? token.text
    : undefined

/** What follows "NOT" in code and answers of servers, where it is no operator. */
const QUOTED_AFTER_NOT = new Set(['NULL', 'IN', 'EXISTS', 'LIKE', 'BETWEEN', 'FOUND'])

const isOperator = (lexed: readonly QueryToken[], at: number): boolean => {
  const name = nameOf(lexed[at])
  if (name === undefined) return false
  const [before, after] = [contentAt(lexed, at - 1), contentAt(lexed, at + 1)]
  if (after === undefined || (name === 'AND' && before === undefined)) return false
  if (nameOf(after) !== undefined) return name === 'AND' && isOperator(lexed, at + 1)
  if (!isInCapitals(after)) return true
  if (name === 'NOT' && QUOTED_AFTER_NOT.has(after.text)) return false
  // `IF NOT EXISTS`, `READ AND WRITE`: all of it is in capitals.
  return before !== undefined && (nameOf(before) !== undefined || !isInCapitals(before))
}

const contentAt = (lexed: readonly QueryToken[], at: number): Content | undefined => {
  const token = lexed[at]
  return token === undefined || token.kind === 'or' ? undefined : token
}

const isInCapitals = ({ kind, text }: Content): boolean =>
  kind === 'word' && /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text)

/** Says where "NOT" was searched as a word though it may have been meant. */
const notesOn = (lexed: readonly QueryToken[], places: readonly boolean[]): string[] => {
  const at = lexed.findIndex((token, index) => nameOf(token) === 'NOT' && places[index] !== true)
  const next = at === -1 ? undefined : contentAt(lexed, at + 1)
  if (next === undefined || !lexed.some((token) => token.kind === 'word' && !isInCapitals(token)))
    return []
  const example = /^[\w.:]{1,40}$/.test(next.text) ? next.text.toLowerCase() : 'word'
  return [`NOT was searched as a word; to leave something out, write -${example}.`]
}
