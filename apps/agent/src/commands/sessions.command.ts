import type { ListTotal } from '@teamlore/shared'
import { EXIT, type ExitCode } from '../errors/exit-codes.ts'
import { count } from '../output/format.ts'
import { openConnection } from '../platform/connection.ts'
import { sessionLines } from '../views/sessions.view.ts'
import type { CommandContext } from './command-context.ts'
import { ensureToolOfTeam } from './known-tools.ts'
import { parseWhen } from './parse-when.ts'

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
}

export const runSessions = async (
  context: CommandContext,
  { since, until, startedBy, limit = 20, ...filters }: SessionsOptions,
): Promise<ExitCode> => {
  const { output } = context
  const now = context.now()
  const query = {
    ...filters,
    started_by: startedBy,
    limit,
    after: since === undefined ? undefined : parseWhen(since, 'since', now),
    before: until === undefined ? undefined : parseWhen(until, 'until', now),
  }
  const { client } = await openConnection(context)
  await ensureToolOfTeam(filters.tool, client)
  const page = await client.sessions.list(query)
  if (context.isJson) {
    output.json(page)
    return EXIT.ok
  }
  if (page.items.length === 0) {
    output.print([emptySentence(Object.values({ ...filters, startedBy, since, until }))])
    return EXIT.ok
  }
  output.print(...sessionLines(page.items, { width: output.width, now }))
  if (page.next_cursor !== null)
    output.note([
      `${amountText(page)} \`--limit N\` shows up to 200; \`--project\`, \`--since\` and others narrow it.`,
    ])
  return EXIT.ok
}

/** How many there are under these filters; pages that follow, and older servers, do not say. */
const amountText = ({ items, total }: { items: readonly unknown[]; total: ListTotal | null }) => {
  if (total === null) return 'There are more:'
  const all = `${count(total.value)}${total.relation === 'at_least' ? ' or more' : ''}`
  return `${count(items.length)} of ${all} sessions are shown:`
}

const emptySentence = (filters: readonly (string | undefined)[]): string =>
  filters.some((filter) => filter !== undefined)
    ? 'No session matches. Leave a filter out to see more.'
    : 'There are no sessions yet. `lore import` sends those of this machine; `--started-by anyone` lists those that programs started, too.'
