import type { MemoryAnchorRow, MemoryEvidenceRow, MemoryRow } from '@teamlore/db'
import type { Origin, ProjectId, SessionId, UserId } from '@teamlore/shared'
import type { MemoryKind, MemorySlots } from '@teamlore/shared/memories'
import { topicOf } from '../statements/topic/index.ts'
import { type Confidence, confidenceOf } from './confidence.ts'
import { firstSource } from './first-source.ts'
import { indexMemories } from './index-memories.ts'
import { noteDependants } from './note-dependants.ts'
import { statusOf } from './status-of.ts'
import type { MemoryRepositories, Writing } from './writing.types.ts'

export type NewReading = { sessionId: SessionId; source: string; type: 'unread' | 'read' }

export type NewMemory = {
  projectId: ProjectId | null
  privateTo: UserId | null
  kind: MemoryKind
  /** As whoever wrote it named it; else it is taken from the statement. */
  topic?: string | undefined
  statement: string
  reason: string
  rejected: string[]
  slots: MemorySlots
  questions: string[]
  origin: Origin
  authorId: UserId | null
  validFrom: Date
  anchors: readonly MemoryAnchorRow[]
  evidence: readonly MemoryEvidenceRow[]
  /** A person said that it is to wait. */
  isDraft: boolean
  /** Where an agent handed it over: which words a second reader is to look at, in which session, and whether one has. */
  reading?: NewReading | null
  /** How it came to be, where whoever sent it wrote none of its words. */
  change?: 'mined'
  /** Why it came to be. */
  note: string | null
}

/** Writes a memory with all that hangs on it; the gate alone says whether it is active. */
export const createMemory = async (
  repos: MemoryRepositories,
  writing: Writing,
  made: NewMemory,
): Promise<MemoryRow> => {
  const confidence = confidenceOf(made.origin, firstSource(made.evidence, made.authorId), [])
  const at = writing.at.toISOString()
  const stored = {
    origin: made.origin,
    confidence: confidence.value,
    private_to: made.privateTo,
    author_id: made.authorId,
  }
  const status = made.isDraft
    ? 'draft'
    : statusOf(stored, { signals: signalsOf(made), evidence: made.evidence }, writing.policy)
  const memory: MemoryRow = {
    id: writing.ids.memory(),
    project_id: made.projectId,
    private_to: made.privateTo,
    kind: made.kind,
    status,
    topic: made.topic ?? topicOf(made),
    statement: made.statement,
    reason: made.reason,
    rejected: made.rejected,
    slots: made.slots,
    questions: made.questions,
    origin: made.origin,
    ...columnsOf(confidence),
    author_id: made.authorId,
    assignee_id: null,
    version: 1,
    valid_from: made.validFrom.toISOString(),
    recorded_at: at,
    confirmed_at: at,
    created_at: at,
    successor_id: null,
    stale_since: null,
    stale_reason: null,
    reviewed_by: null,
    reviewed_at: null,
    review_reason: null,
  }
  await repos.memories.insert(memory)
  await repos.memories.addVersion(memory, {
    recorded_by: writing.by,
    change: made.change ?? 'written',
    note: made.note,
    valid_from: memory.valid_from,
  })
  await repos.memories.setAnchors(memory, made.anchors)
  await repos.memories.addEvidence(memory, made.evidence)
  if (made.reading) await repos.memories.addSignal(readingSignal(memory, made.reading, writing))
  await indexMemories(repos, writing, [memory.id])
  return memory
}

/** As far as the gate asks. */
const signalsOf = ({ reading }: NewMemory) =>
  reading ? [{ type: reading.type, user_id: null, machine_id: null, session_id: null }] : []

export const readingSignal = (
  { id, private_to }: Pick<MemoryRow, 'id' | 'private_to'>,
  { sessionId, source, type }: NewReading,
  { at }: Pick<Writing, 'at'>,
) => ({
  memory_id: id,
  type,
  source,
  user_id: null,
  machine_id: null,
  session_id: sessionId,
  note: '',
  created_at: at.toISOString(),
  private_to,
})

export type Change = {
  change: string
  note: string | null
  /** Since when the new state holds; since the memory holds by default. */
  validFrom?: string
}

/** Gives a memory a new state, as a new version; the one before stays in its history. */
export const changeMemory = async (
  repos: MemoryRepositories,
  writing: Writing,
  changed: MemoryRow,
  { change, note, validFrom = changed.valid_from }: Change,
): Promise<MemoryRow> => {
  const memory = {
    ...changed,
    version: changed.version + 1,
    recorded_at: writing.at.toISOString(),
  }
  await repos.memories.update(memory)
  await repos.memories.addVersion(memory, {
    recorded_by: writing.by,
    change,
    note,
    valid_from: validFrom,
  })
  await indexMemories(repos, writing, [memory.id])
  return memory
}

/** Whether one may take the place of the other at once: what nobody reviewed retires nothing that is active, and a draft nothing. */
const mayReplace = (newer: MemoryRow, older: MemoryRow): boolean =>
  newer.status === 'active' || (newer.status === 'unreviewed' && older.status !== 'active')

/**
 * Puts `newer` in the place of `older`. Where it may not yet, the older one holds on: the relation waits, and is made good when a
 * person approves the newer one or somebody else says the same.
 */
export const supersede = async (
  repos: MemoryRepositories,
  writing: Writing,
  pair: { newer: MemoryRow; older: MemoryRow; reason: string; confidence: number },
): Promise<void> => {
  const { newer, older, reason, confidence } = pair
  const isHeld = mayReplace(newer, older)
  await repos.memories.relate({
    from_id: newer.id,
    to_id: older.id,
    type: 'supersedes',
    status: isHeld ? 'held' : 'proposed',
    confidence,
    reason,
    created_by: writing.by,
    created_at: writing.at.toISOString(),
    private_to: newer.private_to ?? older.private_to,
  })
  if (!isHeld) return
  await changeMemory(
    repos,
    writing,
    {
      ...older,
      status: 'superseded',
      successor_id: newer.id,
      stale_since: null,
      stale_reason: null,
    },
    {
      change: 'superseded',
      note: reason,
      validFrom: later(newer.valid_from, older.valid_from),
    },
  )
  await indexMemories(repos, writing, [newer.id])
  await noteDependants(repos, writing, { newer, older })
}

/** What it is worth now, after what was said of it. */
export const weighAgain = async (
  { memories }: MemoryRepositories,
  memory: MemoryRow,
  evidence: readonly Pick<MemoryEvidenceRow, 'user_id' | 'machine_id' | 'session_id'>[],
): Promise<MemoryRow> => {
  const signals = await memories.signalsOf([memory.id])
  const first = firstSource(evidence, memory.author_id)
  return { ...memory, ...columnsOf(confidenceOf(memory.origin, first, signals)) }
}

const columnsOf = ({ value, parts }: Confidence) => ({
  confidence: value,
  confidence_parts: parts,
})

const later = (a: string, b: string): string => (Date.parse(a) >= Date.parse(b) ? a : b)
