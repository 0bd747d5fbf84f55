import type { MachineId, MemoryId, Origin, ProjectId, SessionId, UserId } from '@teamlore/shared'
import type {
  AnchorState,
  ConfidenceParts,
  EvidenceKind,
  MemoryKind,
  MemorySlots,
  MemoryStatus,
  RelationType,
} from '@teamlore/shared/memories'
import type { MemorySignalType } from './table.ts'

/** What a version says; times are ISO texts, as everywhere on the wire. */
type Said = {
  kind: MemoryKind
  status: MemoryStatus
  topic: string
  statement: string
  reason: string
  rejected: string[]
  slots: MemorySlots
  questions: string[]
}

/** A memory as its row has it, in the names of the columns. */
export type MemoryRow = Said & {
  id: MemoryId
  project_id: ProjectId | null
  private_to: UserId | null
  origin: Origin
  confidence: number
  confidence_parts: ConfidenceParts
  author_id: UserId | null
  assignee_id: UserId | null
  version: number
  valid_from: string
  recorded_at: string
  confirmed_at: string
  created_at: string
  successor_id: MemoryId | null
  stale_since: string | null
  stale_reason: string | null
  /** Somebody proposed to take it out; it holds until a person decides. */
  removal_since: string | null
  removal_reason: string | null
  removal_by: UserId | null
  /** A person decided that it stays. */
  removal_kept_at: string | null
  reviewed_by: UserId | null
  reviewed_at: string | null
  review_reason: string | null
}

export type MemoryVersionRow = Said & {
  memory_id: MemoryId
  version: number
  valid_from: string
  valid_to: string | null
  recorded_at: string
  recorded_by: UserId | null
  change: string
  note: string | null
}

export type MemoryAnchorRow = {
  path: string
  symbol: string | null
  start_line: number | null
  end_line: number | null
  content_hash: string | null
  state: AnchorState
  is_inherited: boolean
}

export type MemoryEvidenceRow = {
  kind: EvidenceKind
  ref: string
  session_id: SessionId | null
  quote: string
  origin: Origin
  user_id: UserId | null
  machine_id: MachineId | null
  occurred_at: string | null
  recorded_at: string
}

export type MemoryRelationRow = {
  from_id: MemoryId
  to_id: MemoryId
  type: RelationType
  status: 'held' | 'proposed' | 'dismissed'
  confidence: number
  reason: string
  created_by: UserId | null
  created_at: string
}

export type MemorySignalRow = {
  memory_id: MemoryId
  type: MemorySignalType
  source: string
  user_id: UserId | null
  machine_id: MachineId | null
  session_id: SessionId | null
  note: string
  created_at: string
}

/** What is compared with a statement that comes in. */
export type LivingMemory = Pick<
  MemoryRow,
  'id' | 'kind' | 'status' | 'statement' | 'reason' | 'slots' | 'origin' | 'valid_from' | 'version'
> & { private_to: UserId | null; paths: string[] }

/** Whose row a part of a memory is. */
export type MemoryOwner = Pick<MemoryRow, 'id' | 'private_to'>
