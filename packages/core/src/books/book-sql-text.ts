/** Functions a question may call. What is not here could change a setting, read a file or run for ever. */
const FUNCTIONS = new Set(
  `abs array_agg array_length array_position array_to_string avg bool_and bool_or btrim cardinality ceil coalesce concat concat_ws
  count date_part date_trunc dense_rank every extract first_value floor greatest initcap jsonb_agg jsonb_array_elements
  jsonb_array_elements_text jsonb_array_length jsonb_build_object jsonb_each jsonb_each_text jsonb_extract_path
  jsonb_extract_path_text jsonb_object_agg jsonb_object_keys jsonb_typeof lag last_value lead least left length lower ltrim max
  min mod nullif ntile position rank replace right round row_number rtrim split_part starts_with strpos string_agg substr
  substring sum to_char to_date to_jsonb trim trunc unnest upper cast`.split(/\s+/u),
)
/** Words of the language that may stand before a bracket. */
const BEFORE_BRACKET = new Set(
  `all and any as between by case cross distinct else except exists filter from full group having in inner intersect is join lateral
  left like ilike limit not offset on or order outer over partition right select some then union using values when where with
  within array materialized`.split(/\s+/u),
)
const FORBIDDEN = new Set(
  `insert update delete merge truncate drop alter create grant revoke copy call do execute set reset show listen notify lock
  into recursive for tablesample explain analyze vacuum`.split(/\s+/u),
)
const MAX_LENGTH = 10_000
const TOKEN =
  /\s+|'(?:[^']|'')*'|"(?:[^"]|"")*"|\d+(?:\.\d+)?|[\p{L}_][\p{L}\p{N}_]*|->>?|#>>?|<>|!=|<=|>=|\|\||::|@>|<@|\?[|&]?|[-+*/%=<>(),.[\]:]/uy

type Token = { text: string; name: string | undefined; isQuoted: boolean }

/** E'…', U&"…" and the like have rules of their own, so nothing may stand right before a quote. */
const isGlued = (query: string, at: number): boolean =>
  /['"]/u.test(query[at] ?? '') && /[\p{L}\p{N}_&$]/u.test(query[at - 1] ?? '')

const tokenOf = (text: string): Token => {
  const isQuoted = text.startsWith('"')
  const name = isQuoted ? text.slice(1, -1).replaceAll('""', '"') : text.toLowerCase()
  return { text, isQuoted, name: isQuoted || /^[\p{L}_]/u.test(text) ? name : undefined }
}

/** The tokens of a query, or the text that is none. */
const tokensOf = (query: string): Token[] | string => {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < query.length) {
    const at = TOKEN.lastIndex
    const [text] = TOKEN.exec(query) ?? []
    if (text === undefined || isGlued(query, at) || /^(?:--|\/\*)/u.test(query.slice(at, at + 2)))
      return query.slice(at, at + 1)
    if (!/^\s/u.test(text)) tokens.push(tokenOf(text))
  }
  return tokens
}

const problemAt = (tokens: readonly Token[], at: number): string | undefined => {
  const { name, isQuoted } = tokens[at] ?? {}
  if (name === undefined) return undefined
  if (isQuoted === false && FORBIDDEN.has(name))
    return `"${name.toUpperCase()}" cannot stand in a query here.`
  if (/^(?:pg_|teamlore|information_schema$)/u.test(name))
    return 'A query may read entities, edges and events, and nothing else.'
  const isWord = isQuoted === false && BEFORE_BRACKET.has(name)
  if (tokens[at + 1]?.text !== '(' || isWord || FUNCTIONS.has(name)) return undefined
  return `The function "${name}" is not known here.`
}

/** What is wrong with a question in SQL; undefined where it is one SELECT that can only read. */
export const sqlProblem = (query: string): string | undefined => {
  if (query.length > MAX_LENGTH) return `A query may have ${MAX_LENGTH} characters.`
  const tokens = tokensOf(query)
  if (typeof tokens === 'string') return `"${tokens}" cannot stand in a query here.`
  const [first] = tokens
  if (first?.isQuoted !== false || (first.name !== 'select' && first.name !== 'with'))
    return 'A query must begin with SELECT or WITH.'
  for (const at of tokens.keys()) {
    const problem = problemAt(tokens, at)
    if (problem !== undefined) return problem
  }
  return undefined
}
