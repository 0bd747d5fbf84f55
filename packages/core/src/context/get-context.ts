import type { ProjectFilter, UnitOfWork } from '@teamlore/db'
import type {
  ContextQuery,
  ContextResponse,
  SearchHit,
  SearchQuery,
  SearchResponse,
} from '@teamlore/shared'
import { briefBudget } from '@teamlore/shared/model-windows'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { projectFilter } from '../projects/project-identity.ts'
import type { SearchOptions } from '../search/search.ts'
import { arrangeBrief, warningsOf } from './arrange-brief.ts'
import type { BriefCandidate } from './brief-entry.ts'
import { oneOfEach } from './brief-repeats.ts'
import { fitBrief } from './fit-brief.ts'
import { withMeantFiles } from './meant-files.ts'
import { endOfDay, rankBrief } from './rank-brief.ts'
import { readTask, spellings, type Task } from './read-task.ts'
import { readRecap, type SessionRecap } from './session-recap.ts'

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

type Options = SearchOptions & {
  /** An agent asks by itself: where its session was chosen to begin without a brief, there is none. */
  isAtStart?: boolean
}

/** So long after a session began an agent asks for the brief that it begins with. */
const START_MS = 15 * 60_000

const RECENT = { observations: 200, summaries: 40 }
/** Where nothing is asked, the newest work is what sessions go on with, whether or not it names a cause. */
const NEWEST_WORK = 10
const MEMORIES = 300
const ABOUT_FILES = 100
const HITS = 40
/** Memories of other projects that are looked at, where one is named. */
const HITS_ELSEWHERE = 10
const GRAVES = 300
const SESSIONS_OF_HITS = 8
const AROUND_HITS = 80
const SUBJECT_CHARS = 60

const shorten = (name: string): string => {
  const line = name.replace(/\s+/g, ' ').trim()
  return line.length <= SUBJECT_CHARS ? line : `${[...line].slice(0, SUBJECT_CHARS - 1).join('')}…`
}

const distinct = (candidates: readonly BriefCandidate[]): BriefCandidate[] => [
  ...new Map(candidates.map((candidate) => [candidate.id, candidate])).values(),
]

type Sought = Pick<Task, 'q' | 'files'> & {
  named: string | undefined
  project: ProjectFilter | undefined
}

type Hits = { here: SearchHit[]; elsewhere: SearchHit[] }
const NO_HITS: Hits = { here: [], elsewhere: [] }

/** What is only loosely related is for a list that somebody looks through. */
const near = ({ items }: SearchResponse): SearchHit[] =>
  items.filter(({ match }) => match !== 'loose')

/** What another project knows has to share words with the task and be near it in meaning, as far as there are vectors to ask. */
const nearElsewhere = ({ items, arms }: SearchResponse): SearchHit[] =>
  items.filter(
    ({ match, score_parts }) =>
      match === 'both' ||
      (match === 'words' && (!arms.includes('vector') || score_parts.unread > 0)),
  )

const findHits = async (
  { search }: Deps,
  scope: TeamScope,
  { q, named, options }: Pick<Sought, 'q' | 'named'> & { options: SearchOptions },
): Promise<Hits> => {
  if (search === undefined || q === '') return NO_HITS
  const query: SearchQuery = { q, scope: 'all', include_superseded: false, limit: HITS }
  if (named === undefined) return { here: near(await search(scope, query, options)), elsewhere: [] }
  const memories: SearchQuery = { ...query, scope: 'knowledge', limit: HITS_ELSEWHERE }
  const [here, elsewhere] = await Promise.all([
    search(scope, { ...query, project: named }, options),
    search(scope, memories, options),
  ])
  return { here: near(here), elsewhere: nearElsewhere(elsewhere) }
}

/** Sessions of the best hits. */
const sessionsIn = (hits: readonly SearchHit[]): string[] =>
  [...new Set(hits.flatMap(({ session_id }) => session_id ?? []))].slice(0, SESSIONS_OF_HITS)

const collect = (
  { unitOfWork }: Deps,
  scope: TeamScope,
  { q, files, project }: Sought,
  { hits, signal }: { hits: Hits } & SearchOptions,
) =>
  unitOfWork.inTeam(scope, async ({ brief }) => {
    // Somebody who waited for a connection may have gone meanwhile.
    signal?.throwIfAborted()
    const names = project === undefined ? [] : await brief.projectNames(project)
    const work = q === '' && files.length === 0 ? NEWEST_WORK : 0
    const recent = await brief.recent(project, { ...RECENT, work })
    signal?.throwIfAborted()
    const ofFiles = await brief.aboutFiles(project, files.flatMap(spellings), ABOUT_FILES)
    const found = await brief.byIds(hits.here.map(({ id }) => id))
    // Words of a message that bear on the task lead to what its session did.
    const around = await brief.ofSessions(sessionsIn(hits.here), AROUND_HITS)
    const memories = await brief.memories(project, MEMORIES)
    const more = await brief.memoriesById([...hits.here, ...hits.elsewhere].map(({ id }) => id))
    const graves = await brief.graves(project, GRAVES)
    const candidates = distinct([...memories, ...more, ...recent, ...ofFiles, ...found, ...around])
    return { names, graves, memories, candidates }
  })

/** Why there is nothing in a brief, when there is nothing in it. */
const nothingBecause = (isUnknown: boolean, candidates: readonly BriefCandidate[]): string => {
  if (isUnknown) return 'No project of that name is known here yet.'
  return candidates.length === 0 ? 'Nothing is recorded yet.' : 'Nothing fits this budget.'
}

const UNKNOWN_WINDOW =
  'How much this model can read is not known, so the budget is the usual one and no share of it.'

const openRecap = (
  { unitOfWork }: Deps,
  scope: TeamScope,
  name: string | undefined,
): Promise<SessionRecap | undefined> =>
  name === undefined
    ? Promise.resolve(undefined)
    : unitOfWork.inTeam(scope, (repositories) => readRecap(repositories, scope, name))

/** Whether this is asked for a session that was chosen to begin without a brief. Other questions of such a session are answered. */
const isHeldOut = (
  { unitOfWork, now = systemClock }: Deps,
  scope: TeamScope,
  { session, project }: Pick<ContextQuery, 'session' | 'project'>,
  isAtStart: boolean | undefined,
): Promise<boolean> =>
  session === undefined && isAtStart !== true
    ? Promise.resolve(false)
    : unitOfWork.inTeam(scope, async ({ holdoutArms }) => {
        if (scope.userId === 'system') return false
        const arm =
          session === undefined
            ? await holdoutArms.lastSince(
                scope.userId,
                new Date(now().getTime() - START_MS),
                projectFilter(project),
              )
            : await holdoutArms.of(scope.userId, session)
        return arm === 'without_brief'
      })

const splitOf = async (
  { unitOfWork }: Deps,
  scope: TeamScope,
  named: string | undefined,
): Promise<Pick<ContextResponse, 'split'>> => {
  const project = projectFilter(named)
  if (project === undefined) return { split: null }
  const split = await unitOfWork.inTeam(scope, ({ holdouts }) => holdouts.splitOf(project))
  return { split: split ?? null }
}

/** What a session that begins without a brief is given of others. */
const NOTHING = { names: [], graves: [], memories: [], candidates: [] }

/**
 * The brief for somebody about to work: what earlier sessions did and found that bears on the task, best first, within
 * the budget. Of a session that goes on, where it stands comes first. What it says is quoted, never instruction. Rejects with the
 * reason of `signal` once that is aborted.
 *
 * @throws DomainError `session.not_found` where a session is named that the asker does not have.
 */
export const makeGetContext =
  (deps: Deps) =>
  async (
    scope: TeamScope,
    query: ContextQuery,
    { isAtStart, ...options }: Options = {},
  ): Promise<ContextResponse> => {
    const { now = systemClock } = deps
    const { budget, isUnknown } = briefBudget(query)
    const recap = await openRecap(deps, scope, query.session)
    const named = query.project ?? recap?.projectId ?? undefined
    const project = projectFilter(named)
    const heldOut = await isHeldOut(deps, scope, query, isAtStart)
    const { q, files, notes } = await withMeantFiles(deps, scope, {
      typed: readTask(query, recap),
      project,
      recap,
      heldOut,
    })
    if (isUnknown) notes.push(UNKNOWN_WINDOW)
    const hits = heldOut ? NO_HITS : await findHits(deps, scope, { q, named, options })
    const sought = { q, files, named, project }
    const known = heldOut ? NOTHING : await collect(deps, scope, sought, { hits, ...options })
    const { names, graves, memories } = known
    const candidates = distinct([...(recap?.found ?? []), ...known.candidates])
    const interest = { now: endOfDay(now()), q, files, hits: [...hits.here, ...hits.elsewhere] }
    const { candidates: ranked, sessionsOf } = oneOfEach(rankBrief(candidates, interest))
    const warnings = warningsOf(graves, { words: `${q}\n${query.work ?? ''}`, paths: files })
    const fitted = fitBrief(
      {
        format: query.format,
        budget,
        subject: named === undefined ? null : shorten(names[0] ?? named),
        nothing: nothingBecause(!heldOut && named !== undefined && names.length === 0, candidates),
        notes,
      },
      arrangeBrief({
        ranked,
        sessionsOf,
        warnings,
        names,
        memories,
        isAsked: q !== '',
        files,
        recap,
      }),
    )
    await noteGiven(deps, scope, { ids: fitted.included.map(({ id }) => id), at: now() })
    return {
      format: query.format,
      text: fitted.text,
      tokens: fitted.tokens,
      budget_tokens: budget,
      included: fitted.included,
      left_out: fitted.leftOut,
      notes,
      ...(query.split === true ? await splitOf(deps, scope, named) : {}),
    }
  }

/** What somebody is given of a session cannot be taken back. */
const noteGiven = async (
  { unitOfWork }: Deps,
  scope: TeamScope,
  { ids, at }: { ids: string[]; at: Date },
): Promise<void> => {
  if (ids.length === 0) return
  await unitOfWork.inTeam(scope, async ({ sessionSharing, memoryServings }) => {
    await sessionSharing.noteReading(ids)
    await memoryServings.noteServed(ids, { reader: 'agent', door: 'brief', at })
  })
}

export type GetContext = ReturnType<typeof makeGetContext>
