import { FILTER_NAMES, type FilterName } from '@teamlore/shared'
import { editDistance } from '@teamlore/shared/edit-distance'
import { narrows } from '@teamlore/shared/filters'
import { cleanText } from '../../text/clean-text.ts'
import { lexQuery } from './lex-query.ts'
import { type OperatedToken, readOperators } from './operators.ts'
import type { Clause, TypedQuery } from './query.types.ts'

/** What is looked at of a question; longer ones are pasted logs, and their start says enough. */
export const MAX_QUERY_CHARS = 20_000
/** What is said of a longer question. */
export const questionCut = `Only the first ${MAX_QUERY_CHARS} characters of the question were used.`
const MAX_CLAUSES = 200
const MAX_FILTERS = 40
const isFilterName = (name: string): name is FilterName =>
  (FILTER_NAMES as readonly string[]).includes(name)

/**
 * Reads the query language. Every text is a valid query: what cannot be understood is searched as text or left
 * out, and `notes` say so.
 */
export const parseQuery = (typed: string): TypedQuery => {
  const query: TypedQuery = { groups: [], demanded: [], excluded: [], filters: [], notes: [] }
  if (typed.length > MAX_QUERY_CHARS) query.notes.push(questionCut)
  const lexed = lexQuery(cleanText(typed.slice(0, MAX_QUERY_CHARS)))
  const { tokens, isSentence, notes } = readOperators(lexed)
  query.notes.push(...notes)
  const reading: Reading = { joins: false, isDemanded: false, isSentence }
  for (const token of tokens) {
    if (token.kind === 'or') reading.joins = true
    else if (token.kind === 'and') {
      demand(query, reading.group)
      Object.assign(reading, { joins: false, isDemanded: true })
    } else readContent(query, token, reading)
  }
  return query
}

/** What was read before a token. */
type Reading = {
  isSentence: boolean
  joins: boolean
  isDemanded: boolean
  before?: Content
  /** Where the words right before were put. */
  group?: Clause[] | undefined
}

const readContent = (query: TypedQuery, token: Content, reading: Reading): void => {
  const { joins, isDemanded, isSentence, before } = reading
  if (joins && before !== undefined) noteOr(query, before, token)
  const isFurther = isDemanded && before !== undefined && sideOf(before) === sideOf(token)
  const clause = readToken(query, token, isFurther)
  const plain: Clause | undefined =
    isSentence && clause ? { kind: 'word', text: clause.text } : clause
  const group = plain && addClause(query, plain, token.isNegated && !isSentence, joins)
  if (isDemanded) demand(query, group)
  Object.assign(reading, { joins: false, isDemanded: false, before: token, group })
}

const demand = ({ demanded }: TypedQuery, group: Clause[] | undefined): void => {
  if (group !== undefined && !demanded.includes(group)) demanded.push(group)
}

type Content = Exclude<OperatedToken, { kind: 'or' | 'and' }>

/** Filters of which any value will do. */
const ANY_VALUE: readonly string[] = FILTER_NAMES.filter(
  (name) => narrows(name) && name !== 'file' && name !== 'before' && name !== 'after',
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

/** A clause to look for, unless the token was a filter or empty. */
const readToken = (query: TypedQuery, token: Content, isFurther: boolean): Clause | undefined => {
  if (token.kind !== 'pair') return token.text.trim() === '' ? undefined : clauseOf(token)
  const name = token.name === 'sort' ? 'order' : token.name
  if (isFilterName(name)) {
    readFilter(query, name, { ...token, isFurther })
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
  /^(?:is|in|on|from|to|by|kind|path|user|repo|lang|language|ext|label|status|model|since|until|date|commit|id|body|message|scope|has)$/.test(
    name,
  )

const clauseOf = (token: Exclude<Content, { kind: 'pair' }>): Clause => ({
  kind: token.kind,
  text: token.text,
})

const readFilter = (
  query: TypedQuery,
  name: FilterName,
  { value, isNegated, isFurther }: { value: string; isNegated: boolean; isFurther: boolean },
): void => {
  const wanted = value.trim()
  if (wanted === '') query.notes.push(`The filter ${name}: is empty and was left out.`)
  else if (query.filters.length >= MAX_FILTERS)
    noteOnce(query, `Only ${MAX_FILTERS} filters were used.`)
  else if (isFurther && ANY_VALUE.includes(name))
    query.filters.push({ name, value: wanted, isNegated, isFurther })
  else query.filters.push({ name, value: wanted, isNegated })
}

/** Where it was put; undefined for what must not occur, and for what was left out. */
const addClause = (
  query: TypedQuery,
  clause: Clause,
  isNegated: boolean,
  joins: boolean,
): Clause[] | undefined => {
  const last = query.groups.at(-1)
  if (query.groups.length + query.excluded.length >= MAX_CLAUSES) {
    noteOnce(query, `Only the first ${MAX_CLAUSES} words of the question were used.`)
    return undefined
  }
  if (isNegated) {
    query.excluded.push(clause)
    return undefined
  }
  if (joins && last !== undefined && last.length < MAX_CLAUSES) {
    last.push(clause)
    return last
  }
  const group = [clause]
  query.groups.push(group)
  return group
}

const noteOnce = (query: TypedQuery, note: string): void => {
  if (!query.notes.includes(note)) query.notes.push(note)
}
