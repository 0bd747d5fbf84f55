import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createClaudeCodeSource } from '../claude-code/claude-code.source.ts'
import { createCodexSource } from '../codex/codex.source.ts'
import type { ReadSession, Source } from '../source.ts'
import { sessionAt, sessionsOf } from '../testing/sessions-of.ts'
import { sharedSamples } from '../testing/shared-samples.ts'
import { projectFolderOf, writeClaudeSession } from './claude-code.ts'
import { rolloutPathOf, writeRollout } from './codex.ts'
import { isUuid, safeNativeId, uuidOf } from './native-ids.ts'
import type { KeptSession, Restored } from './restored.types.ts'

const folder = mkdtempSync(join(tmpdir(), 'restore-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** As the server answers it. */
const kept = (session: ReadSession): KeptSession => ({
  nativeId: safeNativeId(session.native_id),
  cwd: session.cwd ?? '/home/ann/harbour',
  gitBranch: session.git_branch,
  gitHead: session.git_head,
  toolVersion: session.tool_version,
  startedAt: session.messages.find(({ ts }) => ts !== null)?.ts ?? null,
  messages: session.messages.map((message) => ({
    key: message.key,
    id: message.key,
    parentId: message.parent_key,
    ts: message.ts,
    role: message.role,
    kind: message.kind,
    model: message.model,
    gitBranch: message.git_branch,
    usage: message.usage,
    blocks: message.blocks,
  })),
})

/** What can be written back. */
const said = ({ messages }: ReadSession) =>
  messages.flatMap(({ role, kind, model, blocks }) => {
    const left = blocks.filter(
      ({ type }) => type === 'text' || type === 'tool_call' || type === 'tool_result',
    )
    const clean = left.map((block) =>
      block.type === 'tool_result' ? { ...block, cut: undefined } : block,
    )
    return clean.length === 0 ? [] : [{ role, kind, model, blocks: clean }]
  })

const writeAt = (path: string, { lines }: Restored): string => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}

const fixtures = (tool: string) => join(import.meta.dirname, '..', tool, 'fixtures')

const claude = createClaudeCodeSource()
const codex = createCodexSource({ home: folder, platform: 'linux', variables: {} })
const mains = (sessions: ReadSession[]) => sessions.filter(({ kind }) => kind !== 'subagent')

const claudePath = (session: KeptSession) =>
  join(folder, 'claude', projectFolderOf(session.cwd), `${session.nativeId}.jsonl`)

describe('a session that is written back', () => {
  test('as Claude Code writes it is read as the same, by its own keys', async () => {
    const sessions = mains(await sessionsOf(claude, fixtures('claude-code')))
    expect(sessions.length).toBeGreaterThan(0)
    for (const session of sessions) {
      const original = kept(session)
      const again = await sessionAt(
        claude,
        writeAt(claudePath(original), writeClaudeSession(original)),
      )
      expect(said(again), session.native_id).toEqual(said(session))
      expect(again.native_id).toBe(original.nativeId)
      const keys = new Set(again.messages.map(({ key }) => key))
      for (const { key, blocks } of session.messages)
        if (
          !key.startsWith('h:') &&
          blocks.some(({ type }) => type === 'text' || type === 'tool_call')
        )
          expect(keys, session.native_id).toContain(key)
    }
  })

  test('as Codex writes it is read as the same', async () => {
    const sessions = mains(await sessionsOf(codex, fixtures('codex')))
    expect(sessions.length).toBeGreaterThan(0)
    for (const session of sessions) {
      const original = kept(session)
      const path = join(folder, 'codex', ...rolloutPathOf(original))
      const again = await sessionAt(codex, writeAt(path, writeRollout(original)))
      expect(said(again), session.native_id).toEqual(said(session))
    }
  })

  test('says how much of it is missing', () => {
    const message = {
      id: 'm',
      parentId: null,
      ts: null,
      role: 'assistant',
      kind: 'assistant',
    } as const
    const rest = { key: undefined, model: null, gitBranch: null, usage: null }
    const session: KeptSession = {
      nativeId: uuidOf('x'),
      cwd: '/x',
      gitBranch: null,
      gitHead: null,
      toolVersion: null,
      startedAt: null,
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
        if (outcome.status === 'session' && outcome.session.kind !== 'subagent')
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
