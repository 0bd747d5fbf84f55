import type { NamedProject, TeamRepositories } from '@teamlore/db'
import { type MeantPath, sayMeant, sayTaken } from '@teamlore/shared/nearest-path'
import type { WhyQuery } from '@teamlore/shared/why'
import { createResemblance } from '../outcomes/resembles.ts'
import { findMeantPath } from '../projects/find-meant-path.ts'
import { type AskedLines, entriesOfLines, linesOf } from './asked-lines.ts'
import { entriesOfBooks } from './book-entries.ts'
import { entriesOfCodeThen } from './code-then.ts'
import { entriesOfMemories, entryOfGrave } from './entries.ts'
import { memoriesHeldThen } from './held-then.ts'
import { historiesOf } from './histories.ts'
import { placesAround } from './score.ts'
import type { WhyEntry } from './why-entry.ts'

type Repositories = Pick<
  TeamRepositories,
  | 'blame'
  | 'bookVersions'
  | 'brief'
  | 'codeGraph'
  | 'commitList'
  | 'memories'
  | 'memoryList'
  | 'sharedCode'
  | 'sharedFiles'
  | 'why'
>
type Asked = AskedLines & Pick<WhyQuery, 'about' | 'exact'>

const MAX_GRAVES = 300
const MAX_WARNINGS = 3

type Found = {
  project: NamedProject
  entries: WhyEntry[]
  at: Date | undefined
  /** Books that may have said something then. */
  books: { name: string; is_own: boolean }[]
  /** Where nothing is known of the path: what was perhaps meant. */
  meant: MeantPath | undefined
  /** Those that the entries are of. */
  paths: readonly string[]
  note: string | null
}

export const gatherNow = async (
  repos: Repositories,
  project: NamedProject,
  asked: Asked,
): Promise<Found> => {
  const found = await gatherPaths(repos, project, asked)
  const [only] = found.unknown
  if (asked.paths.length !== 1 || only === undefined) return found
  // What holds for a folder says nothing of whether there is such a file in it.
  if (found.entries.some(({ reason }) => reason !== 'parent_folder')) return found
  const meant = await findMeantPath(repos, only, [project.id])
  if (meant.only === null) return { ...found, meant, note: notFound(only, meant) }
  if (asked.exact) {
    const { only: path } = meant
    return { ...found, meant: { only: null, best: path, alike: [path] } }
  }
  const taken = await gatherPaths(repos, project, { ...asked, paths: [meant.only] })
  return { ...taken, note: sayTaken(only, meant.only) }
}

const notFound = (typed: string, { alike }: MeantPath): string | null =>
  alike.length === 0 ? null : sayMeant(typed, alike)

const gatherPaths = async (
  repos: Repositories,
  project: NamedProject,
  asked: Asked,
): Promise<Found & { unknown: string[] }> => {
  const { paths } = asked
  const { places, unknown, memories } = await memoriesAround(repos, project, paths)
  const warnings = await warningsOf(repos, project, asked)
  const warned = new Set(warnings.map(({ id }) => id))
  const entries = [
    ...warnings,
    ...entriesOfMemories({ memories, places, lines: linesOf(asked) }).filter(
      ({ id }) => !warned.has(id),
    ),
    ...(await entriesOfLines(repos, asked)),
    ...(await historiesOf(repos, project, { paths, until: undefined })),
    ...(await entriesOfBooks(repos, project, paths)),
  ]
  return {
    project,
    entries,
    at: undefined,
    books: [],
    meant: undefined,
    paths,
    note: null,
    unknown,
  }
}

/** Nothing is suggested for a path of then: what is known by name now may not have been there. */
export const gatherThen = async (
  repos: Repositories,
  project: NamedProject,
  asked: Asked & Pick<WhyQuery, 'as_of'> & { at: Date },
): Promise<Found> => {
  const { paths, at } = asked
  const lines = linesOf(asked)
  const { places, memories } = await memoriesAround(repos, project, paths, { everHeld: true })
  const held = await memoriesHeldThen(repos, memories, { at, places })
  const ofLines = await entriesOfLines(repos, asked, at)
  const [path, ...others] = paths
  const code =
    path === undefined || others.length > 0
      ? []
      : await entriesOfCodeThen(repos, project, { at, named: asked.as_of, path, lines })
  const known = new Set(ofLines.map(({ id }) => id))
  const entries = [
    ...entriesOfMemories({ memories: held, places, lines }),
    ...ofLines,
    ...code.filter(({ id, section }) => section === 'code' || !known.has(id)),
    ...(await historiesOf(repos, project, { paths, until: at })),
  ]
  return {
    project,
    entries,
    at,
    books: await repos.bookVersions.booksWithVersions(project.id, at),
    meant: undefined,
    paths,
    note: null,
  }
}

const memoriesAround = async (
  { codeGraph, why }: Repositories,
  { id }: NamedProject,
  paths: readonly string[],
  which: { everHeld?: boolean } = {},
) => {
  const neighbours = await codeGraph.neighbours(id, paths)
  const places = placesAround(neighbours)
  const memories = await why.anchoredTo(id, [...places.keys()], which)
  const unknown = neighbours.filter(({ isKnown }) => !isKnown).map(({ path }) => path)
  return { places, unknown, memories }
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
