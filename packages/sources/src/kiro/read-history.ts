import type { Block } from '@teamlore/shared'
import { boundedJson } from '../shared/bounded-json.ts'
import { NAMELESS, type UnknownRecords } from '../shared/unknown-records.ts'
import { fieldsOf, textOrNull, timeOrNull } from '../shared/values.ts'
import type { Turn, TurnEdit } from '../turns/session-draft.ts'
import { editsOfCall } from './edits.ts'

/** A conversation as it is stored in one value. */
export type RawConversation = {
  conversation_id?: unknown
  history?: unknown
  latest_summary?: unknown
}

type RawEntry = { user?: unknown; assistant?: unknown; request_metadata?: unknown }
type RawUser = { content?: unknown; env_context?: unknown; timestamp?: unknown }
type RawContent = { Prompt?: unknown; ToolUseResults?: unknown; CancelledToolUses?: unknown }
type RawAnswer = { message_id?: unknown; content?: unknown; tool_uses?: unknown }
type RawUse = { id?: unknown; name?: unknown; args?: unknown }
type RawResult = { tool_use_id?: unknown; content?: unknown; status?: unknown }
type RawMetadata = {
  stream_end_timestamp_ms?: unknown
  request_start_timestamp_ms?: unknown
  model_id?: unknown
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The first generation kept pairs, later ones records. */
const entriesOf = ({ history }: RawConversation): RawEntry[] =>
  listOf(history).map((one) =>
    Array.isArray(one) ? { user: one[0], assistant: one[1] } : fieldsOf<RawEntry>(one),
  )

/** Folder of the conversation, as its first question states it. */
export const folderIn = (conversation: RawConversation): string | null => {
  for (const { user } of entriesOf(conversation)) {
    const { env_state } = fieldsOf<{ env_state?: unknown }>(fieldsOf<RawUser>(user).env_context)
    const { current_working_directory: folder } = fieldsOf<{ current_working_directory?: unknown }>(
      env_state,
    )
    if (typeof folder === 'string' && folder !== '') return folder.slice(0, 4_096)
  }
  return null
}

/** Each entry is a question, or results of tools, and what was answered. */
export const turnsOfHistory = (
  conversation: RawConversation,
  cwd: string | null,
  unknown: UnknownRecords,
): Turn[] => {
  const entries = entriesOf(conversation)
  const failed = failedCalls(entries)
  const turns = entries.flatMap((entry) => turnsOfEntry(entry, { cwd, failed, unknown }))
  const summary =
    textOrNull(conversation.latest_summary) ?? textOrNull(listOf(conversation.latest_summary)[0])
  if (summary === null) return turns
  // Stands for everything that was taken out of the history.
  const before: Turn = {
    id: null,
    ts: null,
    role: 'system',
    kind: 'summary',
    blocks: [{ type: 'text', text: summary }],
  }
  return [before, ...turns]
}

type Context = {
  cwd: string | null
  failed: ReadonlySet<string>
  unknown: UnknownRecords
}

const turnsOfEntry = (entry: RawEntry, { cwd, failed, unknown }: Context): Turn[] => {
  const user = fieldsOf<RawUser>(entry.user)
  const metadata = fieldsOf<RawMetadata>(entry.request_metadata)
  const answer = answerOf(entry.assistant)
  const [variant] = Object.keys(fieldsOf<object>(entry.assistant))
  const id = textOrNull(answer.message_id, 250)
  const asked = askedTurn(fieldsOf<RawContent>(user.content), unknown)
  const uses = listOf(answer.tool_uses).map((one) => fieldsOf<RawUse>(one))
  const blocks: Block[] = [...textBlock(answer.content), ...uses.map(callBlock)]
  const turns: Turn[] = []
  if (asked.blocks.length > 0)
    turns.push({
      ...asked,
      // Questions have no names; the answers to them do.
      id: id && `${id}:asked`,
      ts: timeOrNull(user.timestamp) ?? timeOrNull(metadata.request_start_timestamp_ms),
      cwd,
    })
  if (blocks.length > 0)
    turns.push({
      id,
      ts: timeOrNull(metadata.stream_end_timestamp_ms),
      cwd,
      role: 'assistant',
      kind: 'assistant',
      model: textOrNull(metadata.model_id, 200),
      blocks,
      edits: uses.flatMap((use) => editsOfUse(use, cwd, failed)),
    })
  if (variant !== undefined && !ANSWERS.has(variant))
    turns.push(unknown.keep(variant, entry.assistant, { ...NAMELESS, cwd }))
  return turns
}

const ANSWERS = new Set(['Response', 'ToolUse'])

const answerOf = (assistant: unknown): RawAnswer => {
  const { Response, ToolUse } = fieldsOf<{ Response?: unknown; ToolUse?: unknown }>(assistant)
  return fieldsOf<RawAnswer>(ToolUse ?? Response)
}

const textBlock = (text: unknown): Block[] =>
  textOrNull(text) === null ? [] : [{ type: 'text', text: String(text) }]

const callBlock = ({ id, name, args }: RawUse): Block => ({
  type: 'tool_call',
  id: textOrNull(id, 300),
  name: textOrNull(name, 200) ?? 'unknown',
  input: boundedJson(args ?? null),
})

const editsOfUse = (
  { id, name, args }: RawUse,
  cwd: string | null,
  failed: ReadonlySet<string>,
): TurnEdit[] =>
  typeof id === 'string' && failed.has(id)
    ? []
    : editsOfCall(textOrNull(name) ?? '', args, cwd).map((edit) => ({
        ...edit,
        toolCallId: textOrNull(id, 300),
      }))

type Asked = Pick<Turn, 'role' | 'kind' | 'blocks'>

const askedTurn = (content: RawContent, unknown: UnknownRecords): Asked => {
  const results = resultsIn(content).map(resultBlock)
  const { prompt } = fieldsOf<{ prompt?: unknown }>(content.Prompt ?? content.CancelledToolUses)
  const said = textBlock(prompt)
  // Typed instead of letting the tools run: the prompt counts, the results only say "cancelled".
  if (said.length > 0) return { role: 'user', kind: 'human', blocks: [...said, ...results] }
  if (results.length > 0) return { role: 'tool', kind: 'tool_result', blocks: results }
  const [kind] = Object.keys(content)
  if (kind === undefined || kind === 'Prompt') return { role: 'user', kind: 'injected', blocks: [] }
  return unknown.keep(kind, content, NAMELESS)
}

const resultsIn = (content: RawContent): RawResult[] => {
  const { tool_use_results } = fieldsOf<{ tool_use_results?: unknown }>(
    content.ToolUseResults ?? content.CancelledToolUses,
  )
  return listOf(tool_use_results).map((one) => fieldsOf<RawResult>(one))
}

const isError = ({ status }: RawResult): boolean => /^error$/i.test(String(status))

const resultBlock = (result: RawResult): Block => ({
  type: 'tool_result',
  tool_call_id: textOrNull(result.tool_use_id, 300),
  text: listOf(result.content).map(pieceText).join('\n'),
  is_error: isError(result),
})

const pieceText = (piece: unknown): string => {
  const { Text, Json } = fieldsOf<{ Text?: unknown; Json?: unknown }>(piece)
  return textOrNull(Text) ?? textOrNull(piece) ?? JSON.stringify(boundedJson(Json ?? piece))
}

const failedCalls = (entries: readonly RawEntry[]): Set<string> => {
  const failed = new Set<string>()
  for (const { user } of entries) {
    const content = fieldsOf<RawContent>(fieldsOf<RawUser>(user).content)
    for (const result of resultsIn(content))
      if (typeof result.tool_use_id === 'string')
        if (isError(result) || content.CancelledToolUses !== undefined)
          failed.add(result.tool_use_id)
  }
  return failed
}
