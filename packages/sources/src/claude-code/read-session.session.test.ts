import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { shortTitle } from '../shared/as-title.ts'
import { readSession } from './read-session.ts'
import { jsonl, record, said, text, typed } from './testing/records.ts'
import { ID, sessionFolder } from './testing/session-folder.ts'

let folder: ReturnType<typeof sessionFolder>
beforeEach(() => {
  folder = sessionFolder()
})
afterEach(() => folder.remove())

const start = typed('u1', null, 'Begin')

describe('the session', () => {
  test('a program started it unless a person typed in it', async () => {
    const asked = typed('u1', null, 'Review this', { entrypoint: 'sdk-py', promptSource: 'sdk' })
    const resumed = typed('u2', 'u1', 'And now?', { entrypoint: 'cli' })
    const starter = async (...records: unknown[]) => (await folder.read(records)).started_by
    expect(await starter(asked)).toBe('program')
    const build = typed('u1', null, 'Review this', { entrypoint: 'claude-code-github-action' })
    expect(await starter(build)).toBe('program')
    expect(await starter(asked, resumed)).toBeUndefined()
    expect(await starter(start)).toBeUndefined()
    expect(await starter(typed('u1', null, 'Hi', { entrypoint: 'claude-desktop' }))).toBe(undefined)
  })

  test('titles: the person’s, else the model’s, else this session’s summary, else the first prompt', async () => {
    const other = { type: 'summary', summary: 'Of another session', leafUuid: 'elsewhere' }
    const own = { type: 'summary', summary: 'Of this one', leafUuid: 'u1' }
    const ai = { type: 'ai-title', aiTitle: 'By the model' }
    const custom = ['First name', 'Last name', ''].map((customTitle) => ({
      type: 'custom-title',
      customTitle,
    }))
    const titleOf = async (...more: unknown[]) => (await folder.read([other, start, ...more])).title
    expect(await titleOf()).toBe('Begin')
    expect(await titleOf(own)).toBe('Of this one')
    expect(await titleOf(own, ai)).toBe('By the model')
    expect(await titleOf(...custom, ai, own)).toBe('Last name')
  })

  test('a long or many-lined prompt makes a title of one short line', async () => {
    const { title } = await folder.read([typed('u1', null, `Fix\n\n  it ${'🚀'.repeat(300)}`)])
    const short = shortTitle(title ?? '')
    expect(short).toMatch(/^Fix it 🚀+…$/u)
    expect([...short]).toHaveLength(200)
  })

  test('pull requests are noted once', async () => {
    const link = { type: 'pr-link', prNumber: 7, prUrl: 'https://github.com/a/b/pull/7' }
    const { pull_requests } = await folder.read([
      start,
      link,
      link,
      { type: 'pr-link', prNumber: 'x' },
    ])
    expect(pull_requests).toEqual([{ number: 7, url: 'https://github.com/a/b/pull/7' }])
  })

  test('under its own name a file is its own session, and another id inside is the parent', async () => {
    const session = await folder.read([
      typed('u0', null, 'replayed', { sessionId: 'older' }),
      start,
    ])
    expect(session).toMatchObject({ native_id: ID, kind: 'fork', parent_native_id: 'older' })
    expect(session.messages.map(({ is_replay }) => is_replay)).toEqual([true, false])
  })

  test('a copy under another name belongs to the session its last message names', async () => {
    const session = await folder.read(
      [record('p', null, { type: 'progress', sessionId: 'older' }), start],
      'copy.jsonl',
    )
    expect(session).toMatchObject({ native_id: ID, kind: 'fork', parent_native_id: 'older' })
  })

  test('without any id inside, the file name is the last resort', async () => {
    const session = await folder.read([{ type: 'user', message: { content: 'x' } }], 'notes.jsonl')
    expect(session).toMatchObject({ native_id: 'notes', kind: 'main', parent_native_id: null })
  })

  test('a subagent’s file is known by its name, its folder says whose it is', async () => {
    const inside = [
      typed('s1', null, 'Find callers', { isSidechain: true, agentId: '0a1b' }),
      said('s2', 's1', {
        id: 'm',
        block: text('Two.'),
        more: { isSidechain: true, agentId: '0a1b' },
      }),
    ]
    folder.write(`${ID}/subagents/agent-0a1b.meta.json`, '{"description":"Find callers of strike"}')
    expect(await folder.read(inside, `${ID}/subagents/agent-0a1b.jsonl`)).toMatchObject({
      native_id: 'agent-0a1b',
      kind: 'subagent',
      parent_native_id: ID,
      title: 'Find callers of strike',
      precedence: 2,
    })
    expect(await folder.read(inside, 'agent-0a1b.jsonl')).toMatchObject({
      native_id: 'agent-0a1b',
      parent_native_id: ID,
      title: 'Find callers',
    })
    expect(await folder.read(inside, 'copy of an agent.jsonl')).toMatchObject({
      native_id: 'agent-0a1b',
      kind: 'subagent',
      parent_native_id: ID,
    })
    expect(await folder.read(inside, `${ID}/subagents/agent-acompact-1.jsonl`)).toMatchObject({
      kind: 'compaction',
      precedence: 3,
    })
  })

  test('parts of one session in several files are read as one, oldest first', async () => {
    const parts = [
      folder.write(
        'z.jsonl',
        jsonl([typed('u1', null, 'a', { timestamp: '2026-03-01T10:00:00Z' })]),
      ),
      folder.write(
        'a.jsonl',
        jsonl([typed('u2', 'u1', 'b', { timestamp: '2026-03-01T11:00:00Z' })]),
      ),
    ]
    const outcome = await readSession(parts.map((path) => ({ path })).reverse())
    expect(outcome).toMatchObject({
      status: 'session',
      session: { messages: [{ key: 'u1' }, { key: 'u2', parent_key: 'u1' }] },
    })
  })

  test('what is not a session is skipped with a reason', async () => {
    const reasonFor = async (content: string) => {
      const outcome = await readSession([{ path: folder.write('x.jsonl', content) }])
      return outcome.status === 'skipped' ? outcome.reason : 'taken'
    }
    expect(await reasonFor('')).toBe('holds nothing that Claude Code writes')
    expect(await reasonFor('{"a":1}\n')).toBe('holds nothing that Claude Code writes')
    expect(await reasonFor('{"type":"file-history-snapshot"}\n')).toBe('holds no message yet')
    expect(await reasonFor('{"type":"session_meta","payload":{}}\n')).toContain('of Codex')
  })
})
