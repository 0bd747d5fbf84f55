import type { LoreClient } from '@teamlore/shared'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { openConnection } from '../../platform/connection.ts'
import { useLines } from '../../views/memory-use.view.ts'
import { askedProject } from '../shared/asked-project.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { ensureOnlyMore, offerMore, previousQuery } from '../shared/paging.ts'

export type UsedOptions = {
  unread?: boolean | undefined
  days?: number | undefined
  project?: string | undefined
  all?: boolean | undefined
  limit?: number | undefined
  cursor?: string | undefined
  more?: boolean | undefined
}

type UseQuery = NonNullable<Parameters<LoreClient['memories']['use']>[0]>

/** `lore used`: which memories agents and people were given, and what was said of them afterwards. */
export const runUsed = async (
  context: CommandContext,
  { more, ...typed }: UsedOptions,
): Promise<ExitCode> => {
  const { output, isJson } = context
  if (more) ensureOnlyMore('used', Object.values(typed))
  const { client, server } = await openConnection(context)
  const asked = { server, command: 'used' } as const
  const query = more
    ? (await previousQuery<UseQuery>(context, asked)).query
    : await queryOf(context, client, typed)
  const use = await client.memories.use(query)
  if (isJson) output.json(use)
  else output.print(...useLines(use, { width: output.readingWidth }))
  await offerMore(context, { ...asked, query, cursor: use.next_cursor })
  return EXIT.ok
}

const queryOf = async (
  context: CommandContext,
  client: LoreClient,
  { project, all, ...rest }: Omit<UsedOptions, 'more'>,
): Promise<UseQuery> => ({
  ...rest,
  project: await askedProject(context, client, { project, all }),
})
