import type { LoreClient } from '@teamlore/shared'
import type { MemoryEvent } from '@teamlore/shared/memory-log'
import { usageError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { openConnection } from '../../platform/connection.ts'
import { diffLines, logLines } from '../../views/memory-log.view.ts'
import { askedProject } from '../shared/asked-project.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { ensureOnlyMore, offerMore, previousQuery } from '../shared/paging.ts'
import { parseAsOf } from '../shared/parse-as-of.ts'

export type LogOptions = {
  from?: string | undefined
  to?: string | undefined
  event?: MemoryEvent | undefined
  project?: string | undefined
  all?: boolean | undefined
  limit?: number | undefined
  cursor?: string | undefined
  more?: boolean | undefined
}

type LogQuery = NonNullable<Parameters<LoreClient['memories']['log']>[0]>

/** `lore log`: what became of memories, by when it was recorded. */
export const runLog = async (
  context: CommandContext,
  { more, ...typed }: LogOptions,
): Promise<ExitCode> => {
  const { output, isJson } = context
  if (more) ensureOnlyMore('log', Object.values(typed))
  const { client, server } = await openConnection(context)
  const asked = { server, command: 'log' } as const
  const query = more
    ? (await previousQuery<LogQuery>(context, asked)).query
    : await queryOf(context, client, typed)
  const log = await client.memories.log(query)
  if (isJson) output.json(log)
  else output.print(...logLines(log.items, { width: output.readingWidth }))
  await offerMore(context, { ...asked, query, cursor: log.next_cursor })
  return EXIT.ok
}

const queryOf = async (
  context: CommandContext,
  client: LoreClient,
  { from, to, project, all, ...rest }: Omit<LogOptions, 'more'>,
): Promise<LogQuery> => ({
  ...rest,
  project: await askedProject(context, client, { project, all }),
  ...inOrder(
    from === undefined ? undefined : await parseAsOf(context, from, 'from'),
    to === undefined ? undefined : await parseAsOf(context, to, 'to'),
  ),
})

/** Two times between which there is nothing would look like a time in which nothing happened. */
const inOrder = (from: string | undefined, to: string | undefined) => {
  // Hashes that are not known here are for the server to place.
  if (from !== undefined && to !== undefined && Date.parse(from) >= Date.parse(to))
    throw usageError(
      '--from is not before --to.',
      'Give the earlier time as --from. `lore diff FROM TO` takes them either way.',
    )
  return { from, to }
}

export type DiffOptions = Pick<LogOptions, 'project' | 'all' | 'limit'>

/** `lore diff FROM TO`: what is held otherwise at one time than at another. */
export const runDiff = async (
  context: CommandContext,
  { from, to }: { from: string | undefined; to: string | undefined },
  { project, all, limit }: DiffOptions,
): Promise<ExitCode> => {
  const { output, isJson } = context
  const { client } = await openConnection(context)
  const diff = await client.memories.diff({
    project: await askedProject(context, client, { project, all }),
    limit,
    from: from === undefined ? undefined : await parseAsOf(context, from, 'from', 'FROM'),
    to: to === undefined ? undefined : await parseAsOf(context, to, 'to', 'TO'),
  })
  if (isJson) output.json(diff)
  else output.print(...diffLines(diff, { width: output.readingWidth }))
  return EXIT.ok
}
