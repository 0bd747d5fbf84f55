import type { Block } from '@teamlore/shared'
import type { UnknownRecords } from '../shared/unknown-records.ts'
import { fieldsOf, textOrNull } from '../shared/values.ts'
import type { MessageDraft } from '../turns/session-draft.ts'
import type { AgentMessages } from './agent-messages.ts'
import { SILENT_EVENTS } from './known-records.ts'
import { imageOf } from './read-item.ts'
import type { RolloutFacts } from './rollout-facts.ts'
import type { EventMessage } from './rollout-record.ts'
import type { Transcript } from './transcript.ts'

type Context = {
  facts: RolloutFacts
  transcript: Transcript
  agentMessages: AgentMessages
  unknown: UnknownRecords
}

type AddEvent = (event: EventMessage, ts: string | null, context: Context) => void

/** Takes in what the client did. Most of it stands among the items already. */
export const addEvent: AddEvent = (event, ts, context) => {
  const type = textOrNull(event.type, 200) ?? '(no type)'
  const add = EVENTS.get(type)
  if (add !== undefined) add(event, ts, context)
  else if (!SILENT_EVENTS.has(type)) {
    const { transcript, unknown } = context
    transcript.aside(unknown.keep(type, event, { id: null, ...transcript.common(ts) }))
  }
}

/** What newer clients write of a turn. What was said stands among the items, what was written to files only here. */
type TurnItem = Pick<EventMessage, 'user_facing_hint'> & {
  type?: unknown
  id?: unknown
  status?: unknown
  changes?: unknown
}

const endTurn: AddEvent = (_event, _ts, { transcript, agentMessages }) => {
  for (const { text, ts } of agentMessages.takeLost()) transcript.say([{ type: 'text', text }], ts)
  transcript.usage.settle()
  transcript.close()
}

const noteReview = (
  { user_facing_hint }: Pick<EventMessage, 'user_facing_hint'>,
  facts: RolloutFacts,
): void => {
  facts.reviewed ??= textOrNull(user_facing_hint, 1_000)
}

const EVENTS: ReadonlyMap<string, AddEvent> = new Map(
  Object.entries({
    user_message: (event, ts, { transcript }) => {
      transcript.usage.settle()
      const blocks = blocksOfPrompt(event)
      if (blocks.length > 0)
        transcript.push(transcript.prompts.event(blocks, transcript.common(ts)))
    },
    agent_message: ({ message }, ts, { agentMessages }) => {
      const text = textOrNull(message)
      if (text !== null) agentMessages.shown(text, ts)
    },
    token_count: ({ info }, _ts, { transcript }) => {
      if (transcript.usage.noteCount(info)) transcript.close()
    },
    patch_apply_end: (event, ts, { transcript, facts }) =>
      transcript.edits.notePatch(event, facts.cwd, ts),
    item_completed: ({ item }, ts, { transcript, facts }) => {
      const { type, id, status, changes, user_facing_hint } = fieldsOf<TurnItem>(item)
      if (type === 'EnteredReviewMode') noteReview({ user_facing_hint }, facts)
      if (type !== 'FileChange') return
      const event = { call_id: id, success: status === 'completed', changes }
      transcript.edits.notePatch(event, facts.cwd, ts)
    },
    entered_review_mode: (event, _ts, { facts }) => noteReview(event, facts),
    turn_aborted: endTurn,
    task_complete: endTurn,
    thread_rolled_back: ({ num_turns }, _ts, { transcript }) =>
      abandonTurns(transcript.messages, typeof num_turns === 'number' ? num_turns : 0),
    error: ({ message }, ts, { transcript }) => {
      const text = textOrNull(message)
      if (text !== null) transcript.note([{ type: 'text', text }], ts)
    },
  } satisfies Record<string, AddEvent>),
)

/** The last turns, each from its prompt on, were taken back. */
const abandonTurns = (messages: readonly MessageDraft[], turns: number): void => {
  for (let left = turns, at = messages.length - 1; at >= 0 && left > 0; at--) {
    const draft = messages[at]
    if (draft === undefined || draft.isAbandoned) continue
    draft.isAbandoned = true
    if (draft.kind === 'human') left--
  }
}

const blocksOfPrompt = ({ message, images }: EventMessage): Block[] => {
  const pictures = (Array.isArray(images) ? images : []).flatMap((url) => imageOf(url) ?? [])
  const text = textOrNull(message)
  return [...(text === null ? [] : [{ type: 'text', text } as const]), ...pictures]
}
