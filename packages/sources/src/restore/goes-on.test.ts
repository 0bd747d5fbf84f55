import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createClaudeCodeSource } from '../claude-code/claude-code.source.ts'
import { createCodexSource } from '../codex/codex.source.ts'
import { sessionAt } from '../testing/sessions-of.ts'
import { projectFolderOf, writeClaudeSession } from './claude-code.ts'
import { rolloutPathOf, writeRollout } from './codex.ts'
import { safeNativeId } from './native-ids.ts'
import { type KeptMessage, type KeptSession, nothingMissing } from './restored.types.ts'
import { writeAt } from './testing/kept-session.ts'

const folder = mkdtempSync(join(tmpdir(), 'goes-on-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const claude = createClaudeCodeSource()
const codex = createCodexSource({ home: folder, platform: 'linux', variables: {} })
const claudePath = (session: KeptSession) =>
  join(folder, 'claude', projectFolderOf(session.cwd), `${session.nativeId}.jsonl`)

const LONG = { chars: 30_000, sha256: 'a'.repeat(64) }
const text = (words: string) => ({ type: 'text', text: words }) as const
const message = (
  key: string,
  role: KeptMessage['role'],
  blocks: KeptMessage['blocks'],
  more: Partial<KeptMessage> = {},
): KeptMessage => ({
  key,
  id: `id of ${key}`,
  parentId: null,
  ts: '2026-05-01T09:00:00.000Z',
  role,
  kind: role === 'user' ? 'human' : role === 'tool' ? 'tool_result' : 'assistant',
  model: null,
  gitBranch: null,
  isAbandoned: false,
  usage: null,
  blocks,
  ...more,
})
/** With a name that is no UUID, and what cannot be written back in it. */
const made: KeptSession = {
  nativeId: safeNativeId('tides 1'),
  cwd: '/home/ann/elsewhere',
  gitBranch: null,
  gitHead: null,
  toolVersion: null,
  startedAt: null,
  original: { nativeId: 'tides 1', isFork: false, title: 'The tide table' },
  messages: [
    message('h:1', 'user', [text('Read the tide table.')], { ts: null }),
    message('h:2', 'assistant', [{ type: 'thinking', text: 'Hm.' }, text('I read it.')]),
    message(
      'h:3',
      'assistant',
      [{ type: 'tool_call', id: 'c', name: 'cat', input: { path: 'tides' } }],
      { parentId: 'id of h:2', isAbandoned: true },
    ),
    message('h:4', 'tool', [
      { type: 'tool_result', tool_call_id: 'c', text: 'a … z', is_error: false, cut: LONG },
      { type: 'image', mime: 'image/png', bytes: 3, sha256: 'x' },
      { type: 'tool_result', tool_call_id: 'd', text: 'whole', is_error: true },
    ]),
  ],
}
const later = {
  claude: {
    type: 'user',
    uuid: '11111111-2222-4333-8444-555555555555',
    sessionId: made.nativeId,
    message: { role: 'user', content: 'Go on.' },
  },
  codex: {
    timestamp: '2026-05-02T09:00:00.000Z',
    type: 'response_item',
    payload: {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'So.' }],
    },
  },
}

test.each([
  ['Claude Code', claude, claudePath(made), writeClaudeSession(made), later.claude],
  ['Codex', codex, join(folder, 'codex', ...rolloutPathOf(made)), writeRollout(made), later.codex],
])(
  'and goes on in %s is one session, with what came later alone new',
  async (_, source, at, restored, next) => {
    const lines = [...restored.lines, JSON.stringify(next)]
    const again = await sessionAt(source, writeAt(at, { ...restored, lines }))
    expect(again).toMatchObject({ native_id: 'tides 1', title: 'The tide table', kind: 'main' })
    const keys = again.messages.map(({ key }) => key)
    expect(keys.slice(0, 4)).toEqual(['h:1', 'h:2', 'h:3', 'h:4'])
    expect(keys).toHaveLength(5)
    expect(again.messages[0]).toMatchObject({
      ts: null,
      cwd: null,
      usage: null,
      tool_version: null,
    })
    expect(again.messages[2]).toMatchObject({
      parent_key: 'h:2',
      is_abandoned: true,
      model: null,
    })
    expect(again.messages[3]?.blocks).toMatchObject([
      { cut: LONG },
      { text: 'whole', is_error: true },
    ])
    expect(again.messages[4]?.cwd).toBe('/home/ann/elsewhere')
  },
)

test.each([
  ['no object', 'x'],
  ['no key', { role: 'user', kind: 'human' }],
  ['a role that there is not', { key: 'k', role: 'king', kind: 'human' }],
  ['a key without an end', { key: 'k'.repeat(301), role: 'user', kind: 'human' }],
  ['a session without a name', { session: { as: '', native_id: 7 } }],
])('a file is read as any other where its mark has %s', async (_, teamlore) => {
  const lines = [JSON.stringify({ ...later.claude, teamlore })]
  const path = join(folder, 'marks', `${made.nativeId}.jsonl`)
  const again = await sessionAt(claude, writeAt(path, { lines, missing: nothingMissing() }))
  expect(again.native_id).toBe(made.nativeId)
  expect(again.messages.map(({ key }) => key)).toEqual([later.claude.uuid])
})
