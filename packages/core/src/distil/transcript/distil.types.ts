import type {
  Block,
  Claim,
  FindingPurpose,
  MessageId,
  MessageKind,
  ObservationType,
  Origin,
  SessionKind,
} from '@teamlore/shared'

/** What the distiller needs to know of a session. Paths as the coding tool wrote them. */
export type DistilSession = {
  kind: SessionKind
  title: string | null
  cwd: string | null
  /** Top folder of the project on the machine the session ran on; paths inside it become relative to it. */
  rootPath: string | null
}

/** A stored message. Messages arrive in file order. */
export type DistilMessage = {
  id: MessageId
  key: string
  ts: Date | null
  kind: MessageKind
  model: string | null
  blocks: Block[]
  cwd: string | null
  isAbandoned: boolean
}

export type DistilEdit = {
  messageKey: string
  toolCallId: string | null
  path: string
  operation: string
  addedLines: number
  removedLines: number
}

/** A finding, before it has an id. `key` is the same each time the same finding of the same session is distilled. */
export type DistilledObservation = {
  key: string
  /** What a colleague would want to know, or the record of what was changed. */
  purpose: FindingPurpose
  /** The statement taken apart, where its author did that. */
  claim: Claim | null
  /** How sure the distiller is, between 0 and 1; null where it does not say. */
  confidence: number | null
  promptId: MessageId | null
  messageId: MessageId
  type: ObservationType
  /** What a colleague would ask for; empty of the record of work. */
  topic: string
  title: string
  subtitle: string
  narrative: string
  facts: string[]
  concepts: string[]
  filesRead: string[]
  filesModified: string[]
  origin: Origin
  occurredAt: Date | null
}

/** What one prompt led to. Parts that have nothing to say are empty strings. */
export type DistilledSummary = {
  promptId: MessageId | null
  /** 1-based number of the prompt among the session's prompts; 0 for what came before the first. */
  promptNumber: number
  request: string
  investigated: string
  learned: string
  completed: string
  nextSteps: string
  notes: string
  occurredAt: Date | null
}

export type Distillate = {
  observations: DistilledObservation[]
  summaries: DistilledSummary[]
  /** Messages that findings rested on, those among them that were struck or taken back. Rules have no need of it. */
  weighed?: ReadonlySet<MessageId>
}

/** Most a single prompt range may yield; the rest of it stays searchable as messages. */
export const DISTIL_LIMITS = {
  observationsPerRange: 12,
  workPerRange: 6,
  statementsPerRange: 3,
  /** Of a session so far: some, and half a one for each prompt. */
  statementsAtFirst: 8,
  answersPerRange: 4,
  titleChars: 220,
  workTitleChars: 160,
  subtitleChars: 160,
  narrativeChars: 900,
  facts: 8,
  factChars: 240,
  concepts: 6,
  files: 40,
  summaryPartChars: 600,
} as const
