import type { FileFilter, OneOf, SearchFilters, TeamRepositories } from '@teamlore/db'
import { FILTER_NAMES, type FilterName, kindsOfScope, type SearchQuery } from '@teamlore/shared'
import { narrows } from '@teamlore/shared/filters'
import { TITLED_KINDS } from '@teamlore/shared/kinds'
import { spellTag } from '@teamlore/shared/session-notes'
import { projectFilter } from '../../projects/project-identity.ts'
import { quoteLexeme } from '../../text/analyse.ts'
import { cleanText } from '../../text/clean-text.ts'
import { momentInWords } from '../../text/moment-in-words.ts'
import { parseMoment } from '../../text/parse-moment.ts'
import { type ScopeName, scopeLexeme } from '../../text/scope-lexeme.ts'
import { tokenise } from '../../text/tokenise.ts'
import { appliedOf, type FilterGroup, groupFilters } from './filter-groups.ts'
import { isOrder } from './order.ts'
import type { TypedFilter } from './query.types.ts'
import { readTypes } from './type-filter.ts'

export type ResolvedFilters = {
  filters: SearchFilters
  /** Lexemes that every fitting document has one of, per condition: they let the text index bound the work. */
  scopes: string[][]
  notes: string[]
  /** A name that nothing bears, or an interval without a moment in it: nothing can fit. */
  isImpossible: boolean
  /** Filters that narrow the question, without what was left out of them. */
  applied: TypedFilter[]
}

type Lookups = {
  search: Pick<TeamRepositories['search'], 'projectIds' | 'authorIds'>
  ids: Pick<TeamRepositories['ids'], 'resolve'>
}

type Context = { repositories: Lookups; now: Date; userId: string; resolved: ResolvedFilters }

/** Filters that stand beside the question, as if they had been typed; each narrows what the question itself says. */
const besideQuestion = (query: SearchQuery): TypedFilter[] => {
  return FILTER_NAMES.flatMap((name) => {
    const value = query[name]
    return value === undefined || value.trim() === ''
      ? []
      : [{ name, value: cleanText(value.trim()), isNegated: false }]
  })
}

/** Whether anything narrows the question, in its words or beside them, or an earlier time is asked about. */
export const hasFilters = (query: SearchQuery, typed: readonly TypedFilter[]): boolean =>
  [...typed, ...besideQuestion(query)].some(({ name }) => narrows(name)) ||
  query.scope !== 'all' ||
  query.as_of !== undefined

type Typed = {
  typed: readonly TypedFilter[]
  query: SearchQuery
  now: Date
  userId: string
  /** The time that is asked about: what came in later is not looked at. */
  asOf?: Date | undefined
}

/** Finds out what filters mean. What nothing can be made of becomes a note; nothing here is an error. */
export const resolveFilters = async (
  repositories: Lookups,
  { typed, query, now, userId, asOf }: Typed,
): Promise<ResolvedFilters> => {
  const resolved: ResolvedFilters = {
    filters: {},
    scopes: [],
    notes: [],
    isImpossible: false,
    applied: [],
  }
  const context: Context = { repositories, now, userId, resolved }
  resolved.filters.includeSuperseded = query.include_superseded
  const hasProject = [...typed, ...besideQuestion(query)].some(({ name }) => name === 'project')
  applyScope(context, query.scope, hasProject)
  for (const group of [...groupFilters(typed), ...groupFilters(besideQuestion(query))]) {
    resolved.notes.push(...group.notes)
    await APPLY[group.name](context, group)
    if (narrows(group.name)) resolved.applied.push(...appliedOf(group))
  }
  if (asOf === undefined || !knownBy(resolved, asOf)) noteEmptyInterval(resolved)
  return resolved
}

const applyScope = (
  { resolved }: Context,
  scope: SearchQuery['scope'],
  hasProject: boolean,
): void => {
  if (scope === 'session' || scope === 'knowledge')
    addOneOf(resolved, 'kinds', 'kind', { values: kindsOfScope(scope), isNegated: false })
  if (scope === 'project' && !hasProject) {
    resolved.notes.push('The scope "project" needs a project: filter, so everything was searched.')
  }
}

type OneOfFilter =
  | 'kinds'
  | 'types'
  | 'projects'
  | 'sessions'
  | 'tools'
  | 'authors'
  | 'branches'
  | 'concepts'
  | 'tags'

const addOneOf = (
  resolved: ResolvedFilters,
  filter: OneOfFilter,
  scope: ScopeName | readonly ScopeName[] | null,
  condition: OneOf,
): void => {
  const conditions = resolved.filters[filter] ?? []
  conditions.push(condition)
  resolved.filters[filter] = conditions
  if (condition.isNegated) return
  if (condition.values.length === 0) resolved.isImpossible = true
  const names = scope === null ? [] : [scope].flat()
  const lexemes = names.flatMap((name) => condition.values.map((value) => scopeLexeme(name, value)))
  if (lexemes.length > 0) resolved.scopes.push([...new Set(lexemes)])
}

const APPLY: Record<FilterName, (context: Context, group: FilterGroup) => Promise<void> | void> = {
  type: ({ resolved }, { values, isNegated, unused }) => {
    const { known, unknown, notes } = readTypes(values)
    resolved.notes.push(...notes)
    unused.push(...unknown)
    if (known.length > 0)
      addOneOf(resolved, 'types', ['kind', 'type'], { values: known, isNegated })
  },
  tool: ({ resolved }, { values, isNegated }) =>
    addOneOf(resolved, 'tools', 'tool', {
      values: values.map((value) => value.toLowerCase()),
      isNegated,
    }),
  concept: ({ resolved }, { values, isNegated }) => {
    const spelled = values.flatMap((value) => {
      const lower = value.toLowerCase()
      return [lower, lower.replace(/\s+/g, '-'), lower.replace(/-/g, ' ')]
    })
    addOneOf(resolved, 'concepts', 'concept', { values: [...new Set(spelled)], isNegated })
  },
  branch: ({ resolved }, { values, isNegated }) => {
    const lower = values.map((value) => value.toLowerCase())
    const hasPattern = lower.some((value) => value.includes('*'))
    addOneOf(resolved, 'branches', hasPattern ? null : 'branch', { values: lower, isNegated })
  },
  project: async ({ repositories, resolved }, { values, isNegated }) => {
    const found = await lookUp(values, resolved, 'project', (value) => {
      const filter = projectFilter(value)
      return filter === undefined ? Promise.resolve([]) : repositories.search.projectIds(filter)
    })
    addOneOf(resolved, 'projects', 'project', { values: found, isNegated })
  },
  author: async ({ repositories, resolved, userId }, { values, isNegated }) => {
    const found = await lookUp(values, resolved, 'member', (value) =>
      value.toLowerCase() === 'me'
        ? Promise.resolve([userId])
        : repositories.search.authorIds(value),
    )
    addOneOf(resolved, 'authors', 'author', { values: found, isNegated })
  },
  tag: ({ resolved }, { values, isNegated }) =>
    addOneOf(resolved, 'tags', null, { values: values.map(spellTag), isNegated }),
  session: async ({ repositories, resolved }, { values, isNegated }) => {
    const found = await lookUp(values, resolved, 'session', async (value) => {
      const one = await repositories.ids.resolve('session', value)
      return one.found === 'one' ? [one.id] : []
    })
    addOneOf(resolved, 'sessions', 'session', { values: found, isNegated })
  },
  file: ({ resolved }, { values, isNegated }) => {
    const files = resolved.filters.files ?? []
    for (const value of values) {
      const { words, mention, filter } = fileFilter(value, isNegated)
      files.push(filter)
      if (isNegated) continue
      for (const word of words) resolved.scopes.push([...(mention ? [mention] : []), word])
    }
    resolved.filters.files = files
  },
  title: ({ resolved }, { values, isNegated }) => {
    const titles = resolved.filters.titles ?? []
    const lower = values.map((value) => value.toLowerCase())
    titles.push({ values: lower, kinds: TITLED_KINDS, isNegated })
    resolved.filters.titles = titles
  },
  order: ({ resolved }, { values, isNegated }) => {
    const wrong = isNegated ? values : values.filter((value) => !isOrder(value))
    for (const value of wrong)
      resolved.notes.push(
        `There is no order "${value.slice(0, 40)}", so it was left out. Write order:date, order:oldest or order:relevance.`,
      )
  },
  before: (context, group) => applyMoment(context, 'before', group),
  after: (context, group) => applyMoment(context, 'after', group),
}

const lookUp = async (
  values: readonly string[],
  resolved: ResolvedFilters,
  noun: string,
  find: (value: string) => Promise<string[]>,
): Promise<string[]> => {
  const found: string[] = []
  for (const value of values) {
    const ids = await find(value)
    if (ids.length === 0) resolved.notes.push(`There is no ${noun} "${value.slice(0, 100)}".`)
    found.push(...ids)
  }
  return [...new Set(found)]
}

/** The first words of a path bound the work well enough. */
const MAX_BOUNDING_WORDS = 8

/** What fits has all the words of the path, or mentions it as a whole. */
const fileFilter = (
  value: string,
  isNegated: boolean,
): { filter: FileFilter; words: string[]; mention: string | undefined } => {
  const path = value
    .replaceAll('\\', '/')
    .replace(/^\.?\//, '')
    .replace(/\/+$/, '')
  const words: string[] = []
  const wholes: string[] = []
  if (!path.includes('*')) {
    tokenise(path, (lexemes) => {
      words.push(...lexemes.words)
      wholes.push(...lexemes.wholes.map(({ lexeme }) => lexeme))
    })
  }
  const mention = wholes.find((whole) => whole === path.toLowerCase())
  const filter = {
    pattern: path.toLowerCase(),
    words: words.length === 0 ? null : words.map(quoteLexeme).join(' & '),
    mention: mention === undefined ? null : quoteLexeme(mention),
    isNegated,
  }
  return { filter, words: [...new Set(words)].slice(0, MAX_BOUNDING_WORDS), mention }
}

const applyMoment = (
  { resolved, now }: Context,
  name: 'before' | 'after',
  { values, isNegated, unused }: FilterGroup,
): void => {
  // Not before a moment is after it.
  const side = isNegated ? ({ before: 'after', after: 'before' } as const)[name] : name
  for (const value of values) {
    const moment = parseMoment(value, now)
    if (moment === undefined) {
      unused.push(value)
      resolved.notes.push(
        `"${value.slice(0, 40)}" is no date for ${name}:, so it was left out. Write 2026-03-09, 2026-03, yesterday or 7d.`,
      )
    } else resolved.filters[side] = tighter(side, resolved.filters[side], moment)
  }
}

const tighter = (side: 'before' | 'after', known: Date | undefined, moment: Date): Date => {
  if (known === undefined) return moment
  return known < moment === (side === 'before') ? known : moment
}

/** Whether it said that all which the filters leave came later. */
const knownBy = (resolved: ResolvedFilters, asOf: Date): boolean => {
  const { before, after } = resolved.filters
  // What was recorded at that very moment was known.
  const until = new Date(asOf.getTime() + 1)
  resolved.filters.before = tighter('before', before, until)
  if (after === undefined || after < until || (before !== undefined && before <= after))
    return false
  resolved.isImpossible = true
  resolved.notes.push(`As of ${momentInWords(asOf)} nothing was later than ${written(after)}.`)
  return true
}

const noteEmptyInterval = (resolved: ResolvedFilters): void => {
  const { before, after } = resolved.filters
  if (before === undefined || after === undefined || after < before) return
  resolved.isImpossible = true
  const says = after > before ? 'ends before it begins' : 'ends where it begins'
  resolved.notes.push(
    `The interval from ${written(after)} to ${written(before)} ${says}, so nothing fits it.`,
  )
}

/** A day where it is the beginning of one. */
const written = (moment: Date): string => {
  const iso = moment.toISOString()
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : `${iso.slice(0, 16)}Z`
}
