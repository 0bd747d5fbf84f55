import type { Block, MessageKind, MessageRole } from '@teamlore/shared'
import { boundedJson } from '../shared/bounded-json.ts'
import { imageOfDataUrl } from '../shared/data-url.ts'
import { parseJson } from '../shared/parse-json.ts'
import { fieldsOf, isObject, textOrNull } from '../shared/values.ts'
import { isFileChange } from './file-changes.ts'
import { listOf } from './raw-task.ts'

/** What one entry of a transcript says. Results belong to the call before them, for entries carry no ids of calls. */
export type Said = {
  role: MessageRole
  kind: MessageKind
  blocks: Block[]
  /** A call of a tool, whose id is the entry's. */
  call?: { name: string; input: unknown }
  /** The answer to a call; its own when it stands in the same entry. */
  result?: { text: string; blocks: Block[] }
}

type Entry = { text: string; images: readonly Block[] }
type Reader = (entry: Entry) => Said | null

/** Null for an entry that says nothing; undefined for one of a kind not known. */
export const readEntry = (name: string, entry: Entry): Said | null | undefined =>
  SILENT.has(name) ? null : READERS.get(name)?.(entry)

export const imagesOf = (value: unknown): Block[] => listOf(value).flatMap(imageOfDataUrl)

const texts = (text: string): Block[] => (text.trim() === '' ? [] : [{ type: 'text', text }])

const saidBy =
  (role: MessageRole, kind: MessageKind): Reader =>
  ({ text, images }) => {
    const blocks = [...texts(text), ...images]
    return blocks.length === 0 ? null : { role, kind, blocks }
  }

const typed = saidBy('user', 'human')
const answered = saidBy('assistant', 'assistant')
const noted = saidBy('system', 'injected')

type Question = { question?: unknown; response?: unknown; options?: unknown }

const asked: Reader = ({ text, images }) => {
  const parsed = parseJson(text)
  const { question, response, options } = fieldsOf<Question>(parsed)
  const words = textOrNull(question) ?? textOrNull(response) ?? text
  const choices = listOf(options).map(
    (one) =>
      `- ${textOrNull(one) ?? textOrNull(fieldsOf<{ answer?: unknown }>(one).answer) ?? '?'}`,
  )
  return answered({ text: [words, ...choices].join('\n'), images })
}

type Tool = { tool?: unknown; content?: unknown; path?: unknown }

const calledTool: Reader = ({ text }) => {
  const parsed = parseJson(text)
  if (!isObject(parsed)) return null
  const { tool, ...input } = parsed as Tool
  const name = textOrNull(tool, 200) ?? 'unknown'
  if (isFileChange(name)) return called(name, input)
  // Other tools show here what they found.
  const { content, ...rest } = input
  const found = textOrNull(content)
  const said = called(name, rest)
  return found === null || found === rest.path
    ? said
    : { ...said, result: { text: found, blocks: [] } }
}

const called = (name: string, input: unknown): Said => ({
  role: 'assistant',
  kind: 'assistant',
  blocks: [],
  call: { name, input },
})

type McpCall = { toolName?: unknown; uri?: unknown; serverName?: unknown; arguments?: unknown }

const calledMcp: Reader = ({ text }) => {
  const { toolName, uri, serverName, arguments: given } = fieldsOf<McpCall>(parseJson(text))
  const server = textOrNull(serverName, 90) ?? 'mcp'
  const name = `${server}__${textOrNull(toolName, 100) ?? textOrNull(uri, 100) ?? 'unknown'}`
  return called(name, parseJson(given) ?? given ?? null)
}

const calledBrowser: Reader = ({ text }) =>
  called('browser_action', parseJson(text) ?? { url: text })

const resulted: Reader = ({ text, images }) => ({
  role: 'tool',
  kind: 'tool_result',
  blocks: [],
  result: { text, blocks: [...images] },
})

const sawBrowser: Reader = ({ text }) => {
  const parsed = parseJson(text)
  if (!isObject(parsed)) return resulted({ text, images: [] })
  const { screenshot, ...rest } = parsed as { screenshot?: unknown }
  return resulted({ text: JSON.stringify(boundedJson(rest)), images: imagesOf([screenshot]) })
}

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['task', typed],
  ['user_feedback', typed],
  ['text', answered],
  ['completion_result', answered],
  [
    'reasoning',
    ({ text }) =>
      text.trim() === ''
        ? null
        : { role: 'assistant', kind: 'assistant', blocks: [{ type: 'thinking', text }] },
  ],
  ['followup', asked],
  ['plan_mode_respond', asked],
  ['act_mode_respond', asked],
  ['new_task', answered],
  ['tool', calledTool],
  ['command', ({ text }) => called('execute_command', { command: text.replace(/REQ_APP$/, '') })],
  ['command_output', resulted],
  ['use_mcp_server', calledMcp],
  ['mcp_server_response', resulted],
  ['browser_action_launch', calledBrowser],
  ['browser_action', calledBrowser],
  ['browser_action_result', sawBrowser],
  ['codebase_search_result', resulted],
  ['subtask_result', resulted],
  ['user_feedback_diff', saidBy('user', 'injected')],
  ['condense_context', ({ text, images }) => saidBy('system', 'summary')({ text, images })],
  ['error', noted],
  ['diff_error', noted],
  ['clineignore_error', noted],
  ['rooignore_error', noted],
  ['api_req_failed', noted],
  ['mistake_limit_reached', noted],
])

/** Recorded elsewhere, or only there to steer what is shown. */
const SILENT = new Set([
  'api_req_started',
  'api_req_finished',
  'api_req_retried',
  'api_req_retry_delayed',
  'api_req_rate_limit_wait',
  'api_req_deleted',
  'deleted_api_reqs',
  'auto_approval_max_req_reached',
  'browser_session_status',
  'checkpoint_created',
  'checkpoint_saved',
  'condense_context_error',
  'sliding_window_truncation',
  'conditional_rules_applied',
  'generate_explanation',
  'hook_status',
  'hook_output_stream',
  'image',
  'info',
  'load_mcp_documentation',
  'mcp_notification',
  'mcp_server_request_started',
  'resume_completed_task',
  'resume_task',
  'shell_integration_warning',
  'shell_integration_warning_with_suggestion',
  'task_progress',
  'user_edit_todos',
])
