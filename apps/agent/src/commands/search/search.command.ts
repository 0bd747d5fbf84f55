import type { FilterName, LoreClient, SearchQuery, SearchResponse } from '@teamlore/shared'
import { usageError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { dim, yellow } from '../../output/line.ts'
import { type Connection, openConnection } from '../../platform/connection.ts'
import {
  hitCount,
  searchLines,
  sessionHitLines,
  type ViewOptions,
} from '../../views/search.view.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { ensureToolOfTeam } from '../shared/known-tools.ts'
import { noteNoPrivateAccess } from '../shared/no-private-access.ts'
import { ensureOnlyMore, offerMore, previousQuery } from '../shared/paging.ts'
import { parseAsOf } from '../shared/parse-as-of.ts'
import { parseTime } from '../shared/parse-time.ts'
import { noteMeant } from '../shared/path-like.ts'
import { ensureEntryTypes } from './ensure-entry-types.ts'
import { SEARCH_TYPES } from './entry-types.ts'

export type SearchOptions = {
  [K in Exclude<FilterName, 'before' | 'after'>]?: string | undefined
} & {
  scope?: SearchQuery['scope'] | undefined
  includeSuperseded?: boolean | undefined
  asOf?: string | undefined
  since?: string | undefined
  until?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
  /** What follows the last answer. */
  more?: boolean | undefined
  explain?: boolean | undefined
  /** Sessions for results. */
  sessions?: boolean | undefined
  /** Every hit for itself, and not each session once. */
  ungrouped?: boolean | undefined
  /** The team's language model says which hits answer. */
  judge?: boolean | undefined
}

export const runSearch = async (
  context: CommandContext,
  words: readonly string[],
  options: SearchOptions,
): Promise<ExitCode> => {
  const { explain = false, more, ...rest } = options
  const { output } = context
  const { isFiltered, ...asked } = more
    ? await askedBefore(context, words, rest)
    : await askedNow(context, words, rest)
  const { query, isOfSessions, connection } = asked
  const { client, server } = connection
  const { response, lines } = isOfSessions
    ? await findSessions(client, query)
    : await findHits(client, query)
  const goOn = () =>
    offerMore(context, {
      server,
      command: 'search',
      query,
      cursor: response.next_cursor,
      ...(isOfSessions && { form: SESSIONS }),
    })
  if (context.isJson) {
    output.json(response)
    await goOn()
    return EXIT.ok
  }
  output.note(...response.notes.map((note) => [yellow('note'), `  ${note}`]))
  if (response.did_you_mean !== undefined)
    output.note([dim('Did you mean:'), `  ${response.did_you_mean}`])
  if (response.items.length === 0) {
    output.print([nothingFound(response, isFiltered)])
    const isMeant = response.notes.some((note) => note.includes('Did you mean file:'))
    // What the server knows of was asked there; here are files of which nobody knows anything yet.
    if (typeof query.file === 'string' && !isMeant) await noteMeant(context, query.file)
    await noteNoPrivateAccess(context, client)
  } else {
    output.print(...lines({ width: output.readingWidth, explain }))
    output.note([], [dim(hitCount(response))])
  }
  if (response.judged !== undefined)
    output.note([yellow('verdict'), `  ${response.judged.message}`])
  if (response.items.some((item) => 'more_in_session' in item))
    output.note([
      dim(
        'To see all hits of a session: the same with `--session ID`; every hit for itself: `--ungrouped`.',
      ),
    ])
  await goOn()
  return EXIT.ok
}

/** As what an answer is remembered that is made of sessions. */
const SESSIONS = 'sessions'

type Asked = {
  connection: Connection
  query: Query
  isOfSessions: boolean
  isFiltered: boolean
}
type Typed = Omit<SearchOptions, 'explain' | 'more'>

const askedBefore = async (
  context: CommandContext,
  words: readonly string[],
  typed: Typed,
): Promise<Asked> => {
  ensureOnlyMore('search', [...words, ...Object.values(typed)])
  const connection = await openConnection(context)
  const { query, form } = await previousQuery<Query>(context, {
    server: connection.server,
    command: 'search',
  })
  return { connection, query, isOfSessions: form === SESSIONS, isFiltered: true }
}

const askedNow = async (
  context: CommandContext,
  words: readonly string[],
  { since, until, limit = 10, sessions = false, ...rest }: Typed,
): Promise<Asked> => {
  const { includeSuperseded, asOf, ungrouped = false, judge, ...filters } = rest
  const q = words.join(' ').trim()
  const isFiltered = Object.values({ ...filters, since, until }).some(
    (value) => value !== undefined,
  )
  if (sessions && rest.judge === true)
    throw usageError(
      'Sessions cannot be judged.',
      'Leave out --sessions: the language model reads hits.',
    )
  if (q === '' && !isFiltered)
    throw usageError(
      'There is nothing to search for.',
      'Give some words, or a filter such as --project for what is newest there.',
    )
  const now = context.now()
  const query = {
    q,
    ...filters,
    include_superseded: includeSuperseded,
    as_of: asOf === undefined ? undefined : await parseAsOf(context, asOf),
    limit,
    judge,
    after: since === undefined ? undefined : parseTime(since, 'since', now),
    before: until === undefined ? undefined : parseTime(until, 'until', now),
  }
  ensureEntryTypes('--type', filters.type, SEARCH_TYPES)
  const connection = await openConnection(context)
  await ensureToolOfTeam(filters.tool, connection.client)
  return {
    connection,
    query: sessions || ungrouped ? query : { ...query, ...groupedFor(context) },
    isOfSessions: sessions,
    isFiltered,
  }
}

/** A page may be empty before the end. */
const nothingFound = (
  { next_cursor, arms, notes }: Pick<SearchResponse, 'next_cursor' | 'arms' | 'notes'>,
  isFiltered: boolean,
): string => {
  if (next_cursor !== null) return 'Nothing was found so far.'
  // What the server said of this question knows which filter or word leaves nothing.
  if (notes.length > 0) return 'Nothing was found.'
  // Nothing searched for words: filters alone were asked for, or one that nothing can fit.
  if (arms.length === 0) return 'Nothing was found. Leave a filter out, or change it.'
  return isFiltered
    ? 'Nothing was found. Leave a filter out, or try other words.'
    : 'Nothing was found. Try fewer or other words.'
}

/** A program gets every hit of each session; a person the best of them. */
const groupedFor = ({ isJson }: CommandContext) =>
  ({ group: 'session', ...(isJson ? { more: 400 } : {}) }) as const

type Query = NonNullable<Parameters<LoreClient['search']>[0]>

const findHits = async (client: LoreClient, query: Query) => {
  const response = await client.search(query)
  return { response, lines: (options: ViewOptions) => searchLines(response, options) }
}

const findSessions = async (client: LoreClient, query: Query) => {
  const response = await client.searchSessions(query)
  return { response, lines: (options: ViewOptions) => sessionHitLines(response, options) }
}
