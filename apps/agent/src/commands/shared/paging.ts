import { CliError, usageError } from '../../errors/cli-error.ts'
import { dim } from '../../output/line.ts'
import { keepNextPage, type PagedCommand, readNextPage } from '../../platform/next-page.ts'
import type { CommandContext } from './command-context.ts'

type Asked = { server: string; command: PagedCommand }

/** The last question of this command, with where its answer ended; the query is one that this machine asked before. */
export const previousQuery = async <Q>(
  { paths }: CommandContext,
  { server, command }: Asked,
): Promise<{ query: Q; form: string | undefined }> => {
  const page = await readNextPage(paths.stateDir, command)
  if (page === undefined || page.server !== server)
    throw new CliError({
      code: 'cli.nothing_more',
      message: `There is no answer of \`lore ${command}\` that goes on.`,
      hint: `--more shows what follows the last answer on this machine: \`lore ${command}\` first.`,
    })
  return { query: page.query as Q, form: page.form }
}

/** --more repeats a question; another one beside it would be left unanswered. */
export const ensureOnlyMore = (command: PagedCommand, others: readonly unknown[]): void => {
  if (others.some((one) => one !== undefined && one !== '' && one !== false))
    throw usageError(
      '--more goes alone: it shows what follows the last answer.',
      `\`lore ${command} --more\`, as often as there is more.`,
    )
}

type Shown = Asked & { query: object; cursor: string | null; form?: string }

/** Says how an answer goes on, if it does; a cursor itself is for programs, which read it in the JSON. */
export const offerMore = async (
  { paths, output, isJson }: CommandContext,
  { server, command, query, cursor, form }: Shown,
): Promise<void> => {
  if (cursor === null) return
  const page = {
    server,
    query: { ...query, cursor },
    ...(form !== undefined && { form }),
  }
  const isKept = await keepNextPage(paths.stateDir, command, page)
  if (isJson) return
  output.note([
    dim(
      isKept
        ? `More: \`lore ${command} --more\``
        : 'There is more: the same with `--cursor`, which `--json` names.',
    ),
  ])
}
