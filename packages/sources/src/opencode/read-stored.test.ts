import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Found, ReadSession, Source } from '../source.ts'
import type { Surroundings } from '../surroundings.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createOpenCodeSource } from './opencode.source.ts'
import {
  addSession,
  asExport,
  assistant,
  child,
  createStore,
  type FixtureSession,
  forge,
  text,
  tool,
  user,
  writeTree,
} from './testing/make-store.ts'

const linux = (home: string): Surroundings => ({ home, platform: 'linux', variables: {} })

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const findAll = async (source: Source, path?: string): Promise<Found[]> => {
  const found: Found[] = []
  for await (const one of source.find(path)) found.push(one)
  return found
}

const readOf = async (session: FixtureSession): Promise<ReadSession> => {
  const store = createStore(join(folder.path, 'opencode.db'))
  addSession(store, session)
  store.close()
  const source = createOpenCodeSource(linux(folder.path))
  const [found] = await findAll(source, folder.path)
  if (found === undefined || 'problem' in found) throw new Error('not found')
  const outcome = await source.read([found])
  if (outcome.status !== 'session') throw new Error(outcome.reason)
  return outcome.session
}

describe('what a session of OpenCode says', () => {
  test('prompts, answers and results of tools, in order', async () => {
    const { messages, title, models, cwd, started_at } = await readOf(forge)
    expect(messages.map(({ key, kind }) => [key, kind])).toEqual([
      ['msg_1', 'human'],
      ['msg_2', 'assistant'],
      ['msg_2:results', 'tool_result'],
      ['msg_3', 'assistant'],
      ['msg_3:results', 'tool_result'],
    ])
    expect(messages[0]?.blocks).toEqual([
      { type: 'text', text: 'Make the bellows louder' },
      { type: 'other', name: 'context', raw: '<file>…</file>' },
    ])
    expect(messages[2]?.blocks).toEqual([
      { type: 'tool_result', tool_call_id: 'call_1', text: 'edit done', is_error: false },
      { type: 'tool_result', tool_call_id: 'call_2', text: 'bash done', is_error: true },
    ])
    expect(messages[1]?.usage).toEqual({
      input_tokens: 10,
      output_tokens: 9,
      cache_creation_tokens: 1,
      cache_read_tokens: 5,
    })
    expect({ title, models, cwd, started_at }).toEqual({
      title: 'Heat the forge',
      models: ['anvil-large'],
      cwd: '/home/ada/anvil',
      started_at: '2026-02-02T02:40:00.000Z',
    })
  })

  test('edits, with the lines that changed', async () => {
    const { edits } = await readOf(forge)
    expect(
      edits.map(({ path, operation, addedText, removedText }) => [
        path,
        operation,
        addedText,
        removedText,
      ]),
    ).toEqual([
      ['/home/ada/anvil/bellows.ts', 'edit', ['const width = 2'], ['const width = 1']],
      ['/home/ada/anvil/notes.md', 'create', ['loud', 'louder'], []],
      ['/home/ada/anvil/nozzle.ts', 'edit', ['wide'], ['narrow']],
      ['/home/ada/anvil/ring.ts', 'create', ['ring'], []],
    ])
  })

  test('the diff the tool took counts more than what was asked for', async () => {
    const diff = 'Index: a.ts\n===\n--- a.ts\n+++ a.ts\n@@ -1,2 +1,2 @@\n same\n-old\n+new\n'
    const input = { filePath: 'a.ts', content: 'same\nnew\n' }
    const state = { metadata: { diff, exists: true } }
    const { edits } = await readOf({
      ...forge,
      messages: [assistant('msg_1', 0, [tool('c', 'write', input, state)])],
    })
    expect(edits).toMatchObject([
      { path: '/home/ada/anvil/a.ts', operation: 'edit', addedText: ['new'], removedText: ['old'] },
    ])
  })

  test('a call that failed or still runs wrote nothing', async () => {
    const input = { filePath: 'a.ts', content: 'a' }
    const { edits, messages } = await readOf({
      ...forge,
      messages: [
        assistant('msg_1', 0, [
          tool('c1', 'write', input, { status: 'error', error: 'no such folder' }),
          tool('c2', 'write', input, { status: 'running' }),
        ]),
      ],
    })
    expect(edits).toEqual([])
    expect(messages[1]?.blocks).toMatchObject([{ tool_call_id: 'c1', is_error: true }])
  })

  test('in a session another one started nothing is typed by a person', async () => {
    const session = await readOf(child)
    expect(session).toMatchObject({ kind: 'subagent', parent_native_id: 'ses_forge' })
    expect(session.messages.map(({ kind }) => kind)).toEqual(['injected', 'assistant'])
  })

  test('what was taken back is abandoned; what only the client said is no prompt', async () => {
    const { messages } = await readOf({
      id: 'ses_back',
      info: { ...forge.info, revert: { messageID: 'msg_2' } },
      messages: [
        user('msg_1', 0, text('Contents of a file', { synthetic: true })),
        user('msg_2', 1, text('No, the other one')),
        assistant('msg_3', 2, [text('A summary')], { summary: true }),
      ],
    })
    expect(messages.map(({ kind, is_abandoned }) => [kind, is_abandoned])).toEqual([
      ['injected', false],
      ['human', true],
      ['summary', true],
    ])
  })

  test('kinds of parts nobody knows are kept and counted, broken rows counted', async () => {
    const store = createStore(join(folder.path, 'opencode.db'))
    addSession(store, { ...forge, messages: [user('msg_1', 0, { type: 'hologram', depth: 3 })] })
    store.insert('part', {
      id: 'prt_x',
      message_id: 'msg_1',
      session_id: 'ses_forge',
      data: '{"ty',
    })
    store.close()
    const source = createOpenCodeSource(linux(folder.path))
    const path = join(folder.path, 'opencode.db')
    const outcome = await source.read([{ path, part: 'ses_forge' }])
    if (outcome.status !== 'session') throw new Error(outcome.reason)
    const { messages, figures } = outcome.session
    expect(messages[0]?.blocks).toEqual([
      { type: 'other', name: 'hologram', raw: { type: 'hologram', depth: 3 } },
    ])
    expect(figures.unknownRecords).toEqual({ hologram: 1 })
    expect(figures.files[0]?.badLines).toEqual({ count: 1, first: 2 })
  })

  test('an image leaves its pixels behind', async () => {
    const url = `data:image/png;base64,${Buffer.from('pixels').toString('base64')}`
    const { messages } = await readOf({
      ...forge,
      messages: [user('msg_1', 0, { type: 'file', mime: 'image/png', filename: 'a.png', url })],
    })
    expect(messages[0]).toMatchObject({
      kind: 'human',
      blocks: [{ type: 'image', mime: 'image/png', bytes: 6 }],
    })
  })

  test('a fork of version 1 is recognised by its title, the one place that says so', async () => {
    const made = (title: string) =>
      readOf({ ...forge, info: { ...forge.info, title }, id: `ses_${title.length}` })
    expect(await made('Heat the forge (fork #2)')).toMatchObject({
      kind: 'fork',
      parent_native_id: null,
    })
    folder.remove()
    folder = temporaryFolder()
    expect((await made('Mend (fork #2) of the road')).kind).toBe('main')
  })

  test('trees and exports say the same as the database', async () => {
    const wanted = await readOf(forge)
    const source = createOpenCodeSource(linux('/nonexistent'))
    for (const name of ['tree', 'old'])
      writeTree(join(folder.path, name), forge, { old: name === 'old' })
    folder.write('export/x.json', asExport(forge))
    for (const name of ['tree', 'old', 'export']) {
      const [found] = await findAll(source, join(folder.path, name))
      if (found === undefined || 'problem' in found) throw new Error(`nothing in ${name}`)
      const outcome = await source.read([found])
      if (outcome.status !== 'session') throw new Error(outcome.reason)
      expect(outcome.session.messages).toEqual(
        name === 'export'
          ? wanted.messages
          : wanted.messages.map((message) => ({ ...message, tool_version: '1.2.3' })),
      )
      expect(outcome.session.edits).toEqual(wanted.edits)
    }
  })
})
