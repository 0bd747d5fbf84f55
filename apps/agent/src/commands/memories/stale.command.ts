import type { StaleList } from '@teamlore/shared/stale'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { openConnection } from '../../platform/connection.ts'
import { projectOfFolder } from '../../project/project-of-folder.ts'
import { createProjectResolver } from '../../project/resolve-project.ts'
import { staleLines } from '../../views/stale.view.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { ensureKnownProject } from '../shared/known-project.ts'

export type StaleOptions = {
  mine?: boolean | undefined
  all?: boolean | undefined
  state?: 'dirty' | 'broken' | 'unknown' | undefined
  project?: string | undefined
}

const HINT = 'Name one with --project, or ask of all of them with --all.'

/** `lore stale`: memories whose code changed or is gone. What is news to their owner is reported once. */
export const runStale = async (
  context: CommandContext,
  { mine = false, all = false, state, project: named }: StaleOptions,
): Promise<ExitCode> => {
  const { output, isJson } = context
  const { client } = await openConnection(context)
  const here = all ? null : await createProjectResolver()(context.cwd())
  const project =
    named ?? (here === null || all ? undefined : await projectOfFolder(client, here, HINT))
  const list: StaleList = await client.stale.list({ mine, state, project })
  if (list.items.length === 0) await ensureKnownProject(client, named)
  if (isJson) output.json(list)
  else output.print(...staleLines(list))
  const news = list.items.flatMap(({ memory, is_news }) => (is_news ? [memory.id] : []))
  // A key that may only read cannot note it; then it is news the next time, too.
  if (news.length > 0) await client.stale.reported({ ids: news }).catch(() => undefined)
  return EXIT.ok
}
