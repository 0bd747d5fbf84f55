import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImportedSession } from '@teamlore/shared'
import { openDatabase } from '@teamlore/sources/testing/make-sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PeerImportOptions } from './import-peer.types.ts'
import { createFakeImporter } from './testing/fake-importer.ts'
import {
  CLAUDE_MEM_ROWS,
  claudeMemDatabase,
  loreaiDatabase,
  loreDatabase,
} from './testing/peer-databases.ts'
import { runImportPeer } from './testing/run-import-peer.ts'

let home = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'lore-import-peer-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const move = (
  peer: string,
  importer: ReturnType<typeof createFakeImporter>,
  options?: Partial<PeerImportOptions>,
) => runImportPeer(peer, { home, importer, options })

const only = (sessions: ImportedSession[]): ImportedSession => {
  expect(sessions).toHaveLength(1)
  const [session] = sessions
  if (session === undefined) throw new Error('there is none')
  return session
}

const claudeMem = (rows = CLAUDE_MEM_ROWS) =>
  claudeMemDatabase(join(home, '.claude-mem', 'claude-mem.db'), rows)

describe('importing from claude-mem', () => {
  test('reports what the server kept in part', async () => {
    claudeMem()
    const cut = [{ message_key: 'prompt:1', reason: 'a text is too long' }]
    const { partiallyStored } = await move('claude-mem', createFakeImporter({ cut }))
    expect(partiallyStored).toContainEqual({
      name: 'sdk-1',
      reason: 'message prompt:1: a text is too long',
    })
  })

  test('brings sessions, prompts, observations and summaries with their dates', async () => {
    claudeMem()
    const importer = createFakeImporter()
    const report = await move('claude-mem', importer)
    expect(report).toMatchObject({
      sessions: 2,
      messages: { inserted: 1 },
      observations: { inserted: 3 },
      summaries: { inserted: 1 },
      failed: [],
    })
    const [first] = importer.sessions()
    expect(first?.session).toMatchObject({
      tool: 'claude-mem',
      native_id: 'sdk-1',
      cwd: '/home/ana/work/harbour',
      project: { root_path: '/home/ana/work/harbour' },
      started_at: '2025-03-04T05:06:07.000Z',
      ended_at: '2025-03-04T05:07:07.000Z',
    })
    expect(first?.session.messages[0]).toMatchObject({ key: 'prompt:1', kind: 'human' })
    expect(first?.observations[0]).toEqual({
      key: 'observation:1',
      type: 'bugfix',
      title: 'Tide table read twice',
      subtitle: 'One reader too many',
      narrative: 'Each berth opened the table again.',
      facts: ['There are 12 berths.'],
      concepts: ['tide-table'],
      files_read: [],
      files_modified: ['/home/ana/work/harbour/src/tide.ts'],
      prompt_key: 'prompt:1',
      message_key: null,
      occurred_at: '2025-03-04T05:06:09.000Z',
    })
  })

  test('keeps a type it does not know as a concept, and two summaries of a prompt as one', async () => {
    claudeMem()
    const importer = createFakeImporter()
    await move('claude-mem', importer)
    const [first, oldest] = importer.sessions()
    expect(first?.observations[1]).toMatchObject({
      type: 'discovery',
      title: 'The lockkeeper sleeps at noon.',
      concepts: ['gossip'],
      prompt_key: null,
    })
    expect(first?.summaries).toMatchObject([
      { prompt_number: 1, request: 'Mend it', learned: 'A\n\nB', prompt_key: 'prompt:1' },
    ])
    // No row says when that session was; its record does.
    expect(oldest?.session.started_at).toBe(oldest?.observations[0]?.occurred_at)
    expect(oldest?.observations).toMatchObject([
      { key: 'memory:1', narrative: 'Buoys are red.', concepts: ['memory'] },
    ])
  })

  test('again changes nothing; what was edited there is renewed', async () => {
    const path = claudeMem()
    const importer = createFakeImporter()
    await move('claude-mem', importer)
    const again = await move('claude-mem', importer)
    expect(again).toMatchObject({
      messages: { inserted: 0, updated: 0, unchanged: 1 },
      observations: { inserted: 0, updated: 0, unchanged: 3 },
      summaries: { inserted: 0, updated: 0, unchanged: 1 },
    })
    const database = openDatabase(path)
    database.run("UPDATE observations SET title = 'Read once' WHERE id = 1")
    database.close()
    const edited = await move('claude-mem', importer)
    expect(edited.observations).toEqual({ inserted: 0, updated: 1, unchanged: 2 })
  })

  test('joins the session of Claude Code itself where that lies here, and leaves its prompts to it', async () => {
    claudeMem()
    const folder = join(home, '.claude', 'projects', '-home-ana-harbour')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, '5e0c7a1e-0000-4000-8000-00000000c1a0.jsonl'), '{}\n')
    const importer = createFakeImporter()
    const report = await move('claude-mem', importer)
    expect(report.joined).toBe(1)
    expect(importer.sessions()[0]).toMatchObject({
      session: {
        tool: 'claude-code',
        native_id: '5e0c7a1e-0000-4000-8000-00000000c1a0',
        messages: [],
        ended_at: null,
      },
      observations: [{ key: 'observation:1' }, { key: 'observation:2' }],
    })
  })

  test('takes secrets out before anything leaves the machine', async () => {
    const secret = `ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3hJ6'}`
    const leaking = CLAUDE_MEM_ROWS?.map(([table, row]) => {
      const texts = { title: secret, text: secret, prompt_text: secret, learned: secret }
      const own = Object.entries(texts).filter(([name]) => name in row)
      return [table, { ...row, ...Object.fromEntries(own) }] as const
    })
    claudeMem(leaking)
    const importer = createFakeImporter()
    const report = await move('claude-mem', importer)
    expect(JSON.stringify(importer.requests)).not.toContain(secret)
    expect(report.redactions).toBeGreaterThanOrEqual(4)
  })

  test('brings nothing of a project that keeps to itself', async () => {
    const project = join(home, 'harbour')
    mkdirSync(project)
    writeFileSync(join(project, '.loreignore'), '*\n')
    const rows = CLAUDE_MEM_ROWS?.map(([table, row]) => [table, { ...row, project }] as const)
    claudeMem(rows)
    const importer = createFakeImporter()
    const report = await move('claude-mem', importer)
    expect(report).toMatchObject({ sessions: 0, leftOut: 2 })
    expect(importer.requests).toEqual([])
  })

  test('sends nothing in a dry run, and less with --since', async () => {
    claudeMem()
    const importer = createFakeImporter()
    const dry = await move('claude-mem', importer, { dryRun: true })
    expect(dry).toMatchObject({ dryRun: true, observations: { inserted: 3 } })
    expect(importer.requests).toEqual([])
    const late = await move('claude-mem', importer, { since: '2025-03-04T05:07:00.000Z' })
    expect(late).toMatchObject({ sessions: 1, older: 1 })
  })

  test('quarantines what the server refuses, and brings the rest', async () => {
    claudeMem()
    const importer = createFakeImporter({ refuses: 'Buoys are red' })
    const report = await move('claude-mem', importer)
    expect(report.failed).toEqual([{ name: 'older', reason: 'It is refused.' }])
    expect(report.observations.inserted).toBe(2)
  })

  test('brings thousands of observations of one session, in pieces the server takes', async () => {
    const database = openDatabase(claudeMem([...(CLAUDE_MEM_ROWS ?? []).slice(0, 2)]))
    database.run(`
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
      INSERT INTO observations (session_id, sdk_session_id, project, tool_name, title, created_at, created_at_epoch)
      SELECT 'sdk-1', 'sdk-1', 'harbour', 'Read', 'Finding ' || i, '', 1741064767000 + i FROM n`)
    database.close()
    const importer = createFakeImporter()
    const progress: number[] = []
    const report = await move('claude-mem', importer, {
      onProgress: ({ sessionsDone }) => progress.push(sessionsDone),
    })
    expect(report.observations.inserted).toBe(3_000)
    expect(report.messages.inserted).toBe(1)
    expect(importer.sessions()).toHaveLength(6)
    expect(progress).toEqual([1])
  })
})

describe('importing from lore', () => {
  test('brings transcripts and links, and notes and tags as observations that say so', async () => {
    const path = loreDatabase(join(home, 'elsewhere', 'lore.db'))
    const importer = createFakeImporter()
    await move('lore', importer, { path: join(home, 'elsewhere') })
    const { session, observations, summaries, links } = only(importer.sessions())
    expect(links).toEqual([
      {
        type: 'commit',
        target: '0123456789abcdef0123',
        linked_at: '2025-03-04T05:06:07.000Z',
      },
    ])
    expect(session).toMatchObject({
      tool: 'aider',
      native_id: 'aaaa-1',
      cwd: '/nowhere/harbour',
      git_branch: 'main',
      source: { path },
    })
    expect(session.messages.map(({ key, kind }) => [key, kind])).toEqual([
      ['a', 'human'],
      ['b', 'assistant'],
      ['c', 'tool_result'],
    ])
    expect(observations.map(({ key, concepts }) => [key, concepts])).toEqual([
      ['link:l', ['commit-link']],
      ['annotation:n', ['annotation']],
      ['tag:t', ['tag', 'buoys']],
    ])
    expect(observations[0]).toMatchObject({
      title: 'Linked to commit 0123456789ab',
      facts: [
        'Commit: 0123456789abcdef0123',
        'Link type: commit',
        'Confidence: 0.85',
        'Linked by: auto',
        'Recorded on: old-laptop',
      ],
    })
    expect(summaries).toMatchObject([
      { notes: 'The buoy was mended.', occurred_at: '2025-03-05T06:07:08.000Z' },
    ])
  })
})

describe('importing from loreai', () => {
  test('brings messages, what was distilled, and knowledge on a shelf for each project', async () => {
    loreaiDatabase(join(home, '.local', 'share', 'opencode-lore', 'lore.db'))
    const importer = createFakeImporter()
    const report = await move('loreai', importer)
    expect(report).toMatchObject({ sessions: 3, messages: { inserted: 2 } })
    const [session, shelf, general] = importer.sessions()
    expect(session?.observations).toMatchObject([
      { key: 'distillation:d1', facts: ['Locks wait.'], concepts: ['distillation', 'archived'] },
    ])
    expect(shelf?.session).toMatchObject({
      native_id: 'knowledge:p1',
      title: 'Knowledge of harbour',
      messages: [],
    })
    expect(shelf?.observations).toMatchObject([
      { key: 'knowledge:k1', type: 'discovery', concepts: ['knowledge', 'gotcha'] },
    ])
    expect(shelf?.observations[0]?.facts).toContain('From session: ses_open')
    expect(general?.observations).toMatchObject([{ key: 'knowledge:k2', type: 'decision' }])
    expect(general?.observations[0]?.facts).toContain('Holds in: all projects')
  })
})

describe('importing from what cannot be read', () => {
  test.each([
    ['a database of somebody else', 'lore', 'claude-mem', 'not one of Lore'],
    ['no database', 'claude-mem', 'text', 'no SQLite database'],
    ['nothing', 'claude-mem', 'missing', 'There is no database of claude-mem'],
  ])('says so of %s', async (_, peer, kind, sentence) => {
    const path = join(home, 'x.db')
    if (kind === 'claude-mem') claudeMemDatabase(path)
    if (kind === 'text') writeFileSync(path, 'nothing of the kind')
    const importer = createFakeImporter()
    await expect(move(peer, importer, { path })).rejects.toThrow(sentence)
    expect(importer.requests).toEqual([])
  })

  test('an empty database holds nothing to bring', async () => {
    claudeMem([])
    const importer = createFakeImporter()
    expect(await move('claude-mem', importer)).toMatchObject({ sessions: 0, failed: [] })
    expect(importer.requests).toEqual([])
  })
})
