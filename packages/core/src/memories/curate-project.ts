import type { HandedReading, TeamRepositories, UnitOfWork } from '@teamlore/db'
import type { Claim, ProjectId, SessionId } from '@teamlore/shared'
import { MEMORY_LIMITS, type MemoryKind, type MemorySlots } from '@teamlore/shared/memories'
import { DomainError } from '../errors.ts'
import type { SystemScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { type Curated, type MemoryCandidate, makeCurate } from './curate.ts'
import type { EchoGuard } from './echo-guard.ts'
import { makeSettleReadings, readingOf } from './settle-readings.ts'

/** A session is curated when it has been quiet for so long and somebody asked so often: both. One prompt may hold a decision. */
export const CURATE_AFTER = { idleSeconds: 600, turns: 1 } as const
/** Of one run; what is left comes with the next. */
const MAX_SESSIONS = 50

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now?: Clock
  /** What a session says that seems to change what was said before. */
  noteChanges?: (
    scope: SystemScope,
    session: { projectId: ProjectId; sessionId: SessionId },
    signal?: AbortSignal,
  ) => Promise<unknown>
  /** What a session says of the memories that were just made of it. */
  drawFromSession?: (
    scope: SystemScope,
    session: { sessionId: SessionId },
    signal?: AbortSignal,
  ) => Promise<unknown>
}
type Input = {
  projectId: ProjectId
  idleSeconds?: number
  turns?: number
  /** Asked after each session: what is left then comes with the next run. */
  isTimeUp?: () => boolean
}

export type CuratedProject = { sessions: number } & Record<Curated['outcome'], number>

/** Makes memories of what was found in the sessions of a project that are quiet now. Twice is once. */
export const makeCurateProject = ({
  unitOfWork,
  now = systemClock,
  noteChanges,
  drawFromSession,
}: Deps) => {
  const curate = makeCurate({ unitOfWork, now })
  const settleReadings = makeSettleReadings({ unitOfWork, now })

  /** What became of each finding of a session. */
  async function* curateSession(
    scope: SystemScope,
    { projectId, sessionId }: { projectId: ProjectId; sessionId: SessionId },
    signal: AbortSignal | undefined,
  ): AsyncGenerator<Curated['outcome']> {
    const { findings, readings } = await unitOfWork.inTeam(scope, async (repos) => ({
      findings: await repos.memorySources.findings([sessionId]),
      readings: await repos.handedReadings.of(sessionId),
    }))
    await settleReadings(scope, { sessionId, findings, readings }, signal)
    const guards = new Map<string, EchoGuard>()
    for (const candidate of findings.flatMap((finding) => candidateOf(finding, readings) ?? [])) {
      signal?.throwIfAborted()
      try {
        const { outcome } = await curate(scope, { projectId, candidate, guards }, signal)
        yield outcome
      } catch (error) {
        // One that rests on what is gone must not keep the others, now and at every later run.
        if (!(error instanceof DomainError)) throw error
        yield 'refused'
      }
    }
  }

  return async (
    scope: SystemScope,
    {
      projectId,
      idleSeconds = CURATE_AFTER.idleSeconds,
      turns = CURATE_AFTER.turns,
      isTimeUp,
    }: Input,
    signal?: AbortSignal,
  ): Promise<CuratedProject> => {
    const sessions = await unitOfWork.inTeam(scope, ({ memoryReview }) =>
      memoryReview.sessionsToCurate(projectId, { idleSeconds, turns, limit: MAX_SESSIONS }),
    )
    const counts: CuratedProject = {
      sessions: 0,
      refused: 0,
      created: 0,
      confirmed: 0,
      superseded: 0,
      proposed: 0,
    }
    // One session after the other, so that a run that is ended has done those before.
    for (const sessionId of sessions) {
      for await (const outcome of curateSession(scope, { projectId, sessionId }, signal))
        counts[outcome] += 1
      await noteChanges?.(scope, { projectId, sessionId }, signal)
      await unitOfWork.inTeam(scope, ({ memoryReview }) =>
        memoryReview.noteCurated([sessionId], now()),
      )
      await drawFromSession?.(scope, { sessionId }, signal)
      counts.sessions += 1
      if (isTimeUp?.()) break
    }
    return counts
  }
}

export type CurateProject = ReturnType<typeof makeCurateProject>

type Finding = Awaited<ReturnType<TeamRepositories['memorySources']['findings']>>[number]

/** What kind of memory a finding may become. Work that was done is for the summary, not for the team's memory. */
const KIND_OF: Partial<Record<string, MemoryKind>> = {
  decision: 'decision',
  discovery: 'gotcha',
  bugfix: 'gotcha',
}

const candidateOf = (
  finding: Finding,
  readings: readonly HandedReading[],
): MemoryCandidate | undefined => {
  const { claim } = finding
  const reading = readingOf(finding, readings)
  if (reading === 'refused') return undefined
  const said = claim === null ? ofRules(finding) : ofClaim(claim, finding)
  if (said === undefined) return undefined
  return {
    ...said,
    topic: finding.topic || undefined,
    reading,
    origin: finding.origin,
    ...(finding.time === null ? {} : { validFrom: new Date(finding.time) }),
    paths: finding.files.filter((path) => !/^(?:\/|[a-z]:)/i.test(path)).slice(0, 5),
  }
}

type Said = Omit<MemoryCandidate, 'topic' | 'reading' | 'origin' | 'validFrom' | 'paths'>

/** What an agent or a model took apart itself: kind, slots and quotes are theirs. */
const ofClaim = (claim: Claim, { message_id, title }: Finding): Said => {
  const quoted = claim.evidence.map(({ message_id: ref, quote }) => ({
    kind: 'message' as const,
    ref,
    quote: quote.slice(0, 1_000),
  }))
  const own = message_id === null ? [] : [{ kind: 'message' as const, ref: message_id, quote: '' }]
  return {
    kind: claim.kind,
    statement: claim.statement.trim() || title.trim(),
    reason: claim.reason,
    rejected: claim.rejected,
    slots: slotsOf(claim.slots),
    questions: claim.questions ?? [],
    evidence: quoted.length > 0 ? quoted : own,
  }
}

/** What a distiller did not know is empty there, and nothing here. */
const slotOf = (text: string): string | null =>
  text.trim().slice(0, MEMORY_LIMITS.maxSlotChars) || null

const slotsOf = ({ subject, attribute, scope, value, replaces }: Claim['slots']): MemorySlots => ({
  subject: slotOf(subject),
  attribute: slotOf(attribute),
  scope: slotOf(scope),
  value: slotOf(value),
  replaces: slotOf(replaces),
})

const ofRules = (finding: Finding): Said | undefined => {
  const kind = KIND_OF[finding.type]
  // Without a message there is nothing to show for it.
  if (kind === undefined || finding.message_id === null) return undefined
  const statement = finding.title.trim()
  return {
    kind,
    statement,
    reason: finding.subtitle.trim() === statement ? '' : finding.subtitle,
    evidence: [
      { kind: 'message', ref: finding.message_id, quote: finding.narrative.slice(0, 1_000) },
    ],
  }
}
