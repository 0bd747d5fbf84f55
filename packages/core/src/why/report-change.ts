import type {
  AnchoredMemory,
  BriefMemory,
  NamedProject,
  TeamRepositories,
  UnitOfWork,
} from '@teamlore/db'
import {
  CHANGE_LIMITS,
  type ChangedFile,
  type ChangeItem,
  type ChangeReport,
  type ChangeReportRequest,
} from '@teamlore/shared/change-report'
import { findProject } from '../code/get-code-graph.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { createResemblance, type Resemblance, resemblanceText } from '../outcomes/resembles.ts'
import { type Bearing, bestBearing } from './bearing.ts'
import { createRelevance, LEAST_RELEVANCE } from './relevance.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'> }
type Repositories = Pick<TeamRepositories, 'codeGraph' | 'why' | 'brief'>

const MAX_GRAVES = 300
const MAX_RESEMBLING = 2
/**
 * What is about a whole file bears on few changes of it: those that speak of the same. Only what is sure is worth a reader's time, and of that the one
 * of which the change speaks most.
 */
const WHOLE_FILE = { confidence: 0.7 } as const

/** Whether a memory is about the file by its old name or the new one: lines of anchors are those of before. */
const byAnchoredPath = (files: readonly ChangedFile[]): Map<string, ChangedFile> =>
  new Map(
    files.flatMap((file) =>
      file.status === 'added'
        ? []
        : [[file.path, file] as const, ...(file.old_path ? [[file.old_path, file] as const] : [])],
    ),
  )

type Standing = Pick<ChangeItem, 'stale_reason' | 'contradicted_by'>

const sidesOf = (
  sides: readonly { id: string; statement: string }[],
): Standing['contradicted_by'] => sides.map(({ id, statement }) => ({ id, statement }))

const itemOfMemory = (memory: AnchoredMemory, { by, path, line }: Bearing): ChangeItem => ({
  id: memory.id,
  kind: memory.kind,
  title: memory.topic,
  statement: memory.statement,
  reason: memory.reason,
  bears_by: by,
  resembles: '',
  path,
  line,
  confidence: memory.confidence,
  author: memory.author,
  recorded_at: memory.recorded_at,
  stale_reason: memory.stale_reason,
  is_code_changed: memory.anchors.some(({ state }) => state === 'dirty' || state === 'broken'),
  contradicted_by: sidesOf(memory.otherSides),
})

const itemOfGrave = (
  grave: BriefMemory,
  found: Resemblance,
  paths: ReadonlySet<string>,
): ChangeItem => ({
  id: grave.id,
  kind: 'graveyard',
  title: grave.topic,
  statement: grave.statement,
  reason: grave.reason,
  bears_by: 'resembles',
  resembles: resemblanceText(found),
  path: grave.paths.find((path) => paths.has(path)) ?? null,
  line: null,
  confidence: grave.confidence,
  author: grave.author === '' ? null : grave.author,
  recorded_at: grave.confirmedAt,
  stale_reason: grave.stale?.reason ?? null,
  is_code_changed: false,
  contradicted_by: sidesOf(grave.otherSides),
})

const WORTH = { resembles: 3, lines: 2, file_gone: 1, file: 0 } as const

const byWorth = (a: ChangeItem, b: ChangeItem): number =>
  WORTH[b.bears_by] - WORTH[a.bears_by] ||
  Number(a.stale_reason !== null) - Number(b.stale_reason !== null) ||
  b.confidence - a.confidence ||
  (a.id < b.id ? 1 : -1)

const isWorthSaying = ({ bears_by, confidence, stale_reason }: ChangeItem): boolean =>
  bears_by !== 'file' || (confidence >= WHOLE_FILE.confidence && stale_reason === null)

const resembling = async (
  { brief }: Repositories,
  { id }: NamedProject,
  { about, files }: ChangeReportRequest,
): Promise<ChangeItem[]> => {
  if (about === undefined || about.trim() === '') return []
  const graves = await brief.graves({ value: id, identity: null }, MAX_GRAVES, {
    forEverybody: true,
  })
  const paths = files.map(({ path }) => path)
  const resembles = createResemblance({ words: about, paths })
  return graves.flatMap((grave) => {
    const found = resembles(grave)
    return found === undefined ? [] : [itemOfGrave(grave, found, new Set(paths))]
  })
}

type Options = {
  isLeftOut?: (item: ChangeItem) => boolean
  /** What has to be acknowledged: it is weighed whether or not a reader is shown it. */
  isAsked?: (item: ChangeItem) => boolean
}

type Weighed = {
  /** The best first; of what is about whole files, and of what resembles, no more than a reader takes in. */
  items: ChangeItem[]
  /** What is asked for among the rest. */
  besides: ChangeItem[]
}

type Touched = { item: ChangeItem; bearing: Bearing; relevance: number; hasWords: boolean }

/** What is anchored in the files of a change, with how far the change speaks of it. */
const touchedBy = (
  memories: readonly AnchoredMemory[],
  files: ReadonlyMap<string, ChangedFile>,
  about: string,
): Touched[] => {
  const relevanceOf = createRelevance(about)
  return memories.flatMap((memory) => {
    const bearing = bestBearing(memory.anchors, files)
    if (bearing === undefined) return []
    const own = [...new Set(memory.anchors.flatMap(({ path }) => files.get(path) ?? []))]
    const hasWords = own.some(({ words }) => words !== undefined)
    const item = itemOfMemory(memory, bearing)
    return [{ item, bearing, relevance: relevanceOf(memory, own), hasWords }]
  })
}

/** Of what is about whole files, that of which the change speaks most. */
const mostRelevant = (touched: readonly Touched[]): ChangeItem | undefined =>
  touched
    .filter(({ item, relevance }) => item.bears_by === 'file' && relevance >= LEAST_RELEVANCE)
    .toSorted((a, b) => b.relevance - a.relevance)[0]?.item

/** Much that changes in a function or class does not bear on what is known of it, so the change must speak of that at all. */
const isSpokenOf = ({ bearing, relevance, hasWords }: Touched): boolean =>
  bearing.isOfWhole !== true || !hasWords || relevance > 0

/** All that bears on a change, each once. */
const itemsOf = async (
  repos: Repositories,
  project: NamedProject,
  { asked, options }: { asked: ChangeReportRequest; options: Options },
): Promise<Weighed> => {
  const { isLeftOut = () => false, isAsked = () => false } = options
  const files = byAnchoredPath(asked.files)
  const memories = await repos.why.anchoredTo(project.id, [...files.keys()], { forEverybody: true })
  const resembled = await resembling(repos, project, asked)
  const graves = resembled.slice(0, MAX_RESEMBLING).filter((item) => !isLeftOut(item))
  const known = new Set(resembled.slice(0, MAX_RESEMBLING).map(({ id }) => id))
  const touched = touchedBy(memories, files, asked.about ?? '').filter(
    ({ item }) => !known.has(item.id) && isWorthSaying(item) && !isLeftOut(item),
  )
  const chosen = mostRelevant(touched)
  const shown = touched.filter((one) =>
    one.item.bears_by === 'file' ? one.item === chosen : isSpokenOf(one),
  )
  const items = [...graves, ...shown.map(({ item }) => item)].sort(byWorth)
  const rest = touched.flatMap(({ item, bearing }) =>
    bearing.isUnsure === true || items.includes(item) ? [] : [item],
  )
  const met = new Set([...items, ...rest].map(({ id }) => id))
  const others = resembled.filter((item) => !met.has(item.id) && !isLeftOut(item))
  return { items, besides: [...rest.sort(byWorth), ...others].filter(isAsked) }
}

/** A report, and what has to be acknowledged of that which it has no room for. */
export type WeighedChange = { report: ChangeReport; besides: ChangeItem[] }

/**
 * What the team knows that bears on a change: for pull requests and CI. Only what everybody who reads the repository may read, and
 * nothing where nothing is worth saying.
 *
 * @throws DomainError `code.project_not_found`.
 */
export const makeWeighChange =
  ({ unitOfWork }: Deps) =>
  (scope: TeamScope, asked: ChangeReportRequest, options: Options = {}): Promise<WeighedChange> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const { isAsked = () => false } = options
      const project = await findProject(repos, asked.project)
      const { items, besides } = await itemsOf(repos, project, { asked, options })
      const { known, linked, sessions } = await repos.why.sessionsOfCommits(
        project.id,
        asked.commits,
      )
      const unshown = items.slice(CHANGE_LIMITS.maxItems)
      const report = {
        project,
        items: items.slice(0, CHANGE_LIMITS.maxItems),
        left_out: unshown.length,
        sessions,
        commits: { asked: asked.commits.length, known, linked },
        files_without_lines: asked.files.filter(({ hunks }) => hunks === null).length,
      }
      return { report, besides: [...unshown.filter(isAsked), ...besides] }
    })

/** The report alone. @throws DomainError `code.project_not_found`. */
export const makeReportChange = (deps: Deps) => {
  const weigh = makeWeighChange(deps)
  return async (scope: TeamScope, asked: ChangeReportRequest): Promise<ChangeReport> =>
    (await weigh(scope, asked)).report
}
