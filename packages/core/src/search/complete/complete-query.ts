import type { TeamRepositories, UnitOfWork } from '@teamlore/db'
import {
  type CompletionQuery,
  type CompletionResponse,
  type FilterName,
  filterFacts,
} from '@teamlore/shared'
import type { TeamScope } from '../../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { projectFilter } from '../../projects/project-identity.ts'
import { cleanText } from '../../text/clean-text.ts'
import { isCancelledStatement } from '../is-cancelled-statement.ts'
import { parseQuery } from '../query/parse-query.ts'
import { printFilter } from '../query/print-filter.ts'
import type { SearchOptions } from '../search.ts'
import { type CompletionPlace, completionPlace } from './completion-place.ts'
import { fixedValues, SUGGESTED, type Suggestion } from './fixed-values.ts'
import { FIND } from './found-values.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'searchInTeam'>
  now?: Clock
  /** Later nobody waits for a suggestion any more. */
  timeoutMs?: number
}

const TIMEOUT_MS = 800
/** What is looked for of a value; nobody types more before looking at the suggestions. */
const MAX_PREFIX = 200
/** Projects whose values are looked at, where the question names some. */
const MAX_PROJECTS = 5

/**
 * What somebody who types a question may go on with: names of filters, and their values out of what the team has, as far
 * as the asker may see it. Where looking takes too long nothing is suggested; nothing here is an error.
 */
export const makeCompleteQuery =
  ({ unitOfWork, now = systemClock, timeoutMs = TIMEOUT_MS }: Deps) =>
  async (
    scope: TeamScope,
    { q, cursor, limit }: CompletionQuery,
    options: SearchOptions = {},
  ): Promise<CompletionResponse> => {
    const at = Math.min(cursor ?? q.length, q.length)
    const place = completionPlace(q, at)
    if (place === undefined) return { from: at, to: at, items: [] }
    const { from, to } = place
    if (place.wants === 'filter') return { from, to, items: filtersFor(place).slice(0, limit) }
    const prefix = cleanText(place.prefix.slice(0, MAX_PREFIX))
    const values =
      fixedValues(place.name, prefix, now) ??
      (await findValues({ unitOfWork, timeoutMs }, scope, place.name, {
        q,
        prefix,
        limit,
        ...options,
      }))
    return { from, to, items: values.flatMap((value) => itemOf(place, value)).slice(0, limit) }
  }

const filtersFor = ({ prefix, isNegated }: CompletionPlace): CompletionResponse['items'] =>
  SUGGESTED.filter((name) => name.startsWith(prefix)).map((name) => ({
    kind: 'filter',
    filter: name,
    text: `${isNegated ? '-' : ''}${name}:`,
    label: `${name}:`,
    note: filterFacts(name).hint,
  }))

/** What the query language cannot spell is not suggested. */
const itemOf = (
  { name, head, isNegated }: CompletionPlace & { wants: 'value' },
  { value, note, label }: Suggestion,
): CompletionResponse['items'] => {
  const text = printFilter({ name, value: head + value, isNegated })
  return text === undefined
    ? []
    : [{ kind: 'value', filter: name, text, label: label ?? value, note }]
}

type Wanted = SearchOptions & { q: string; prefix: string; limit: number }

const findValues = async (
  { unitOfWork, timeoutMs }: Required<Pick<Deps, 'unitOfWork' | 'timeoutMs'>>,
  scope: TeamScope,
  name: FilterName,
  wanted: Wanted,
): Promise<Suggestion[]> => {
  const find = FIND[name]
  if (find === undefined) return []
  try {
    return await unitOfWork.searchInTeam(scope, { timeoutMs }, async (repositories) => {
      // Suggestions are asked for at every key, and whoever types on waits for the last of them alone.
      wanted.signal?.throwIfAborted()
      const projectIds = await projectsOf(repositories, wanted.q)
      wanted.signal?.throwIfAborted()
      return find(repositories, { ...wanted, projectIds })
    })
  } catch (error) {
    if (isCancelledStatement(error)) return []
    throw error
  }
}

/** Projects that the question narrows to; undefined when it names none. */
const projectsOf = async (
  { search }: Pick<TeamRepositories, 'search'>,
  q: string,
): Promise<string[] | undefined> => {
  const names = parseQuery(q).filters.flatMap(({ name, value, isNegated }) =>
    name === 'project' && !isNegated ? [value] : [],
  )
  const ids: string[] = []
  for (const name of names.slice(0, MAX_PROJECTS)) {
    const filter = projectFilter(name)
    if (filter !== undefined) ids.push(...(await search.projectIds(filter)))
  }
  return ids.length === 0 ? undefined : ids.slice(0, MAX_PROJECTS)
}

export type CompleteQuery = ReturnType<typeof makeCompleteQuery>
