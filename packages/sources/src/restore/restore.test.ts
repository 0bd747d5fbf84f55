import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createClaudeCodeSource } from '../claude-code/claude-code.source.ts'
import { createCodexSource } from '../codex/codex.source.ts'
import type { ReadSession, Source } from '../source.ts'
import { sessionAt, sessionsOf } from '../testing/sessions-of.ts'
import { sharedSamples } from '../testing/shared-samples.ts'
import { projectFolderOf, writeClaudeSession } from './claude-code.ts'
import { rolloutPathOf, writeRollout } from './codex.ts'
import { isUuid, safeNativeId, uuidOf } from './native-ids.ts'
import type { KeptSession } from './restored.types.ts'
import { kept, said, writeAt } from './testing/kept-session.ts'

const folder = mkdtempSync(join(tmpdir(), 'restore-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

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
