import { readMark, readSessionMark } from '../marks/restored-mark.ts'
import { createUnknownRecords } from '../shared/unknown-records.ts'
import { fieldsOf, isObject, textOrNull, timeOrNull } from '../shared/values.ts'
import type { MessageDraft } from '../turns/session-draft.ts'
import { addEvent } from './add-event.ts'
import { addItem } from './add-item.ts'
import { addNew, addRestored } from './add-restored.ts'
import { createAgentMessages } from './agent-messages.ts'
import { SILENT_RECORDS } from './known-records.ts'
import { createRolloutFacts, type RolloutFacts } from './rollout-facts.ts'
import type { EventMessage, ResponseItem, RolloutRecord, SessionMeta } from './rollout-record.ts'
import { createTranscript } from './transcript.ts'

type BuiltRollout = {
  facts: RolloutFacts
  messages: readonly MessageDraft[]
  unknownRecords: Record<string, number>
}

type Turn = { cwd?: unknown; model?: unknown }

/** Takes in the records of one rollout, in file order. */
export const createSessionBuilder = () => {
  const unknown = createUnknownRecords()
  const { facts, noteMeta, noteTurn } = createRolloutFacts()
  const transcript = createTranscript(facts)
  const context = { facts, transcript, agentMessages: createAgentMessages(), unknown }

  const addEnveloped = (type: string, payload: unknown, ts: string | null): void => {
    if (type === 'session_meta') noteMeta(fieldsOf<SessionMeta>(payload))
    else if (type === 'turn_context') noteTurn(fieldsOf<Turn>(payload))
    else if (type === 'response_item') addItem(fieldsOf<ResponseItem>(payload), ts, context)
    else if (type === 'event_msg') addEvent(fieldsOf<EventMessage>(payload), ts, context)
    else if (type === 'compacted') addSummary(fieldsOf<EventMessage>(payload), ts)
    else if (!SILENT_RECORDS.has(type))
      transcript.aside(unknown.keep(type, payload, { id: null, ...transcript.common(ts) }))
  }

  /** The history the summary replaces stands in it once more: nothing new. */
  const addSummary = ({ message }: EventMessage, ts: string | null): void => {
    const text = textOrNull(message)
    if (text !== null)
      transcript.note([{ type: 'text', text }], ts, { role: 'user', kind: 'summary' })
  }

  /** Takes back what is only true as long as nothing more is read. */
  let takeBack: (() => void)[] = []

  const addPlain = (record: RolloutRecord): void => {
    const { type, payload, record_type } = record
    const ts = timeOrNull(record.timestamp)
    if (isObject(payload) && typeof type === 'string') addEnveloped(type, payload, ts)
    // The oldest files: items without an envelope, behind a head without a type.
    else if (typeof type === 'string') addItem(fieldsOf<ResponseItem>(record), ts, context)
    else if (record_type === undefined && 'id' in record) noteMeta(fieldsOf<SessionMeta>(record))
  }

  return {
    add: (record: RolloutRecord): void => {
      for (const undo of takeBack.splice(0)) undo()
      facts.restored ??= readSessionMark(record)
      const restored = readMark(record)
      const add = () => addPlain(record)
      if (restored !== null) addRestored(restored, transcript, add)
      else addNew(transcript, add)
    },
    letGo: transcript.edits.letGo,
    built: (): BuiltRollout => {
      const { messages, edits, usage, prompts } = transcript
      if (takeBack.length === 0) takeBack = [usage.settleForNow(), prompts.settleForNow()]
      edits.settle(messages)
      return {
        facts,
        messages,
        unknownRecords: unknown.counts(),
      }
    },
  }
}
