import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sessionAt } from '../testing/sessions-of.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createQwenCodeSource } from './qwen-code.source.ts'

const at = (home = '/nowhere') => createQwenCodeSource({ home, platform: 'linux', variables: {} })

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const read = (name: string, lines: readonly object[]) =>
  sessionAt(at(), folder.write(name, lines.map((line) => `${JSON.stringify(line)}\n`).join('')))

let written = 0
const line = (text: string, more: object = {}) => ({
  uuid: `u${written++}`,
  parentUuid: null,
  sessionId: 's1',
  timestamp: '2026-10-01T10:00:00.000Z',
  type: 'user',
  cwd: '/home/ada/mill',
  message: { role: 'user', parts: [{ text }] },
  ...more,
})

describe('who says what stands in the name of the person', () => {
  test.each([
    ['a prompt', { provenance: 'real_user' }, 'human'],
    ['a prompt of older versions', {}, 'human'],
    [
      'a prompt typed meanwhile',
      { subtype: 'mid_turn_user_message', provenance: 'system' },
      'human',
    ],
    ['a clock', { subtype: 'cron' }, 'injected'],
    ['a task in the background', { subtype: 'notification', provenance: 'system' }, 'injected'],
    ['the pursuit of a goal', { provenance: 'goal_runtime' }, 'injected'],
  ])('%s: %j', async (_who, more, kind) => {
    const { messages } = await read('s1.jsonl', [line('Grind the corn', more)])
    expect(messages.map((one) => one.kind)).toEqual([kind])
  })

  test('files that are named with @ are context of the prompt', async () => {
    const parts = [
      { text: 'Look at @corn.ts' },
      { text: '\n--- Content from referenced files ---' },
      { text: 'export const corn = 1' },
    ]
    const { messages } = await read('s1.jsonl', [line('', { message: { role: 'user', parts } })])
    expect(messages[0]?.blocks).toEqual([
      { type: 'text', text: 'Look at @corn.ts' },
      { type: 'other', name: 'context', raw: 'export const corn = 1' },
    ])
  })

  test('what a hook says to a prompt is context of it', async () => {
    const said =
      '<qwen:user-prompt-submit-context>\nThe mill stands.\n</qwen:user-prompt-submit-context>'
    const parts = [{ text: 'Grind the corn' }, { text: said }]
    const { messages } = await read('s1.jsonl', [line('', { message: { role: 'user', parts } })])
    expect(messages[0]?.blocks).toEqual([
      { type: 'text', text: 'Grind the corn' },
      { type: 'other', name: 'context', raw: said },
    ])
  })
})

describe('agents of a session', () => {
  const aside = { isSidechain: true, agentId: 'explore-7f3c' }
  const name = '.qwen/projects/-home-ada-mill/subagents/s1/agent-explore-7f3c.jsonl'

  test('are sessions of their own below it, in which nobody types', async () => {
    const session = await read(name, [
      line('Count the sacks', aside),
      line('', {
        ...aside,
        type: 'assistant',
        message: { role: 'model', parts: [{ text: 'Nine' }] },
      }),
    ])
    expect(session).toMatchObject({
      native_id: 's1/explore-7f3c',
      kind: 'subagent',
      parent_native_id: 's1',
    })
    expect(session.messages.map((one) => one.kind)).toEqual(['injected', 'assistant'])
  })

  test('are found beside the chats; what stands beside either is not taken for one', async () => {
    const agent = folder.write(name, '')
    folder.write(name.replace('.jsonl', '.meta.json'), '{}')
    const chat = folder.write('.qwen/projects/-home-ada-mill/chats/s1.jsonl', '')
    for (const beside of ['s1.ledger.jsonl', 's1.runtime.json', 's1.worktree.json'])
      folder.write(`.qwen/projects/-home-ada-mill/chats/${beside}`, '{}')
    const found: string[] = []
    for await (const { path } of at(folder.path).find()) found.push(path)
    expect(found).toEqual([chat, agent])
  })
})

test('a branch says what it was made from, and marks what it copied', async () => {
  const session = await read('s2.jsonl', [
    line('Grind', { sessionId: 's2', forkedFrom: { sessionId: 's1', messageUuid: 'u1' } }),
    line('Sift', { sessionId: 's2' }),
  ])
  expect(session).toMatchObject({ native_id: 's2', kind: 'fork', parent_native_id: 's1' })
  expect(session.messages.map((one) => one.is_replay)).toEqual([true, false])
})
