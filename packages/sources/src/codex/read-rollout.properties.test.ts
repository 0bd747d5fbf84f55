import fc from 'fast-check'
import { describeHostileLines } from '../testing/source-properties.ts'
import { createCodexSource } from './codex.source.ts'

const id = fc.constantFrom('a', 'b', 'c')
const words = fc.oneof(fc.constantFrom('one', 'two', '<skill>'), fc.string())
const content = fc.oneof(
  words,
  words.map((text) => [{ type: 'input_text', text }]),
  fc.jsonValue(),
)
const payload = fc.oneof(
  fc.record({
    type: fc.constant('message'),
    role: fc.constantFrom('user', 'assistant', 'developer'),
    content,
  }),
  fc.record({ type: fc.constant('function_call'), name: id, call_id: id, arguments: content }),
  fc.record({
    type: fc.constant('custom_tool_call'),
    name: fc.constant('apply_patch'),
    call_id: id,
    input: fc.constantFrom('*** Begin Patch\n*** Add File: x\n+a\n*** End Patch', ''),
  }),
  fc.record({ type: fc.constant('custom_tool_call_output'), call_id: id, output: content }),
  fc.record({ type: fc.constant('reasoning'), summary: fc.jsonValue(), content: fc.jsonValue() }),
  fc.jsonValue(),
)
const event = fc.oneof(
  fc.record({ type: fc.constant('user_message'), message: words, images: fc.jsonValue() }),
  fc.record({ type: fc.constantFrom('agent_message', 'error'), message: words }),
  fc.record({
    type: fc.constant('token_count'),
    info: fc.record({
      last_token_usage: fc.record({ output_tokens: fc.oneof(fc.nat(9), fc.jsonValue()) }),
    }),
  }),
  fc.record({ type: fc.constantFrom('turn_aborted', 'task_complete', 'sky') }),
  fc.record({
    type: fc.constant('patch_apply_end'),
    call_id: id,
    changes: fc.dictionary(
      words,
      fc.oneof(fc.constant({ type: 'add', content: 'x' }), fc.jsonValue()),
    ),
  }),
)

const at = { timestamp: '2026-03-01T09:00:00Z' }
const record = fc.oneof(
  payload.map((one) => ({ ...at, type: 'response_item', payload: one })),
  event.map((one) => ({ ...at, type: 'event_msg', payload: one })),
  fc.jsonValue().map((one) => ({ ...at, type: 'turn_context', payload: one })),
  fc.jsonValue().map((one) => ({ ...at, type: 'session_meta', payload: one })),
  words.map((message) => ({ ...at, type: 'compacted', payload: { message } })),
  fc.jsonValue(),
)

describeHostileLines('Codex', {
  make: () => createCodexSource({ home: '/nowhere', platform: 'linux', variables: {} }),
  fileName: 'rollout-2026-03-01T10-00-00-01990000-0000-7000-8000-000000000001.jsonl',
  head: [{ ...at, type: 'session_meta', payload: { id: 's', cwd: '/home/ada' } }],
  record,
  isAppended: true,
})
