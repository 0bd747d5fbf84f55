import type { NamedProject, TeamRepositories } from '@teamlore/db'
import { entriesOfCommits } from './commit-entries.ts'
import { entriesOfHistory } from './entries.ts'
import type { WhyEntry } from './why-entry.ts'

const SESSIONS_OF_ONE = 5
const SESSIONS_OF_MANY = 1
const COMMITS_OF_ONE = 6
/** Of a long diff, the history of so many files is looked at. */
const MAX_HISTORIES = 20

/** Commits and sessions of each file, also under the names that it had before; up to a time, where one is given. */
export const historiesOf = async (
  { why }: Pick<TeamRepositories, 'why'>,
  { id }: NamedProject,
  { paths, until }: { paths: readonly string[]; until: Date | undefined },
): Promise<WhyEntry[]> => {
  const limits =
    paths.length === 1
      ? { commits: COMMITS_OF_ONE, sessions: SESSIONS_OF_ONE }
      : { commits: SESSIONS_OF_MANY, sessions: SESSIONS_OF_MANY }
  const asked = paths.slice(0, MAX_HISTORIES)
  const earlier = await why.earlierNames(id, asked)
  const histories: WhyEntry[] = []
  for (const path of asked) {
    const names: Name[] = [
      { path },
      ...earlier.flatMap((one) =>
        one.path === path ? [{ path: one.earlier, until: one.until }] : [],
      ),
    ]
    const commits = await under(names, limits.commits, (name, limit) =>
      why.commitsOn(id, name, { limit, until }),
    )
    const sessions = await under(names, limits.sessions, (name, limit) =>
      why.sessionsOn(id, name, { limit, until }),
    )
    histories.push(...entriesOfCommits(commits), ...entriesOfHistory(sessions))
  }
  return histories
}

type Name = { path: string; until?: string }

/** So many of the newest, name by name. What came to an earlier name after the file had left it is about another file. */
const under = async <T extends { at: string }>(
  names: readonly Name[],
  limit: number,
  read: (path: string, limit: number) => Promise<T[]>,
): Promise<(T & { path: string })[]> => {
  const found: (T & { path: string })[] = []
  for (const { path, until } of names) {
    if (found.length >= limit) break
    const rows = await read(path, limit)
    const held = rows.filter(({ at }) => until === undefined || at <= until)
    found.push(...held.map((row) => ({ ...row, path })))
  }
  return found.slice(0, limit)
}
