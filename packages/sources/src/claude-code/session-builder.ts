import { createUnknownRecords } from '../shared/unknown-records.ts'
import { isObject, textOrNull } from '../shared/values.ts'
import { createPool } from '../turns/pool.ts'
import { GONE } from '../turns/start-over.ts'
import { type Chain, createChain } from './chain.ts'
import { createEditCollector } from './edit-collector.ts'
import { mergeAssistantLine, mergeRepeatedRecord } from './merge-drafts.ts'
import { draftOf, type MessageDraft, unknownDraft } from './message-draft.ts'
import type { RawRecord } from './raw-record.ts'
import { createSessionFacts } from './session-facts.ts'

export type BuiltSession = {
  drafts: readonly MessageDraft[]
  chain: Chain
  facts: ReturnType<typeof createSessionFacts>
  edits: ReturnType<typeof createEditCollector>
  hasUuid: (uuid: string) => boolean
  unknownRecords: Record<string, number>
}

/** Records that are no messages: their content is stored elsewhere as well, or they are noise. Those with a uuid still link the chain. */
const KNOWN_WITHOUT_MESSAGE = new Set([
  ...['system', 'attachment', 'progress', 'queue-operation', 'summary', 'last-prompt', 'pr-link'],
  ...['custom-title', 'ai-title', 'mode', 'permission-mode', 'memory-mode', 'frame-link', 'tag'],
  ...['file-history-snapshot', 'file-history-delta', 'attribution-snapshot', 'worktree-state'],
  // What was sent to the model, once more, and what it cost.
  ...['api-request', 'api-request-shape', 'api-request-blob', 'api-request-resumed'],
  ...['tools-used', 'cost-state', 'content-replacement', 'fork-context-ref'],
  // What the tool needs to go on with the session.
  ...['agent-name', 'agent-color', 'agent-setting', 'atis-latch', 'isolation-latch', 'dev-mods'],
  ...['continued-in', 'derived-from', 'relocated', 'resume-head-vouch', 'session-owner'],
  ...['bridge-session', 'observer-ref', 'ended-by-model', 'history-suppression'],
  ...['data-flow-records', 'data-flow-incomplete'],
  ...['artifact-comment-monitor', 'artifact-autoreact-ledger'],
])

/** A person's or a model's record in which nothing was said, and which nothing can refer to. */
const isHollowMessage = ({ type, uuid, message }: RawRecord): boolean =>
  (type === 'user' || type === 'assistant') && typeof uuid !== 'string' && !isObject(message)

/**
 * Takes in the records of one session, in file order, and keeps messages in that order. Records seen before (same uuid)
 * change nothing, so files that repeat each other may be added one after another.
 */
export const createSessionBuilder = (context: { isSubagent: boolean }) => {
  const drafts: MessageDraft[] = []
  /** Answers are known by the id the model's server gave them, everything else by its uuid: two kinds of names. */
  const answers = new Map<string, MessageDraft>()
  const others = new Map<string, MessageDraft>()
  const pooled = createPool()
  const unknown = createUnknownRecords()
  const chain = createChain()
  const facts = createSessionFacts()
  const edits = createEditCollector()

  /** The draft the record became part of; null when it is no message. */
  const take = (draft: MessageDraft): MessageDraft => {
    const { id } = draft
    const byId = draft.role === 'assistant' ? answers : others
    const before = id === null ? undefined : byId.get(id)
    if (before === undefined) {
      drafts.push(draft)
      if (id !== null) byId.set(id, draft)
      return draft
    }
    if (draft.role === 'assistant') mergeAssistantLine(before, draft)
    else mergeRepeatedRecord(before, draft)
    return before
  }

  const draftFor = (raw: RawRecord): MessageDraft | null => {
    const isHollow = isHollowMessage(raw)
    const draft = isHollow ? null : draftOf(raw, context)
    if (draft !== null) return draft
    const name = textOrNull(raw.type, 100) ?? '(no type)'
    const type = isHollow ? `${name} without a message` : name
    if (KNOWN_WITHOUT_MESSAGE.has(type)) return null
    unknown.count(type)
    return typeof raw.uuid === 'string' && typeof raw.type === 'string' ? unknownDraft(raw) : null
  }

  return {
    add: (raw: RawRecord): void => {
      const uuid = textOrNull(raw.uuid)
      facts.note(raw)
      const draft = draftFor(raw)
      if (draft !== null) {
        draft.sessionId = pooled(draft.sessionId)
        draft.parentUuid = chain.sameAs(draft.parentUuid)
      }
      const taken = draft === null ? null : take(draft)
      const parent = textOrNull(raw.parentUuid) ?? textOrNull(raw.logicalParentUuid)
      chain.add(uuid, chain.sameAs(parent), taken)
      if (draft !== null && taken !== null) edits.note(raw, draft, taken)
    },
    letGo: (): void => {
      edits.letGo()
      for (const draft of drafts)
        if (draft.seenBlocks !== null && draft.blocks === GONE) draft.seenBlocks = null
    },
    built: (): BuiltSession => ({
      drafts,
      chain,
      facts,
      edits,
      hasUuid: chain.has,
      unknownRecords: unknown.counts(),
    }),
  }
}
