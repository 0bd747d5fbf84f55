import { mkdtempSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { type TranscriptRecord, transcriptRecordSchema } from '@teamlore/shared'
import { addSession, openCrush, text } from '@teamlore/sources/crush/testing/make-crush'
import { createSources } from '@teamlore/sources/sources'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, describe, expect, test } from 'vitest'
import { readTranscript } from './read-transcript.ts'

const folders: ReturnType<typeof temporaryFolder>[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove()
})

const setUp = () => {
  const folder = temporaryFolder()
  folders.push(folder)
  return {
    ...folder,
    read: async (file: string): Promise<TranscriptRecord[]> => {
      const workFolder = mkdtempSync(join(folder.path, 'work-'))
      const sources = createSources({ home: workFolder, platform: 'linux', variables: {} })
      const lines: string[] = []
      for await (const line of readTranscript(file, { sources, workFolder })) lines.push(line)
      // What it prints is what whoever reads it expects.
      return lines.map((line) => transcriptRecordSchema.parse(JSON.parse(line)))
    },
  }
}

const SESSION = '0c1d2e3f-1111-4222-8333-abcdefabcdef'
const at = (second: number) => new Date(Date.UTC(2026, 4, 1, 9, 0, second)).toISOString()
const prompt = (nth: number, content: unknown, type = 'user') => ({
  type,
  uuid: `u${nth}`,
  parentUuid: nth === 0 ? null : `u${nth - 1}`,
  sessionId: SESSION,
  timestamp: at(nth),
  cwd: '/home/ana/harbour',
  version: '2.1.0',
  isSidechain: false,
  message: { role: type, content },
})
const claude = (...records: object[]) => records.map((one) => `${JSON.stringify(one)}\n`).join('')

describe('one file by itself', () => {
  test('yields its session whatever it is called, without its secrets, and how it ends', async () => {
    const { write, read } = setUp()
    const key = 'AKIAQ3EGVXKJ2TEST7WZ'
    const file = write('moved (1).txt', claude(prompt(0, `Why? ${key}`), prompt(1, 'Because.')))
    const records = await read(file)
    expect(records).toMatchObject([
      {
        type: 'session',
        session: {
          tool: 'claude-code',
          native_id: SESSION,
          source: { path: 'moved (1).txt', bad_lines: 0 },
          project: { root_path: '/home/ana/harbour', remote_url: null },
        },
      },
      { type: 'end', sessions: 1 },
    ])
    const [first] = records
    expect(first?.type === 'session' && Object.values(first.redactions)).toEqual([1])
    expect(JSON.stringify(records)).not.toContain(key)
  })

  test('yields a long session in pieces that go on from each other', async () => {
    const { write, read } = setUp()
    const many = Array.from({ length: 1_200 }, (_, nth) => prompt(nth, `Prompt ${nth}`))
    const records = await read(write(`${SESSION}.jsonl`, claude(...many)))
    const pieces = records.flatMap((one) => (one.type === 'session' ? [one.session] : []))
    expect(pieces.length).toBeGreaterThan(1)
    expect(pieces.flatMap(({ messages }) => messages.map(({ ordinal }) => ordinal))).toEqual(
      Array.from({ length: 1_200 }, (_, nth) => nth),
    )
    expect(records.at(-1)).toEqual({ type: 'end', sessions: 1 })
  })

  test('leaves out what stood in files of secrets', async () => {
    const { write, read } = setUp()
    const use = [
      { type: 'tool_use', id: 't1', name: 'Read', input: { file_path: '/home/ana/.env' } },
    ]
    const result = [{ type: 'tool_result', tool_use_id: 't1', content: 'HARBOUR_NAME=kestrel' }]
    const file = write(
      'a.jsonl',
      claude(prompt(0, 'Read it'), prompt(1, use, 'assistant'), prompt(2, result)),
    )
    const sent = JSON.stringify(await read(file))
    expect(sent).toContain('[left out: a file of secrets]')
    expect(sent).not.toContain('kestrel')
  })

  test('leaves out what a command printed whose purpose is to print a secret', async () => {
    const { write, read } = setUp()
    const use = [
      { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'pass show harbour' } },
    ]
    const result = [{ type: 'tool_result', tool_use_id: 't1', content: 'kestrel' }]
    const file = write(
      'a.jsonl',
      claude(prompt(0, 'Look it up'), prompt(1, use, 'assistant'), prompt(2, result)),
    )
    const sent = JSON.stringify(await read(file))
    expect(sent).toContain('pass show harbour')
    expect(sent).toContain('[left out: a secret that a command printed]')
    expect(sent).not.toContain('kestrel')
  })

  test('never looks into the folders it names, nor names those it lies in', async () => {
    const { write, read, path } = setUp()
    write('victim/.git/config', '[remote "origin"]\n  url = https://git.test/victim\n')
    const said = { ...prompt(0, 'Hello'), cwd: join(path, 'victim') }
    const [record] = await read(write('a.jsonl', claude(said)))
    expect(record).toMatchObject({ session: { project: { remote_url: null, root_commit: null } } })
    const pi = claude(
      { type: 'session', version: 3, id: 'pi-1', timestamp: at(0) },
      {
        type: 'message',
        id: 'aaaa1111',
        parentId: null,
        timestamp: at(1),
        message: { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
      },
    )
    expect(JSON.stringify(await read(write('b.jsonl', pi)))).not.toContain('work-')
  })

  test('yields each session of a database', async () => {
    const { path, read } = setUp()
    const file = join(path, 'shop.db')
    const database = openCrush(file)
    for (const id of ['one', 'two'])
      addSession(database, {
        id,
        title: id,
        messages: [{ role: 'user', parts: [text(`Prompt of ${id}`)] }],
      })
    // Until then all of it stands in the log beside, as with a tool that runs.
    expect(await read(file)).toMatchObject([
      { type: 'skipped', why: 'unreadable', reason: expect.stringContaining('-wal') },
      { type: 'end' },
    ])
    database.run('PRAGMA wal_checkpoint(TRUNCATE)')
    database.close()
    const records = await read(file)
    expect(
      records.map((one) => (one.type === 'session' ? one.session.native_id : one.type)),
    ).toEqual(['one', 'two', 'end'])
  })

  test('is read alike wherever it lies, with the time it was written', async () => {
    const { write, read } = setUp()
    const chat = JSON.stringify({
      sessionId: 'c-1',
      title: 'Chat',
      workspaceDirectory: 'file:///home/ana',
      history: [{ message: { role: 'user', content: 'Hello' } }],
    })
    const [a, b] = [write('a/chat.json', chat), write('b/chat.json', chat)]
    for (const file of [a, b]) utimesSync(file, new Date(at(0)), new Date(at(0)))
    const sessions = await read(a)
    expect(sessions).toMatchObject([{ session: { tool: 'continue', ended_at: at(0) } }, {}])
    expect(await read(b)).toEqual(sessions)
  })

  test.each([
    [
      'ui_messages.json',
      JSON.stringify([{ ts: 1, type: 'say', say: 'text', text: 'Hello' }]),
      'Cline',
    ],
    [
      '.aider.chat.history.md',
      '# aider chat started at 2026-05-01 09:00:00\n\n#### Hello\n\nYes.\n',
      'Aider',
    ],
  ])('is refused where it is known by its folder: %s', async (name, content, tool) => {
    const { write, read } = setUp()
    expect(await read(write(name, content))).toMatchObject([
      { type: 'skipped', why: 'elsewhere', tool },
      { type: 'end', sessions: 0 },
    ])
  })

  test.each([
    ['page.html', '<html><script>alert(1)</script></html>'],
    ['noise.jsonl', Buffer.from(Array.from({ length: 5_000 }, (_, at) => (at * 31) % 256))],
    ['empty.jsonl', ''],
    ['deep.json', '['.repeat(100_000)],
  ])('that is no session is said to be none: %s', async (name, content) => {
    const { write, read } = setUp()
    const records = await read(write(name, content))
    expect(records.map(({ type }) => type)).toEqual(['skipped', 'end'])
  })
})
