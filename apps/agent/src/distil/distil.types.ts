import type { LoreClient } from '@teamlore/shared'
import type { DistilTool } from '@teamlore/shared/distil-leases'
import type { OwnAgentAnswer } from '../own-agent/ask-own-agent.ts'
import type { OwnAgentError } from '../own-agent/own-agent-error.ts'
import type { BatchQuestion } from './batches.ts'
import type { UnsentAnswers } from './unsent-answers.ts'

export type DistilOptions = {
  tool: DistilTool
  /** The model that was asked for; null: the one that the adapter takes. */
  model: string | null
  /** Which machine this is. */
  holder: string
  since: string | undefined
  projectId: string | undefined
  /** Sessions and memories at most. */
  limit: number
  /** Whether memories are asked for where sessions leave room: a server of before refuses the word. */
  memories: boolean
  /** Tokens that may be used now; unlimited where nobody set a cap. */
  tokens: number | undefined
  signal: AbortSignal
}

export type DistilDeps = {
  client: Pick<LoreClient, 'distilLeases'>
  ask: (question: BatchQuestion, signal: AbortSignal) => Promise<OwnAgentAnswer>
  unsent: UnsentAnswers
  newCall: () => string
  /** Milliseconds. */
  sleep: (ms: number) => Promise<void>
  onEvent: (event: DistilEvent) => void
}

export type DistilEvent =
  | { kind: 'asking'; questions: number; tokens: number }
  | { kind: 'done'; about: LeaseAbout; findings: number }
  | { kind: 'given up' }

export type LeaseAbout = 'sessions' | 'memories'
type Ended = { done: number; failed: number; released: number }

export type DistilReport = {
  sessions: Ended
  memories: Ended
  findings: number
  calls: number
  failedCalls: number
  inputTokens: number
  outputTokens: number
  /** Null where the coding agent reports none. */
  usd: number | null
  /** Why it ended before everything was done. */
  stopped: Stopped | null
}

export type Stopped =
  | { why: 'limit reached' }
  | { why: 'stopped' }
  | { why: 'coding agent'; error: OwnAgentError }
