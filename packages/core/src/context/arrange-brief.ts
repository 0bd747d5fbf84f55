import type { BriefMemory, BriefSummary } from '@teamlore/db'
import { createResemblance, resemblanceText, type Work } from '../outcomes/resembles.ts'
import {
  type BriefCandidate,
  type BriefEntry,
  briefEntryOf,
  type Section,
  warningOf,
} from './brief-entry.ts'
import { closeness } from './rank-brief.ts'
import type { SessionRecap } from './session-recap.ts'

/** More would be a list that nobody reads. */
const MAX_WARNINGS = 3
const MAX_ELSEWHERE = 5
/** What bears on the task most comes before what is sure, whatever it is about. */
const BEFORE_SURE = 3
/** The newest work, which is in a brief that nothing is asked of. */
const NEWEST = 10
/** The surest memories of a project, which are in its briefs whatever is asked. */
const SURE = 5

/** What the work resembles of what was given up, the most alike first. */
export const warningsOf = (graves: readonly BriefMemory[], work: Work): BriefEntry[] => {
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

/** Kinds of memories that warn whoever touches their code. */
const CAREFUL = ['invariant', 'gotcha']

const isCareful = (memory: BriefMemory, files: readonly string[]): boolean =>
  CAREFUL.includes(memory.memoryKind) &&
  memory.paths.some((theirs) => files.some((mine) => closeness(mine, theirs) === 1))

/** Summaries whose next steps are open: the last of each session. */
const openOnes = (candidates: readonly BriefCandidate[]): ReadonlySet<string> => {
  const last = new Map<string, BriefSummary>()
  for (const one of candidates) {
    if (one.kind !== 'summary') continue
    const known = last.get(one.sessionId)
    const isLater =
      known === undefined ||
      (one.occurredAt ?? '') > (known.occurredAt ?? '') ||
      (one.occurredAt === known.occurredAt && one.id > known.id)
    if (isLater) last.set(one.sessionId, one)
  }
  return new Set(
    [...last.values()].filter(({ nextSteps }) => nextSteps.trim() !== '').map(({ id }) => id),
  )
}

type Arranged = {
  /** Said once each, the best first. */
  ranked: readonly BriefCandidate[]
  sessionsOf: ReadonlyMap<string, number>
  warnings: readonly BriefEntry[]
  /** Names of the projects that are asked about; none where all are. */
  names: readonly string[]
  /** What of the project is surest, the surest first. */
  memories: readonly BriefMemory[]
  /** There is a question. */
  isAsked: boolean
  files: readonly string[]
  recap: SessionRecap | undefined
}

/** Entries of a brief in the order in which they get their room, each in the part it is read in. */
export const arrangeBrief = ({
  ranked,
  sessionsOf,
  warnings,
  names,
  memories,
  isAsked,
  files,
  recap,
}: Arranged): BriefEntry[] => {
  const open = openOnes(ranked)
  const isElsewhere = ({ kind, project }: BriefCandidate): boolean =>
    kind === 'memory' && names.length > 0 && project !== null && !names.includes(project)
  const partOf = (one: BriefCandidate): Section | undefined => {
    if (one.kind === 'memory' && isCareful(one, files)) return 'files'
    return isElsewhere(one) ? 'elsewhere' : undefined
  }
  const strangers = ranked.filter(isElsewhere).slice(MAX_ELSEWHERE)
  const own = ranked
    .filter((one) => !strangers.includes(one) && one.sessionId !== (recap?.sessionId ?? ''))
    .map((one) =>
      briefEntryOf(one, {
        sessions: sessionsOf.get(one.id),
        isOpen: open.has(one.id),
        section: partOf(one),
      }),
    )
  const said = new Set(ranked.map(({ id }) => id))
  const sure = new Set(
    memories
      .filter(({ isUnreviewed }) => !isUnreviewed)
      .slice(0, SURE)
      .map(({ id }) => id),
  )
  return onceEach([
    // What a memory says of it now stands there.
    ...(recap?.entries.filter(({ id, section }) => section !== 'decided' || said.has(id)) ?? []),
    ...warnings,
    ...own.filter(({ section }) => section === 'files'),
    ...own.slice(0, BEFORE_SURE),
    ...own.filter(({ id }) => sure.has(id)),
    ...(isAsked || files.length > 0
      ? []
      : newestOf(ranked).flatMap((id) => own.filter((one) => one.id === id))),
    ...own,
  ])
}

/** What sessions did last, the newest first. */
const newestOf = (ranked: readonly BriefCandidate[]): string[] =>
  ranked
    .filter(({ kind }) => kind !== 'memory')
    .toSorted(
      (a, b) => (b.occurredAt ?? '').localeCompare(a.occurredAt ?? '') || (a.id < b.id ? 1 : -1),
    )
    .slice(0, NEWEST)
    .map(({ id }) => id)

/** The first of each. */
const onceEach = (entries: readonly BriefEntry[]): BriefEntry[] => {
  const seen = new Set<string>()
  return entries.filter(({ id }) => !seen.has(id) && seen.add(id))
}
