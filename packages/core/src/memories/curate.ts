import type { MemoryRow, TeamRepositories, UnitOfWork } from '@teamlore/db'
import { createRedactor } from '@teamlore/redaction'
import { newId, type Origin, type ProjectId, type UserId } from '@teamlore/shared'
import {
  type MemoryEvidenceInput,
  type MemoryKind,
  type MemorySlots,
  NO_SLOTS,
} from '@teamlore/shared/memories'
import type { SystemScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { hasMarker } from '../text/agents-md-marker.ts'
import { tombstoneOf } from '../text/tombstone-texts.ts'
import { adopt } from './adopt.ts'
import { cleanMemory } from './clean-memory.ts'
import { confirmMemory } from './confirm-memory.ts'
import type { EchoGuard } from './echo-guard.ts'
import { type Evidence, originOfStatement, readEvidence } from './evidence.ts'
import { fillSlots } from './fill-slots.ts'
import { corpusOfMemories, findRelations } from './find-relations.ts'
import type { MemoryPolicy } from './gate.ts'
import { inheritAnchors } from './inherit-anchors.ts'
import { openAmong } from './open-memories.ts'
import { policyOf } from './policy.ts'
import { readEchoGuard } from './read-echo-guard.ts'
import { type Refusal, refusalOf } from './refuse.ts'
import { relateCreated } from './relate-created.ts'
import { anchorRows } from './remember.ts'
import { sameWords, wordsOf } from './same-words.ts'
import { createMemory, type NewReading } from './write-memory.ts'
import type { Writing } from './writing.types.ts'

/** A finding that may be worth keeping, with the messages it rests on. */
export type MemoryCandidate = {
  kind: MemoryKind
  /** What a colleague would ask for; taken from the statement where it is left out. */
  topic?: string | undefined
  statement: string
  reason: string
  rejected?: readonly string[]
  slots?: MemorySlots
  /** What a colleague would ask who does not know it. */
  questions?: readonly string[]
  /** Who says so; less where its messages are to be trusted less. */
  origin: Origin
  evidence: readonly MemoryEvidenceInput[]
  /** Since when it holds; when it was said, by default. */
  validFrom?: Date
  paths?: readonly string[]
  /** It waits for a person, whatever the policy says. */
  isDraft?: boolean
  /** It may be more than was said: served at most as what nobody has reviewed. */
  isGuess?: boolean
  /** Of what an agent handed over: what a second reader said of it, if one has looked. */
  reading?: NewReading | null
  /** Whose alone it is, where its evidence does not say so. */
  privateTo?: UserId | null
  /** Who wrote it, where that was a member outside of a session. */
  authorId?: UserId | null
}

export type Curated =
  | { outcome: 'refused'; because: Refusal }
  | { outcome: 'created' | 'confirmed' | 'superseded' | 'proposed'; memoryId: MemoryRow['id'] }

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now?: Clock
  ids?: Pick<typeof newId, 'memory' | 'document'>
}
type Input = {
  projectId: ProjectId | null
  candidate: MemoryCandidate
  /** By sessions: guards that a run over many findings of the same sessions makes once. */
  guards?: Map<string, EchoGuard>
}

/**
 * Makes of a finding what it is to the team: nothing, where it is general knowledge, marketing, a contact or an echo of what the
 * agent was given; one more confirmation of what is known; a memory in the place of an older one; or a new one. Where it may be
 * a change and nobody said so, both live and a person decides. The same finding again changes nothing.
 */
export const makeCurate =
  ({ unitOfWork, now = systemClock, ids = newId }: Deps) =>
  async (
    scope: SystemScope,
    { projectId, candidate, guards = new Map() }: Input,
    signal?: AbortSignal,
  ): Promise<Curated> => {
    const prepared = await unitOfWork.inTeam(scope, (repos) => prepare(repos, candidate, now()))
    const { said, inputs, refusal, sessions } = prepared
    if (refusal !== null) return { outcome: 'refused', because: refusal }
    // Read before anything is locked, and in slices: a session may be very long.
    const key = JSON.stringify([projectId, ...sessions])
    const guard =
      guards.get(key) ??
      (await readEchoGuard({ unitOfWork, scope, signal }, { projectId, sessions }))
    guards.set(key, guard)
    if (guard.isEcho(said.statement)) return { outcome: 'refused', because: 'echo' }
    return unitOfWork.inTeam(scope, async (repos) => {
      const at = now()
      const evidence = await evidenceOf(repos, candidate, { inputs, at })
      const writing: Writing = {
        teamId: scope.teamId,
        by: null,
        at,
        ids,
        policy: policyFor(candidate, await policyOf(repos, projectId)),
      }
      await repos.memories.lockProject(projectId)
      const validFrom = candidate.validFrom ?? saidAt(evidence) ?? at
      return place(repos, writing, { said, candidate, evidence, projectId, validFrom })
    })
  }

export type Curate = ReturnType<typeof makeCurate>

/** Of a guess nothing becomes active by itself, whoever is trusted. */
const policyFor = ({ isGuess = false }: MemoryCandidate, policy: MemoryPolicy): MemoryPolicy =>
  isGuess ? { ...policy, mode: 'manual' } : policy

const evidenceOf = (
  repos: TeamRepositories,
  { authorId = null, origin }: MemoryCandidate,
  { inputs, at }: { inputs: readonly MemoryEvidenceInput[]; at: Date },
): Promise<Evidence> => readEvidence(repos, inputs, { at, by: authorId, origin })

/** A candidate without secrets, whether it is refused for its own words, and the sessions that it rests on. */
const prepare = async (repos: TeamRepositories, candidate: MemoryCandidate, at: Date) => {
  const redactor = createRedactor(await repos.redactionRules.get())
  const said = cleanMemory(
    {
      statement: candidate.statement.trim(),
      reason: candidate.reason,
      rejected: [...(candidate.rejected ?? [])],
      slots: candidate.slots ?? NO_SLOTS,
      questions: [...(candidate.questions ?? [])],
    },
    redactor,
  )
  const inputs = candidate.evidence
    .filter(({ quote }) => !hasMarker(quote))
    .map((one) => ({ ...one, quote: redactor.redact(one.quote).text.slice(0, 1_000) }))
  // A line of AGENTS.md, copied with its marker, is the team's own word: it is no evidence, and what rests on it alone is an echo.
  const isCopied =
    hasMarker(candidate.statement) || (inputs.length === 0 && candidate.evidence.length > 0)
  const refusal: Refusal | null = isCopied ? 'echo' : refusalOf(said.statement)
  if (refusal !== null) return { said, inputs, refusal, sessions: [] }
  const { rows } = await evidenceOf(repos, candidate, { inputs, at })
  const sessions = [...new Set(rows.flatMap(({ session_id }) => session_id ?? []))].sort()
  return { said, inputs, refusal, sessions }
}

type Placing = {
  said: {
    statement: string
    reason: string
    rejected: string[]
    slots: MemorySlots
    questions: string[]
  }
  candidate: MemoryCandidate
  evidence: Evidence
  projectId: ProjectId | null
  validFrom: Date
}

const place = async (
  repos: TeamRepositories,
  writing: Writing,
  { said, candidate, evidence, projectId, validFrom }: Placing,
): Promise<Curated> => {
  const privateTo = evidence.privateTo ?? candidate.privateTo ?? null
  // What is private to somebody is compared with their own alone, so that nothing of it shows elsewhere.
  const living = (await repos.memories.living({ projectId, privateTo })).filter(
    (memory) => memory.private_to === privateTo,
  )
  const found = findRelations({ statement: said.statement, slots: said.slots, validFrom }, living)
  const same = living.filter(({ statement }) => sameWords(statement, said.statement))
  // What rests on a session that was made private since is changed by nobody in the background.
  const open = await openAmong(repos, [...same, ...found.map(({ memory }) => memory)])
  const relations = found.filter(({ memory }) => open.includes(memory))
  const twin =
    same.find((memory) => open.includes(memory)) ??
    relations.find(({ relation }) => relation === 'duplicates')?.memory
  if (twin !== undefined) {
    await confirmMemory(repos, writing, {
      id: twin.id,
      evidence: evidence.rows,
      staysDraft: candidate.isDraft ?? false,
    })
    await adopt(repos, writing, twin.id, said)
    return { outcome: 'confirmed', memoryId: twin.id }
  }
  // A person may say it again; that sessions teach it anew brings back nothing that somebody had forgotten.
  const hash = tombstoneOf.memory(writing.teamId, wordsOf(said.statement))
  if ((await repos.tombstones.known([hash], ['memory'])).size > 0)
    return { outcome: 'refused', because: 'forgotten' }
  const memory = await createMemory(repos, writing, {
    projectId,
    privateTo,
    kind: candidate.kind,
    topic: candidate.topic,
    ...said,
    slots: fillSlots(said.statement, said.slots, corpusOfMemories(living, said.statement)),
    origin: originOfStatement(candidate.origin, evidence.rows),
    authorId: candidate.authorId ?? null,
    validFrom,
    anchors: await anchorsOf(repos, candidate, evidence),
    evidence: evidence.rows,
    isDraft: candidate.isDraft ?? false,
    reading: candidate.reading ?? null,
    note: null,
  })
  const placed = await relateCreated(repos, writing, { memory, relations })
  return { outcome: placed, memoryId: memory.id }
}

const anchorsOf = async (
  repos: TeamRepositories,
  { paths = [] }: MemoryCandidate,
  { messages }: Evidence,
) => {
  if (paths.length > 0)
    return anchorRows(
      paths.slice(0, 10).map((path) => ({
        path,
        symbol: null,
        start_line: null,
        end_line: null,
        content_hash: null,
      })),
    )
  const [first] = messages
  return first === undefined ? [] : inheritAnchors(repos, first)
}

const saidAt = ({ rows }: Evidence): Date | undefined => {
  const times = rows.flatMap(({ occurred_at }) =>
    occurred_at === null ? [] : [Date.parse(occurred_at)],
  )
  return times.length === 0 ? undefined : new Date(Math.min(...times))
}
