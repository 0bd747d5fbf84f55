import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Block, IngestMessage } from '@teamlore/shared'
import { afterAll, describe, expect, test } from 'vitest'
import { createClaudeCodeSource } from '../claude-code/claude-code.source.ts'
import { createCodexSource } from '../codex/codex.source.ts'
import { finishMessage } from '../delta/finish-message.ts'
import type { ReadSession, Source } from '../source.ts'
import { sessionAt, sessionsOf } from '../testing/sessions-of.ts'
import { sharedSamples } from '../testing/shared-samples.ts'
import { projectFolderOf, writeClaudeSession } from './claude-code.ts'
import { rolloutPathOf, writeRollout } from './codex.ts'
import { isUuid, safeNativeId, uuidOf } from './native-ids.ts'
import {
  type KeptMessage,
  type KeptSession,
  nothingMissing,
  type Restored,
} from './restored.types.ts'

const folder = mkdtempSync(join(tmpdir(), 'restore-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** As the agent sends it: long results are cut. */
const asSent = ({ messages }: ReadSession): IngestMessage[] =>
  messages.map((message, at) => JSON.parse(finishMessage(message, at).json))

/** As the server answers it. */
const kept = (session: ReadSession): KeptSession => ({
  nativeId: safeNativeId(session.native_id),
  cwd: session.cwd ?? '/home/ann/harbour',
  gitBranch: session.git_branch,
  gitHead: session.git_head,
  toolVersion: session.tool_version,
  startedAt: session.messages.find(({ ts }) => ts !== null)?.ts ?? null,
  original: {
    nativeId: session.native_id,
    isFork: session.kind === 'fork',
    title: session.title,
  },
  messages: asSent(session).map((message) => ({
    key: message.key,
    id: message.key,
    parentId: message.parent_key,
    ts: message.ts,
    role: message.role,
    kind: message.kind,
    model: message.model,
    gitBranch: message.git_branch,
    isAbandoned: message.is_abandoned,
    usage: message.usage,
    blocks: message.blocks,
  })),
})

const isKept = ({ type, ...block }: Block) =>
  type === 'text' ||
  type === 'tool_call' ||
  type === 'tool_result' ||
  (type === 'other' && 'name' in block && block.name === 'context')

/** What can be written back, with all by which the server tells whether a message is another or has changed. */
const said = (session: ReadSession) => {
  const { tool, native_id, title, kind } = session
  const messages = asSent(session).flatMap((message) => {
    const blocks = message.blocks.filter(isKept)
    const { key, parent_key, ts, role, is_abandoned, model } = message
    return blocks.some(({ type }) => type !== 'other')
      ? [{ key, parent_key, ts, role, kind: message.kind, model, is_abandoned, blocks }]
      : []
  })
  return { tool, native_id, title, kind, messages }
}

const writeAt = (path: string, { lines }: Restored): string => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}

const fixtures = (tool: string) => join(import.meta.dirname, '..', tool, 'fixtures')

const claude = createClaudeCodeSource()
const codex = createCodexSource({ home: folder, platform: 'linux', variables: {} })
const mains = (sessions: ReadSession[]) =>
  sessions.filter(({ kind }) => kind === 'main' || kind === 'fork')

const claudePath = (session: KeptSession) =>
  join(folder, 'claude', projectFolderOf(session.cwd), `${session.nativeId}.jsonl`)

describe('a session that is written back', () => {
  test('as Claude Code writes it is captured as the very same', async () => {
    const sessions = mains(await sessionsOf(claude, fixtures('claude-code')))
    expect(sessions.length).toBeGreaterThan(0)
    for (const session of sessions) {
      const original = kept(session)
      const again = await sessionAt(
        claude,
        writeAt(claudePath(original), writeClaudeSession(original)),
      )
      expect(said(again), session.native_id).toEqual(said(session))
    }
  })

  test('as Codex writes it is captured as the very same', async () => {
    const sessions = mains(await sessionsOf(codex, fixtures('codex')))
    expect(sessions.length).toBeGreaterThan(0)
    for (const session of sessions) {
      const original = kept(session)
      const path = join(folder, 'codex', ...rolloutPathOf(original))
      const again = await sessionAt(codex, writeAt(path, writeRollout(original)))
      expect(said(again), session.native_id).toEqual(said(session))
    }
  })

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
    [
      'Codex',
      codex,
      join(folder, 'codex', ...rolloutPathOf(made)),
      writeRollout(made),
      later.codex,
    ],
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
  ])('is read as any other where its mark has %s', async (_, teamlore) => {
    const lines = [JSON.stringify({ ...later.claude, teamlore })]
    const path = join(folder, 'marks', `${made.nativeId}.jsonl`)
    const again = await sessionAt(claude, writeAt(path, { lines, missing: nothingMissing() }))
    expect(again.native_id).toBe(made.nativeId)
    expect(again.messages.map(({ key }) => key)).toEqual([later.claude.uuid])
  })

  test('says how much of it is missing', () => {
    const message = {
      id: 'm',
      parentId: null,
      ts: null,
      role: 'assistant',
      kind: 'assistant',
    } as const
    const rest = { key: undefined, model: null, gitBranch: null, usage: null, isAbandoned: false }
    const session: KeptSession = {
      nativeId: uuidOf('x'),
      cwd: '/x',
      gitBranch: null,
      gitHead: null,
      toolVersion: null,
      startedAt: null,
      original: { nativeId: 'x', isFork: false, title: null },
      messages: [
        {
          ...message,
          ...rest,
          blocks: [
            { type: 'thinking', text: 'Hm.' },
            { type: 'image', mime: 'image/png', bytes: 3, sha256: 'x' },
            { type: 'text', text: 'Done.' },
          ],
        },
        {
          ...message,
          ...rest,
          role: 'tool',
          kind: 'tool_result',
          blocks: [
            {
              type: 'tool_result',
              tool_call_id: 'c',
              text: 'a … z',
              is_error: false,
              cut: { chars: 9, sha256: 'x' },
            },
          ],
        },
      ],
    }
    const missing = { images: 1, thoughts: 1, cutResults: 1, others: 0 }
    expect(writeClaudeSession(session).missing).toEqual(missing)
    expect(writeRollout(session).missing).toEqual(missing)
  })

  test.each([['../../x'], ['/etc/passwd'], ['a\0b'], [''], ['C:\\x']])(
    'never lies outside, though its server calls it %j',
    (name) => {
      expect(isUuid(safeNativeId(name))).toBe(true)
      expect(projectFolderOf(`${name}/../..`)).toMatch(/^[A-Za-z0-9-]*$/)
    },
  )
})

describe.skipIf(!sharedSamples('codex').isThere)(
  'real sessions (skipped where there are none)',
  () => {
    const filesOf = (tool: string): string[] =>
      readdirSync(sharedSamples(tool).path, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.jsonl') && !name.includes('subagents'))
        .sort()
        .slice(0, 25)
        .map((name) => join(sharedSamples(tool).path, name))
    const readAll = async (source: Source, tool: string) => {
      const sessions: ReadSession[] = []
      for (const path of filesOf(tool)) {
        const outcome = await source.read([{ path }])
        if (outcome.status === 'session' && ['main', 'fork'].includes(outcome.session.kind))
          sessions.push(outcome.session)
      }
      return sessions
    }

    test('of Claude Code come back', async () => {
      for (const session of await readAll(claude, 'claude-code')) {
        const original = kept(session)
        const again = await sessionAt(
          claude,
          writeAt(claudePath(original), writeClaudeSession(original)),
        )
        expect(said(again), session.native_id).toEqual(said(session))
      }
    }, 60_000)

    test('of Codex come back', async () => {
      for (const session of await readAll(codex, 'codex')) {
        const original = kept(session)
        const path = join(folder, 'codex', ...rolloutPathOf(original))
        const again = await sessionAt(codex, writeAt(path, writeRollout(original)))
        expect(said(again), session.native_id).toEqual(said(session))
      }
    }, 60_000)
  },
)
