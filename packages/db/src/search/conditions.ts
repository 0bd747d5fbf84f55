import { type SQL, sql } from 'drizzle-orm'
import { escapeLike, likePattern, textArray } from '../sql/lists.ts'
import type { FileFilter, OneOf, SearchFilters } from './search.types.ts'

const oneOf = (column: SQL, { values, isNegated }: OneOf): SQL =>
  isNegated
    ? sql`(${column} is null or ${column} <> all(${textArray(values)}))`
    : sql`${column} = any(${textArray(values)})`

const kindOrType = ({ values, isNegated }: OneOf): SQL => {
  const list = textArray(values)
  return isNegated
    ? sql`(d.kind <> all(${list}) and (d.type is null or d.type <> all(${list})))`
    : sql`(d.kind = any(${list}) or d.type = any(${list}))`
}

const branch = ({ values, isNegated }: OneOf): SQL => {
  const found = sql`coalesce(lower(d.git_branch) like any(${textArray(values.map(likePattern))}), false)`
  return isNegated ? sql`not ${found}` : found
}

const concept = ({ values, isNegated }: OneOf): SQL => {
  const found = sql`exists (select from unnest(d.concepts) c where lower(c) = any(${textArray(values)}))`
  return isNegated ? sql`not ${found}` : found
}

const tag = ({ values, isNegated }: OneOf): SQL => {
  const tagged = sql`coalesce(d.session_id in (select n.session_id from teamlore.session_notes n
    where n.team_id = d.team_id and n.kind = 'tag' and n.removed_at is null
      and n.text = any(${textArray(values)})), false)`
  return isNegated ? sql`not ${tagged}` : tagged
}

const title = ({ values, kinds, isNegated }: NonNullable<SearchFilters['titles']>[number]): SQL => {
  const patterns = textArray(values.map((value) => `%${escapeLike(value)}%`))
  const titled = sql`((d.kind = any(${textArray(kinds)}) and lower(d.title) like any(${patterns}))
    or coalesce(d.session_id in (select s.id from teamlore.sessions s
      where s.team_id = d.team_id and lower(s.title) like any(${patterns})), false))`
  return isNegated ? sql`not ${titled}` : titled
}

/** Long texts stand in several documents, and only the first of them in a list. */
const words = ({ match, isCommon }: NonNullable<SearchFilters['words']>): SQL =>
  isCommon
    ? sql`exists (select from teamlore.team_documents e
        where e.source_id = d.source_id and e.tsv @@ ${match}::tsquery)`
    : sql`d.source_id in (select e.source_id from teamlore.team_documents e
        where e.tsv @@ ${match}::tsquery)`

/** The path itself, its last parts, or what lies below it. */
export const pathPatterns = ({ pattern }: Pick<FileFilter, 'pattern'>): string[] => {
  const own = likePattern(pattern)
  return [own, `%/${own}`, `${own}/%`, `%/${own}/%`]
}

const file = ({ pattern, words, mention, isNegated }: FileFilter): SQL => {
  const patterns = textArray(pathPatterns({ pattern }))
  const named = sql`exists (
    select from unnest(d.paths) p where lower(replace(p, E'\\\\', '/')) like any(${patterns}))`
  const mentioned = mention === null ? sql`false` : sql`d.tsv @@ ${mention}::tsquery`
  if (isNegated) return sql`not (${named} or ${mentioned})`
  const bound = words === null ? sql`true` : sql`d.tsv @@ ${words}::tsquery`
  return sql`(${mentioned} or (${bound} and ${named}))`
}

const ofBook = ({ name, layer, type }: NonNullable<SearchFilters['book']>): SQL => sql`exists (
  select from teamlore.entities e join teamlore.books b on b.id = e.book_id
  where e.id = d.source_id and e.team_id = d.team_id and b.name = ${name}
    and (${layer ?? null}::text is null or e.layer = ${layer ?? null})
    and (${type ?? null}::text is null or e.type = ${type ?? null}))`

type Columns = 'projects' | 'sessions' | 'tools' | 'authors' | 'kinds'
const COLUMNS = {
  kinds: sql`d.kind`,
  projects: sql`d.project_id`,
  sessions: sql`d.session_id`,
  tools: sql`d.tool`,
  authors: sql`d.author_id`,
} as const satisfies Record<Columns, SQL>

/** When it was. */
export const momentsOf = ({ before, after }: Pick<SearchFilters, 'before' | 'after'>): SQL[] => [
  ...(before ? [sql`d.occurred_at < ${before.toISOString()}::timestamptz`] : []),
  ...(after ? [sql`d.occurred_at >= ${after.toISOString()}::timestamptz`] : []),
]

/** The filters as conditions on `d`, a row of `team_documents`. */
export const conditionsOf = (filters: SearchFilters): SQL[] => {
  const conditions: SQL[] = []
  if (filters.includeSuperseded !== true) conditions.push(sql`d.status in ('current','unreviewed')`)
  for (const name of Object.keys(COLUMNS) as Columns[]) {
    for (const wanted of filters[name] ?? []) conditions.push(oneOf(COLUMNS[name], wanted))
  }
  conditions.push(...(filters.types ?? []).map(kindOrType))
  conditions.push(...(filters.branches ?? []).map(branch))
  conditions.push(...(filters.concepts ?? []).map(concept))
  conditions.push(...(filters.tags ?? []).map(tag))
  conditions.push(...(filters.titles ?? []).map(title))
  conditions.push(...(filters.files ?? []).map(file))
  if (filters.book) conditions.push(ofBook(filters.book))
  conditions.push(...momentsOf(filters))
  if (filters.excluded) conditions.push(sql`not d.tsv @@ ${filters.excluded}::tsquery`)
  if (filters.words) conditions.push(words(filters.words))
  return conditions
}

/** `and …` behind a condition that is there in any case; nothing when there are no filters. */
export const andAll = (conditions: readonly SQL[]): SQL =>
  conditions.length === 0 ? sql`` : sql` and ${sql.join([...conditions], sql` and `)}`

/** In the statement itself, where it shows the planner how few rows are wanted, whatever else is asked for. */
export const literalNumber = (value: number): SQL => sql.raw(String(Math.max(0, Math.trunc(value))))
