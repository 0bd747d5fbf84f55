import type { ListTotal, LoreClient } from '@teamlore/shared'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { count, plural } from '../../output/format.ts'
import { openConnection } from '../../platform/connection.ts'
import { sessionLines } from '../../views/sessions.view.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { ensureKnownAuthor } from '../shared/known-author.ts'
import { ensureKnownProject } from '../shared/known-project.ts'
import { ensureToolOfTeam } from '../shared/known-tools.ts'
import { ensureOnlyMore, offerMore, previousQuery } from '../shared/paging.ts'
import { parseTime } from '../shared/parse-time.ts'

export type SessionsOptions = {
  project?: string | undefined
  tool?: string | undefined
  author?: string | undefined
  branch?: string | undefined
  startedBy?: 'person' | 'program' | 'anyone' | undefined
  tag?: string | undefined
  since?: string | undefined
  until?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
  /** What follows the last answer. */
  more?: boolean | undefined
}

export const runSessions = async (
  context: CommandContext,
  { more, ...typed }: SessionsOptions,
): Promise<ExitCode> => {
  const { output } = context
  const now = context.now()
  if (more) ensureOnlyMore('sessions', Object.values(typed))
  else queryOf(typed, now)
  const { client, server } = await openConnection(context)
  const asked = { server, command: 'sessions' } as const
  const query = more ? (await previousQuery<Query>(context, asked)).query : queryOf(typed, now)
  await ensureToolOfTeam(typed.tool, client)
  const page = await client.sessions.list(query)
  if (page.items.length === 0) {
    await ensureKnownProject(client, typed.project)
    await ensureKnownAuthor(client, typed.author)
  }
  if (context.isJson) {
    output.json(page)
    await offerMore(context, { ...asked, query, cursor: page.next_cursor })
    return EXIT.ok
  }
  if (page.items.length === 0) {
    output.print([emptySentence(more ? ['more'] : Object.values({ ...typed, limit: undefined }))])
    return EXIT.ok
  }
  output.print(...sessionLines(page.items, { width: output.width, now }))
  if (page.next_cursor !== null)
    output.note([
      `${amountText(page)} \`--limit N\` shows up to 200; \`--project\`, \`--since\` and others narrow it.`,
    ])
  await offerMore(context, { ...asked, query, cursor: page.next_cursor })
  return EXIT.ok
}

type Query = NonNullable<Parameters<LoreClient['sessions']['list']>[0]>

/** @throws CliError where a time is none. */
const queryOf = (
  { since, until, startedBy, limit = 20, ...filters }: Omit<SessionsOptions, 'more'>,
  now: Date,
): Query => ({
  ...filters,
  started_by: startedBy,
  limit,
  after: since === undefined ? undefined : parseTime(since, 'since', now),
  before: until === undefined ? undefined : parseTime(until, 'until', now),
})

/** How many there are under these filters; pages that follow, and older servers, do not say. */
const amountText = ({ items, total }: { items: readonly unknown[]; total: ListTotal | null }) => {
  if (total === null) return 'There are more:'
  const all =
    total.relation === 'at_least'
      ? `${count(total.value)} or more sessions`
      : plural(total.value, 'session')
  return `${count(items.length)} of ${all} ${total.value === 1 ? 'is' : 'are'} shown:`
}

const emptySentence = (filters: readonly unknown[]): string =>
  filters.some((filter) => filter !== undefined)
    ? 'No session matches. Leave a filter out to see more.'
    : 'There are no sessions yet. `lore import` sends those of this machine; `--started-by anyone` lists those that programs started, too.'
