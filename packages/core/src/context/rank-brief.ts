import type { ObservationType, SearchHit } from '@teamlore/shared'
import { decayOf } from '../memories/confidence.ts'
import { cosine, createTermStatistics } from '../text/terms.ts'
import type { BriefCandidate } from './brief-entry.ts'

export type BriefInterest = {
  now: Date
  /** What the asker is about to do. */
  q: string
  /** Paths the asker works on. */
  files: readonly string[]
  /** What the search found for `q`, best first. */
  hits: readonly Pick<SearchHit, 'id' | 'session_id'>[]
}

const DAY_MS = 86_400_000
/** After so many days a finding counts half as recent. */
const HALF_LIFE_DAYS = 14

const TYPE_WORTH = {
  decision: 0.5,
  discovery: 0.45,
  bugfix: 0.4,
  feature: 0.3,
  refactor: 0.15,
  change: 0.1,
} as const satisfies Record<ObservationType, number>

/** Where work stands is asked most often. */
const SUMMARY_WORTH = 0.4

/** Of a memory that is wholly certain: more than what a session found today. It does not age as work does. */
const MEMORY_WORTH = 1.6

/** Of one that nobody reviewed: less than what was reviewed, and more than what one session found alone. */
const UNREVIEWED_WORTH = 1

/** What every further entry of one session loses, so that a talkative session does not fill the brief. */
const SAME_SESSION = 0.12

const WEIGHT = { relevance: 3, files: 2, recency: 1 } as const

const textOf = (candidate: BriefCandidate): string => {
  switch (candidate.kind) {
    case 'memory':
      return [
        candidate.topic,
        candidate.statement,
        candidate.reason,
        ...candidate.rejected,
        ...candidate.paths,
      ].join('\n')
    case 'observation':
      return [candidate.title, candidate.subtitle, candidate.narrative, ...filesOf(candidate)].join(
        '\n',
      )
    case 'summary':
      return [candidate.request, candidate.learned, candidate.completed, candidate.nextSteps].join(
        '\n',
      )
  }
}

const filesOf = (candidate: BriefCandidate): string[] => {
  switch (candidate.kind) {
    case 'memory':
      return candidate.paths
    case 'observation':
      return [...candidate.filesModified, ...candidate.filesRead]
    case 'summary':
      return []
  }
}

/** What it is worth by its kind alone. A memory is worth what it is trusted with, today. */
const worthOf = (candidate: BriefCandidate, now: Date): number => {
  switch (candidate.kind) {
    case 'memory':
      return (
        (candidate.isUnreviewed ? UNREVIEWED_WORTH : MEMORY_WORTH) *
        candidate.confidence *
        decayOf(candidate.confirmedAt, now)
      )
    case 'observation':
      return TYPE_WORTH[candidate.type]
    case 'summary':
      return SUMMARY_WORTH
  }
}

const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** 1: the same file, also when one side names it by its last parts only; 0.5: the same folder. */
export const closeness = (mine: string, theirs: string): number => {
  if (mine === theirs || mine.endsWith(`/${theirs}`) || theirs.endsWith(`/${mine}`)) return 1
  const folder = folderOf(mine)
  return folder !== '' && folder === folderOf(theirs) ? 0.5 : 0
}

const overlap = (candidate: BriefCandidate, files: readonly string[]): number =>
  Math.max(
    0,
    ...files.flatMap((mine) => filesOf(candidate).map((theirs) => closeness(mine, theirs))),
  )

/** The end of the day: what is asked twice in a day is answered in the same order, so providers can keep what they read. */
export const endOfDay = (now: Date): Date =>
  new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS)

const recency = (candidate: BriefCandidate, now: Date): number => {
  if (candidate.occurredAt === null || candidate.kind === 'memory') return 0
  const days = Math.max(0, now.getTime() - Date.parse(candidate.occurredAt)) / DAY_MS
  return 0.5 ** (days / HALF_LIFE_DAYS)
}

/** How near the search put it to the question; a hit elsewhere in its session counts half. */
const searchRelevance = (hits: BriefInterest['hits']) => {
  const best = new Map<string, number>()
  const note = (id: string | null, value: number) => {
    if (id !== null) best.set(id, Math.max(best.get(id) ?? 0, value))
  }
  for (const [rank, hit] of hits.entries()) {
    note(hit.id, 1 / (1 + rank * 0.1))
    note(hit.session_id, 0.5 / (1 + rank * 0.1))
  }
  return ({ id, sessionId }: BriefCandidate) =>
    Math.max(best.get(id) ?? 0, sessionId === null ? 0 : (best.get(sessionId) ?? 0))
}

/** Shared rare words, for when the search found nothing or is not there. */
const wordRelevance = (candidates: readonly BriefCandidate[], q: string) => {
  const statistics = createTermStatistics()
  const texts = candidates.map(textOf)
  for (const text of texts) statistics.learn(text)
  const asked = statistics.vector(q)
  const vectors = new Map(
    candidates.map(({ id }, index) => [id, statistics.vector(texts[index] ?? '')]),
  )
  return ({ id }: BriefCandidate) => {
    const vector = vectors.get(id)
    return vector === undefined ? 0 : Math.min(1, 1.5 * cosine(asked, vector))
  }
}

/** Candidates by what they are worth to the asker: relevance to the task, nearness to the files, recency, type. */
export const rankBrief = (
  candidates: readonly BriefCandidate[],
  { now, q, files, hits }: BriefInterest,
): BriefCandidate[] => {
  const bySearch = searchRelevance(hits)
  const byWords = q.trim() === '' ? () => 0 : wordRelevance(candidates, q)
  const scored = candidates.map((candidate) => ({
    candidate,
    worth:
      WEIGHT.relevance * Math.max(bySearch(candidate), byWords(candidate)) +
      WEIGHT.files * overlap(candidate, files) +
      WEIGHT.recency * recency(candidate, now) +
      worthOf(candidate, now),
  }))
  const order = (a: (typeof scored)[number], b: (typeof scored)[number]) =>
    b.worth - a.worth || (a.candidate.id < b.candidate.id ? 1 : -1)
  const perSession = new Map<string, number>()
  const spread = scored.sort(order).map(({ candidate, worth }) => {
    if (candidate.sessionId === null) return { candidate, worth }
    const before = perSession.get(candidate.sessionId) ?? 0
    perSession.set(candidate.sessionId, before + 1)
    return { candidate, worth: worth - SAME_SESSION * before }
  })
  return spread.sort(order).map(({ candidate }) => candidate)
}
