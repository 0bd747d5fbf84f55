import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { event, head, id, item, rolloutFolder, said, textsOf, user } from './testing/rollouts.ts'

let folder: ReturnType<typeof rolloutFolder>
beforeEach(() => {
  folder = rolloutFolder()
})
afterEach(() => folder.remove())

describe('a rollout of newer clients, which keep what a turn came to', () => {
  const turn = (item: object) => event({ type: 'item_completed', turn_id: 't1', item })
  const call = (call_id: string, name: string, input: string) =>
    item({ type: 'custom_tool_call', call_id, name, input })
  const answer = (call_id: string) =>
    item({ type: 'custom_tool_call_output', call_id, output: 'Done' })
  const PATCH = '*** Begin Patch\n*** Add File: nail.ts\n+export {}\n*** End Patch'
  const written = (call_id: string, status = 'completed') =>
    turn({
      type: 'FileChange',
      id: call_id,
      status,
      changes: { 'nail.ts': { type: 'add', content: 'export {}\n' } },
    })
  const refused = (call_id: string) =>
    item({
      type: 'custom_tool_call_output',
      call_id,
      output: 'apply_patch verification failed: Failed to read file to update /home/ada/nail.ts',
    })
  const editsIn = async (...records: unknown[]) =>
    (await folder.readRecords([head({ history_mode: 'paginated' }), user('Go'), ...records])).edits

  test('a patch is recorded twice, and counts once', async () => {
    const edits = await editsIn(call('c1', 'apply_patch', PATCH), written('c1'), answer('c1'))
    expect(edits).toMatchObject([{ path: '/home/ada/nail.ts', addedText: ['export {}'] }])
  })

  test('what a script wrote belongs to the answer with the script, as the client reports it', async () => {
    const script = `text(await tools.apply_patch(\`${PATCH}\`))`
    const { edits, messages } = await folder.readRecords([
      head({ history_mode: 'paginated' }),
      user('Go'),
      said('I run a script'),
      call('c1', 'exec', script),
      written('inner-1'),
      answer('c1'),
    ])
    expect(edits).toMatchObject([{ path: '/home/ada/nail.ts', operation: 'create' }])
    expect(edits[0]?.message_key).toBe(messages[1]?.key)
  })

  test('a script that failed wrote what the client reports, and nothing else', async () => {
    const script = call('c1', 'exec', `await tools.apply_patch(\`${PATCH}\`)`)
    const failed = item({
      type: 'custom_tool_call_output',
      call_id: 'c1',
      output: [
        { type: 'input_text', text: 'Script failed\nWall time 0.0 seconds\nOutput:\n' },
        { type: 'input_text', text: 'Script error:\nSyntaxError: Unexpected token' },
      ],
    })
    expect(await editsIn(script, failed)).toEqual([])
    expect(await editsIn(script, written('inner-1'), failed)).toHaveLength(1)
  })

  test('one that was declined is no edit', async () => {
    expect(await editsIn(call('c1', 'exec', 'x'), written('inner-1', 'declined'))).toEqual([])
  })

  test('a patch that did not fit its file failed, and is no edit', async () => {
    const { edits, messages } = await folder.readRecords([
      head({ history_mode: 'paginated' }),
      user('Go'),
      call('c1', 'apply_patch', PATCH),
      refused('c1'),
    ])
    expect(edits).toEqual([])
    expect(messages.at(-1)?.blocks).toMatchObject([{ tool_call_id: 'c1', is_error: true }])
  })

  test('a review holds what its reviewer was asked and found, though its turn is recorded where it was asked for', async () => {
    const turn_id = 'of the review'
    const asking = [
      head({ id: id(1), history_mode: 'paginated' }),
      turn({ type: 'EnteredReviewMode', user_facing_hint: 'current changes' }),
      event({ type: 'task_started', turn_id }),
      item({
        type: 'message',
        role: 'user',
        content: [{ type: 'input_text', text: '<user_action>\n  <action>review</action>' }],
        internal_chat_message_metadata_passthrough: { content_item_kinds: ['unknown'] },
      }),
      said('Fine.'),
    ]
    const source = { subagent: 'review' }
    const review = [
      head({ id: id(2), parent_thread_id: id(1), thread_source: 'subagent', source }),
      event({ type: 'task_started', turn_id }),
      user('Review the changes'),
      said('{"findings":[]}'),
    ]
    const write = (n: number, records: object[]) =>
      folder.writeRecords(`rollout-2026-03-01T0${n}-00-00-${id(n)}.jsonl`, records)
    const asked = await folder.readOne(write(1, asking))
    const session = await folder.readOne(write(2, review))
    expect(session).toMatchObject({ kind: 'subagent', parent_native_id: id(1) })
    expect(textsOf(session)).toEqual(['Review the changes', '{"findings":[]}'])
    expect([asked.title, session.title]).toEqual([
      'Review of current changes',
      'Review the changes',
    ])
  })

  test('what the client says it put in is no prompt', async () => {
    const from = (text: string, ...content_item_kinds: string[]) =>
      item({
        type: 'message',
        role: 'user',
        content: [{ type: 'input_text', text }],
        internal_chat_message_metadata_passthrough: { turn_id: 't1', content_item_kinds },
      })
    const { messages } = await folder.readRecords([
      head({ history_mode: 'paginated' }),
      from('Mind the anvil.', 'hooks.additional_context'),
      from('Shoe the horse', 'user.text'),
      said('Done'),
    ])
    expect(messages.map(({ kind }) => kind)).toEqual(['injected', 'human', 'assistant'])
  })

  test('a fork holds its own lines only, from the place it was made at', async () => {
    const parent = folder.writeRecords(`rollout-2026-03-01T08-00-00-${id(1)}.jsonl`, [
      head({ id: id(1), history_mode: 'paginated' }),
      event({ type: 'task_started', turn_id: 't1' }),
      user('Heat it'),
    ])
    const own = [
      head({
        id: id(2),
        forked_from_id: id(1),
        history_mode: 'paginated',
        history_base: { thread_id: id(1), end_ordinal_exclusive: 3, end_byte_offset: 300 },
      }),
      user('Cool it'),
      event({ type: 'task_started', turn_id: 't2' }),
      said('Cold'),
    ]
    const path = folder.writeRecords(
      `rollout-2026-03-01T09-00-00-${id(2)}.jsonl`,
      own.map((record, at) => ({ ...record, ordinal: 3 + at })),
    )
    expect(parent).not.toBe(path)
    expect(textsOf(await folder.readOne(path))).toEqual(['Cool it', 'Cold'])
  })
})
