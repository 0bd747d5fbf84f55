import type { BriefMemory, ProjectFilter, UnitOfWork } from '@teamlore/db'
import type {
  ContextQuery,
  ContextResponse,
  SearchHit,
  SearchQuery,
  SearchResponse,
} from '@teamlore/shared'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { createResemblance, resemblanceText, type Work } from '../outcomes/resembles.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { projectFilter } from '../projects/project-identity.ts'
import { MAX_QUERY_CHARS, questionCut } from '../search/query/parse-query.ts'
import type { SearchOptions } from '../search/search.ts'
import { type BriefCandidate, type BriefEntry, briefEntryOf, warningOf } from './brief-entry.ts'
import { oneOfEach } from './brief-repeats.ts'
import { fitBrief } from './fit-brief.ts'
import { rankBrief } from './rank-brief.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  /** Finds what bears on the task; without it, shared words decide. */
  search?: (
    scope: TeamScope,
    query: SearchQuery,
    options?: SearchOptions,
  ) => Promise<SearchResponse>
  now?: Clock
}

const RECENT = { observations: 200, summaries: 40 }
const MEMORIES = 300
const ABOUT_FILES = 100
const HITS = 40
const GRAVES = 300
/** More would be a list that nobody reads. */
const MAX_WARNINGS = 3
const MAX_FILES = 100
const SUBJECT_CHARS = 60
/** What is said of more files. */
export const filesCut = `Only the first ${MAX_FILES} files were looked for.`

const filesOf = (typed: string | undefined): string[] =>
  (typed ?? '')
    .split(',')
    .map((path) => path.trim().replaceAll('\\', '/').replace(/^\.\//, ''))
    .filter((path) => path !== '')

/** Names of the beginning of the path may be those of a machine, so a file is also looked for by its last parts. */
const spellings = (path: string): string[] => {
  const parts = path.split('/').filter((part) => part !== '')
  return parts.slice(0, 12).map((_, index) => parts.slice(index).join('/'))
}

const shorten = (name: string): string => {
  const line = name.replace(/\s+/g, ' ').trim()
  return line.length <= SUBJECT_CHARS ? line : `${[...line].slice(0, SUBJECT_CHARS - 1).join('')}…`
}

const distinct = (candidates: readonly BriefCandidate[]): BriefCandidate[] => [
  ...new Map(candidates.map((candidate) => [candidate.id, candidate])).values(),
]

type Sought = { q: string; files: string[]; project: ProjectFilter | undefined }

const findHits = (
  { search }: Deps,
  scope: TeamScope,
  {
    q,
    project: named,
    options,
  }: { q: string; project: string | undefined; options: SearchOptions },
): Promise<SearchHit[]> => {
  if (search === undefined || q === '') return Promise.resolve([])
  const query: SearchQuery = { q, scope: 'all', include_superseded: false, limit: HITS }
  return search(scope, named === undefined ? query : { ...query, project: named }, options).then(
    // What is only loosely related is for a list that somebody looks through.
    ({ items }) => items.filter(({ match }) => match !== 'loose'),
  )
}

const collect = (
  { unitOfWork }: Deps,
  scope: TeamScope,
  { files, project }: Sought,
  { hits, signal }: { hits: readonly SearchHit[] } & SearchOptions,
) =>
  unitOfWork.inTeam(scope, async ({ brief }) => {
    // Somebody who waited for a connection may have gone meanwhile.
    signal?.throwIfAborted()
    const names = project === undefined ? [] : await brief.projectNames(project)
    const recent = await brief.recent(project, RECENT)
    signal?.throwIfAborted()
    const ofFiles = await brief.aboutFiles(project, files.flatMap(spellings), ABOUT_FILES)
    const ids = hits.map(({ id }) => id)
    const found = await brief.byIds(ids)
    const memories = [
      ...(await brief.memories(project, MEMORIES)),
      ...(await brief.memoriesById(ids)),
    ]
    const graves = await brief.graves(project, GRAVES)
    const candidates = distinct([...memories, ...recent, ...ofFiles, ...found])
    return { names, graves, candidates }
  })

/** The part of the question and of its files that is used, and what is said of the rest. */
const readTask = (query: ContextQuery): { q: string; files: string[]; notes: string[] } => {
  const typed = query.q?.trim() ?? ''
  const files = filesOf(query.files)
  const notes: string[] = []
  if (typed.length > MAX_QUERY_CHARS) notes.push(questionCut)
  if (files.length > MAX_FILES) notes.push(filesCut)
  return { q: typed.slice(0, MAX_QUERY_CHARS), files: files.slice(0, MAX_FILES), notes }
}

/** What the work resembles of what was given up, the most alike first. */
const warningsOf = (graves: readonly BriefMemory[], work: Work): BriefEntry[] => {
  const resembles = createResemblance(work)
  return graves
    .flatMap((grave) => {
      const found = resembles(grave)
      return found === undefined ? [] : [{ grave, found }]
    })
    .toSorted((a, b) => b.found.share - a.found.share)
    .slice(0, MAX_WARNINGS)
    .map(({ grave, found }) => warningOf(grave, resemblanceText(found)))
}

/** Why there is nothing in a brief, when there is nothing in it. */
const nothingBecause = (isUnknown: boolean, candidates: readonly BriefCandidate[]): string => {
  if (isUnknown) return 'No project of that name is known here yet.'
  return candidates.length === 0 ? 'Nothing is recorded yet.' : 'Nothing fits this budget.'
}

/**
 * The brief for somebody about to work: what earlier sessions did and found that bears on the task, best first, within
 * the budget. What it says is quoted, never instruction. Rejects with the reason of `signal` once that is aborted.
 */
export const makeGetContext =
  (deps: Deps) =>
  async (
    scope: TeamScope,
    query: ContextQuery,
    options: SearchOptions = {},
  ): Promise<ContextResponse> => {
    const { format, budget_tokens, project: named } = query
    const { now = systemClock } = deps
    const { q, files, notes } = readTask(query)
    const hits = await findHits(deps, scope, { q, project: named, options })
    const sought = { q, files, project: projectFilter(named) }
    const { names, graves, candidates } = await collect(deps, scope, sought, { hits, ...options })
    const warnings = warningsOf(graves, { words: `${q}\n${query.work ?? ''}`, paths: files })
    const warned = new Set(warnings.map(({ id }) => id))
    const { candidates: distinctOnes, sessionsOf } = oneOfEach(
      rankBrief(candidates, { now: now(), q, files, hits }),
    )
    const ranked = [
      ...warnings,
      ...distinctOnes
        .map((candidate) => briefEntryOf(candidate, sessionsOf.get(candidate.id)))
        .filter(({ id }) => !warned.has(id)),
    ]
    const fitted = fitBrief(
      {
        format,
        budget: budget_tokens,
        subject: named === undefined ? null : shorten(names[0] ?? named),
        nothing: nothingBecause(named !== undefined && names.length === 0, candidates),
        notes,
      },
      ranked,
    )
    // What somebody is given of a session cannot be taken back.
    if (fitted.included.length > 0)
      await deps.unitOfWork.inTeam(scope, async ({ sessionSharing, memoryServings }) => {
        const given = fitted.included.map(({ id }) => id)
        await sessionSharing.noteReading(given)
        await memoryServings.noteServed(given, now())
      })
    return {
      format,
      text: fitted.text,
      tokens: fitted.tokens,
      budget_tokens,
      included: fitted.included,
      left_out: fitted.leftOut,
      notes,
    }
  }

export type GetContext = ReturnType<typeof makeGetContext>
