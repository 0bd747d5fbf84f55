import type { NamedProject, TeamRepositories, UnitOfWork } from '@teamlore/db'
import { nearestPath } from '@teamlore/shared/nearest-path'
import { plural } from '@teamlore/shared/plural'
import { pathsIn, type WhyQuery, type WhyResponse } from '@teamlore/shared/why'
import { findProject } from '../code/get-code-graph.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { createResemblance } from '../outcomes/resembles.ts'
import { type AskedLines, entriesOfLines, linesOf, placeOf } from './asked-lines.ts'
import { entriesOfCommits } from './commit-entries.ts'
import { entriesOfHistory, entriesOfMemories, entryOfGrave } from './entries.ts'
import { fitWhy } from './fit-why.ts'
import { type LineRange, placesAround } from './score.ts'
import type { WhyEntry } from './why-entry.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'> }
type Repositories = Pick<TeamRepositories, 'codeGraph' | 'why' | 'blame' | 'brief'>
type Asked = AskedLines & Pick<WhyQuery, 'about'>

const SESSIONS_OF_ONE = 5
const SESSIONS_OF_MANY = 1
const COMMITS_OF_ONE = 6
/** Of a long diff, the history of so many files is looked at. */
const MAX_HISTORIES = 20
const MAX_GRAVES = 300
const MAX_WARNINGS = 3

/**
 * What is known of a file, a line or the files of a diff: memories by how near the code that they are anchored to is, each with
 * what contradicts it, what was tried and taken back, which sessions wrote there. The one engine behind every door.
 *
 * @throws DomainError `code.project_not_found`.
 */
export const makeGetWhy =
  ({ unitOfWork }: Deps) =>
  (scope: TeamScope, query: WhyQuery): Promise<WhyResponse> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const project = await findProject(repos, query.project)
      const paths = pathsIn(query.path)
      const { entries, unknown } = await gather(repos, project, { ...query, paths })
      const [only] = unknown
      // What holds for a folder says nothing of whether there is such a file in it.
      const isOther =
        only !== undefined && entries.every(({ reason }) => reason === 'parent_folder')
      const suggestion = isOther ? nearestPath(only, await repos.why.paths(project.id)) : null
      const fitted = fitWhy(
        {
          format: query.format,
          budget: query.budget_tokens,
          subject: subjectOf(paths, linesOf(query)),
          nothing: 'Nothing is known of this yet.',
          suggestion: entries.length === 0 ? suggestion : null,
        },
        entries,
      )
      return {
        project,
        paths,
        format: query.format,
        text: fitted.text,
        tokens: fitted.tokens,
        budget_tokens: query.budget_tokens,
        included: fitted.included.map(({ id, reason, weight, via }) => ({
          id,
          reason,
          weight,
          via,
        })),
        left_out: fitted.leftOut,
        suggestion,
      }
    })

const subjectOf = (paths: readonly string[], lines: LineRange | undefined): string =>
  paths.length > 1 ? `these ${plural(paths.length, 'file')}` : placeOf(paths[0], lines)

const gather = async (
  repos: Repositories,
  project: NamedProject,
  asked: Asked,
): Promise<{ entries: WhyEntry[]; unknown: string[] }> => {
  const { paths } = asked
  const neighbours = await repos.codeGraph.neighbours(project.id, paths)
  const places = placesAround(neighbours)
  const memories = await repos.why.anchoredTo(project.id, [...places.keys()])
  const histories = await historiesOf(repos, project, paths)
  const warnings = await warningsOf(repos, project, asked)
  const warned = new Set(warnings.map(({ id }) => id))
  return {
    entries: [
      ...warnings,
      ...entriesOfMemories({ memories, places, lines: linesOf(asked) }).filter(
        ({ id }) => !warned.has(id),
      ),
      ...(await entriesOfLines(repos, asked)),
      ...histories,
    ].sort(byWorth),
    unknown: neighbours.filter(({ isKnown }) => !isKnown).map(({ path }) => path),
  }
}

/** Commits and sessions of each file, also under the names that it had before. */
const historiesOf = async (
  { why }: Pick<Repositories, 'why'>,
  { id }: NamedProject,
  paths: readonly string[],
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
      why.commitsOn(id, name, limit),
    )
    const sessions = await under(names, limits.sessions, (name, limit) =>
      why.sessionsOn(id, name, limit),
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

/** What was tried and given up, where what is about to be done resembles it. */
const warningsOf = async (
  { brief }: Repositories,
  { id }: NamedProject,
  { about, paths }: Asked,
): Promise<WhyEntry[]> => {
  if (about === undefined || about.trim() === '') return []
  const graves = await brief.graves({ value: id, identity: null }, MAX_GRAVES)
  const resembles = createResemblance({ words: about, paths })
  return graves
    .flatMap((grave) => {
      const found = resembles(grave)
      return found === undefined ? [] : [entryOfGrave(grave, found)]
    })
    .slice(0, MAX_WARNINGS)
}

/** What was replaced is cut first, whatever it is about. */
const byWorth = (a: WhyEntry, b: WhyEntry): number =>
  Number(a.section === 'replaced') - Number(b.section === 'replaced') || b.weight - a.weight
