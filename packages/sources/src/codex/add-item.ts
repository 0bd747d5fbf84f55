import type { Block } from '@teamlore/shared'
import type { UnknownRecords } from '../shared/unknown-records.ts'
import { fieldsOf, textOrNull } from '../shared/values.ts'
import { draftMessage } from '../turns/session-draft.ts'
import type { AgentMessages } from './agent-messages.ts'
import { SILENT_ITEMS } from './known-records.ts'
import { blocksOfContent, callOf, thoughtsOf } from './read-item.ts'
import { outputOf } from './read-output.ts'
import type { ResponseItem } from './rollout-record.ts'
import type { Transcript } from './transcript.ts'

type Context = {
  transcript: Transcript
  agentMessages: AgentMessages
  unknown: UnknownRecords
}

/** Takes in what was said to the model or by it. */
export const addItem = (item: ResponseItem, ts: string | null, context: Context): void => {
  const { transcript } = context
  const type = textOrNull(item.type, 200) ?? 'message'
  const said = type === 'reasoning' ? thoughtsOf(item) : callOf(item)
  const output = outputOf(item)
  if (type === 'message') addMessage(item, ts, context)
  else if (said !== null) transcript.say(said, ts)
  else if (output !== null) addOutput(output, ts, transcript)
  // From one agent to another.
  else if (type === 'agent_message')
    transcript.note(blocksOfContent(item.content), ts, { role: 'user' })
  else if (!SILENT_ITEMS.has(type))
    transcript.push(
      draftMessage(context.unknown.keep(type, item, { id: null, ...transcript.common(ts) })),
    )
}

const addOutput = (blocks: Block[], ts: string | null, transcript: Transcript): void => {
  transcript.edits.noteResult(blocks[0], ts)
  transcript.note(blocks, ts, { role: 'tool', kind: 'tool_result' })
}

const addMessage = (
  item: ResponseItem,
  ts: string | null,
  { transcript, agentMessages }: Context,
): void => {
  const blocks = blocksOfContent(item.content)
  if (blocks.length === 0) return
  if (item.role === 'assistant') {
    agentMessages.written(textOf(blocks))
    transcript.say(blocks, ts)
  } else if (item.role === 'user')
    transcript.push(transcript.prompts.item(blocks, transcript.common(ts), isPutIn(item)))
  else transcript.note(blocks, ts)
}

type Passed = { content_item_kinds?: unknown }

/** Newer clients say of each part where it is from: what a person gave is called `user.text` and its like. */
const isPutIn = ({ internal_chat_message_metadata_passthrough: passed }: ResponseItem): boolean => {
  const kinds = fieldsOf<Passed>(passed).content_item_kinds
  return (
    Array.isArray(kinds) &&
    kinds.length > 0 &&
    !kinds.some((kind) => typeof kind === 'string' && kind.startsWith('user.'))
  )
}

const textOf = (blocks: readonly Block[]): string =>
  blocks.map((block) => (block.type === 'text' ? block.text : '')).join('')
