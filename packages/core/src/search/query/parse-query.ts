import { FILTER_NAMES, type FilterName } from '@teamlore/shared'
import { cleanText } from '../documents/clean-text.ts'
import { editDistance } from './edit-distance.ts'
import { lexQuery, type QueryToken } from './lex-query.ts'
import type { Clause, TypedQuery } from './query.types.ts'

/** What is looked at of a question; longer ones are pasted logs, and their start says enough. */
export const MAX_QUERY_CHARS = 20_000
/** What is said of a longer question. */
export const questionCut = `Only the first ${MAX_QUERY_CHARS} characters of the question were used.`
const MAX_CLAUSES = 200
const MAX_FILTERS = 40
/**
 * With more words than this, somebody wrote a sentence (or pasted one): what is quoted in it is mentioned rather than
 * demanded, and a dash is a dash.
 */
const MAX_OPERATED_WORDS = 8

const isFilterName = (name: string): name is FilterName =>
  (FILTER_NAMES as readonly string[]).includes(name)

/**
 * Reads the query language. Every text is a valid query: what cannot be understood is searched as text or left
 * out, and `notes` say so.
 */
export const parseQuery = (typed: string): TypedQuery => {
  const query: TypedQuery = { groups: [], excluded: [], filters: [], notes: [] }
  if (typed.length > MAX_QUERY_CHARS) query.notes.push(questionCut)
  const tokens = lexQuery(cleanText(typed.slice(0, MAX_QUERY_CHARS)))
  const words = tokens.filter((token) => token.kind === 'word' && /[\p{L}\p{N}]/u.test(token.text))
  const isSentence = words.length > MAX_OPERATED_WORDS
  if (!isSentence) noteNot(query, tokens)
  let joins = false
  let before: Content | undefined
  for (const token of tokens) {
    if (token.kind === 'or') {
      joins = true
      continue
    }
    if (joins && before !== undefined) noteOr(query, before, token)
    before = token
    const clause = readToken(query, token)
    if (clause !== undefined) {
      const plain: Clause = isSentence ? { kind: 'word', text: clause.text } : clause
      addClause(query, plain, token.isNegated && !isSentence, joins)
    }
    joins = false
  }
  return query
}

type Content = Exclude<QueryToken, { kind: 'or' }>

/** Filters of which any value will do. */
const ANY_VALUE: readonly string[] = FILTER_NAMES.filter(
  (name) => name !== 'file' && name !== 'before' && name !== 'after',
)

const sideOf = (token: Content): string => {
  const isFilter = token.kind === 'pair' && isFilterName(token.name)
  return `${token.isNegated ? '-' : ''}${isFilter ? `${token.name}:` : 'words'}`
}

/** Words go together with words, and values with those of the same filter; between all else `or` says nothing. */
const noteOr = (query: TypedQuery, before: Content, after: Content): void => {
  const [left, right] = [sideOf(before), sideOf(after)]
  if (left === right && (left === 'words' || ANY_VALUE.includes(left.slice(0, -1)))) return
  noteOnce(query, `"or" was left out between ${left} and ${right}, so both must fit.`)
}

/** In capitals before what is not: an operator elsewhere. */
const noteNot = (query: TypedQuery, tokens: readonly QueryToken[]): void => {
  const at = tokens.findIndex((token) => token.kind === 'word' && token.text === 'NOT')
  const next = at === -1 ? undefined : tokens[at + 1]
  if (next === undefined || next.kind === 'or' || next.text === next.text.toUpperCase()) return
  const example = /^[\w.:]{1,40}$/.test(next.text) ? next.text : 'word'
  query.notes.push(`NOT was searched as a word; to leave something out, write -${example}.`)
}

/** A clause to look for, unless the token was a filter or empty. */
const readToken = (query: TypedQuery, token: Content): Clause | undefined => {
  if (token.kind !== 'pair') return token.text.trim() === '' ? undefined : clauseOf(token)
  if (isFilterName(token.name)) {
    readFilter(query, token.name, token)
    return undefined
  }
  const meant = FILTER_NAMES.find(
    (name) => editDistance(token.name, name, 2) <= (name.length > 4 ? 2 : 1),
  )
  if (token.value !== '' && (meant !== undefined || isLikelyFilter(token.name))) {
    const hint = meant === undefined ? '' : ` Did you mean ${meant}:?`
    query.notes.push(`There is no filter ${token.name}:, so it was searched as text.${hint}`)
  }
  return { kind: 'word', text: token.text }
}

/** Words that people try as filters; `node:fs` and `test:unit` are things to look for. */
const isLikelyFilter = (name: string): boolean =>
  /^(?:is|in|on|from|to|by|kind|path|user|repo|lang|language|ext|tag|label|status|model|since|until|date|commit|id|title|body|message|scope|sort|has)$/.test(
    name,
  )

const clauseOf = (token: Exclude<Content, { kind: 'pair' }>): Clause => ({
  kind: token.kind,
  text: token.text,
})

const readFilter = (
  query: TypedQuery,
  name: FilterName,
  { value, isNegated }: { value: string; isNegated: boolean },
): void => {
  const wanted = value.trim()
  if (wanted === '') query.notes.push(`The filter ${name}: is empty and was left out.`)
  else if (query.filters.length >= MAX_FILTERS)
    noteOnce(query, `Only ${MAX_FILTERS} filters were used.`)
  else query.filters.push({ name, value: wanted, isNegated })
}

const addClause = (query: TypedQuery, clause: Clause, isNegated: boolean, joins: boolean): void => {
  const last = query.groups.at(-1)
  if (query.groups.length + query.excluded.length >= MAX_CLAUSES) {
    noteOnce(query, `Only the first ${MAX_CLAUSES} words of the question were used.`)
  } else if (isNegated) query.excluded.push(clause)
  else if (joins && last !== undefined && last.length < MAX_CLAUSES) last.push(clause)
  else query.groups.push([clause])
}

const noteOnce = (query: TypedQuery, note: string): void => {
  if (!query.notes.includes(note)) query.notes.push(note)
}
