import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Found, ReadSession } from '../source.ts'
import { testCountsAgree } from '../testing/counts.ts'
import { describeSourceContract } from '../testing/source-contract.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createKiloCliSource, createOpenCodeSource } from './opencode.source.ts'
import {
  addNewerSession,
  addRow,
  answered,
  asked,
  createNewerStore,
  type NewerSession,
  noted,
  smithy,
} from './testing/make-newer-store.ts'
import { addSession, child, createStore, forge } from './testing/make-store.ts'

const source = createOpenCodeSource({ home: '/nonexistent', platform: 'linux', variables: {} })

const samples = temporaryFolder()
const store = createNewerStore(join(samples.path, 'opencode.db'))
addNewerSession(store, smithy)
addNewerSession(store, {
  id: 'ses_spark',
  info: { parent_id: smithy.id },
  rows: [
    asked('msg_s1', 0, 'Count the sparks'),
    answered('msg_s2', 10, [{ type: 'text', text: 'Nine.' }]),
  ],
})
addNewerSession(store, {
  id: 'ses_unlit',
  rows: [noted('agent-switched', 'msg_u1', 0, { agent: 'plan' })],
})
store.close()

describeSourceContract('opencode', {
  make: () => source,
  samples: samples.path,
  makeMissing: () => source,
})

describe('counts of OpenCode 2', () => {
  testCountsAgree({
    make: () => source,
    counter: 'count-opencode.mjs',
    fixtures: samples.path,
    samples: 'opencode',
  })
})

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const findAll = async (path: string): Promise<Exclude<Found, { problem: string }>[]> => {
  const found = []
  for await (const one of source.find(path)) {
    if ('problem' in one) throw new Error(one.problem)
    found.push(one)
  }
  return found
}

const readAll = async (path: string): Promise<ReadSession[]> => {
  const sessions = []
  for (const place of await findAll(path)) {
    const outcome = await source.read([place])
    if (outcome.status === 'session') sessions.push(outcome.session)
  }
  return sessions
}

const readOf = async (session: NewerSession): Promise<ReadSession> => {
  const database = createNewerStore(join(folder.path, 'opencode.db'))
  addNewerSession(database, session)
  database.close()
  const [read] = await readAll(folder.path)
  if (read === undefined) throw new Error('not found')
  return read
}

describe('what a session of OpenCode 2 says', () => {
  test('prompts, answers and results of tools, each as what it is', async () => {
    const { messages, title, models, cwd, tool_version, kind } = await readOf(smithy)
    expect(messages.map((one) => [one.key, one.role, one.kind])).toEqual([
      ['msg_1', 'user', 'human'],
      ['msg_2', 'system', 'injected'],
      ['msg_3', 'assistant', 'assistant'],
      ['msg_3:results', 'tool', 'tool_result'],
      ['msg_4', 'user', 'injected'],
      ['msg_5', 'assistant', 'assistant'],
      ['msg_5:results', 'tool', 'tool_result'],
      ['msg_6', 'user', 'command'],
      ['msg_7', 'assistant', 'summary'],
      ['msg_9', 'user', 'injected'],
      ['msg_10', 'assistant', 'assistant'],
    ])
    expect({ title, models, cwd, tool_version, kind }).toEqual({
      title: 'Heat the smithy',
      models: ['anvil-large'],
      cwd: '/home/ada/anvil',
      tool_version: '2.0.26',
      kind: 'main',
    })
  })

  test('what is attached, run and answered stands in its blocks', async () => {
    const { messages } = await readOf(smithy)
    const blocksOf = (key: string) => messages.find((one) => one.key === key)?.blocks
    expect(blocksOf('msg_1')).toEqual([
      { type: 'text', text: 'Make the bellows louder' },
      { type: 'file', path: 'bellows.ts' },
    ])
    expect(blocksOf('msg_3')?.map(({ type }) => type)).toEqual([
      'thinking',
      'text',
      'tool_call',
      'tool_call',
      'tool_call',
      'tool_call',
    ])
    expect(blocksOf('msg_3:results')).toMatchObject([
      { tool_call_id: 'call_1', text: 'edit done', is_error: false },
      { tool_call_id: 'call_2', is_error: true },
      { tool_call_id: 'call_3', text: 'No such file', is_error: true },
    ])
    expect(blocksOf('msg_6')).toEqual([
      { type: 'text', text: '! git status' },
      { type: 'text', text: 'clean\n' },
    ])
    expect(blocksOf('msg_10')).toContainEqual({
      type: 'other',
      name: 'error',
      raw: 'provider: Out of coal',
    })
  })

  test('tokens and times are those of each answer', async () => {
    const { messages } = await readOf(smithy)
    expect(messages.find(({ key }) => key === 'msg_3')).toMatchObject({
      ts: '2026-09-21T14:13:20.030Z',
      usage: { input_tokens: 10, output_tokens: 9, cache_read_tokens: 5, cache_creation_tokens: 1 },
    })
  })

  test('files that were written, with the lines of the diff where there is one', async () => {
    const { edits } = await readOf(smithy)
    expect(edits.map(({ path, operation, addedText }) => [path, operation, addedText])).toEqual([
      ['/home/ada/anvil/bellows.ts', 'edit', ['const width = 2 // wide']],
      ['/home/ada/anvil/notes.md', 'create', ['loud', 'louder']],
      ['/home/ada/anvil/read.me', 'edit', ['again']],
      ['/home/ada/anvil/ring.ts', 'create', ['ring']],
    ])
  })

  test('rows stand in the order in which they took effect, whenever they were typed', async () => {
    const { messages } = await readOf({
      id: 'ses_queue',
      rows: [
        asked('msg_1', 0, 'First'),
        answered('msg_2', 500, [{ type: 'text', text: 'Done.' }]),
        asked('msg_3', 100, 'Queued meanwhile'),
      ],
    })
    expect(messages.map(({ key }) => key)).toEqual(['msg_1', 'msg_2', 'msg_3'])
  })

  test('a fork says what it was made from, and marks what it copied', async () => {
    const session = await readOf({
      id: 'ses_fork',
      info: { fork_session_id: 'ses_smithy' },
      rows: [asked('msg_aB3_0', 0, 'Make it louder'), asked('msg_cD4', 10, 'Or softer')],
    })
    expect(session).toMatchObject({ kind: 'fork', parent_native_id: 'ses_smithy' })
    expect(session.messages.map((one) => one.is_replay)).toEqual([true, false])
  })

  test('what is taken back is kept as abandoned', async () => {
    const { messages } = await readOf({
      id: 'ses_back',
      info: { revert: { messageID: 'msg_2' } },
      rows: [asked('msg_1', 0, 'Good'), asked('msg_2', 10, 'Bad')],
    })
    expect(messages.map((one) => one.is_abandoned)).toEqual([false, true])
  })

  test('a row that is no object is counted, and the rest is read', async () => {
    const { messages, figures } = await readOf({
      id: 'ses_broken',
      rows: [asked('msg_1', 0, 'Go'), { id: 'msg_2', type: 'user', data: 'no JSON' as never }],
    })
    expect(messages).toHaveLength(1)
    expect(figures.files[0]?.badLines).toEqual({ count: 1, first: 2 })
  })
})

describe('a database that version 2 took over', () => {
  const inherit = () => {
    const path = join(folder.path, 'opencode.db')
    const old = createStore(path)
    addSession(old, forge)
    addSession(old, child)
    old.close()
    return createNewerStore(path)
  }

  test('of a session in both the newer is read, and what only the older knows is read too', async () => {
    const database = inherit()
    addNewerSession(database, {
      id: forge.id,
      rows: [asked('msg_1', 0, 'Make the bellows louder'), asked('msg_9', 9_000, 'Go on')],
    })
    database.close()
    const sessions = await readAll(folder.path)
    expect(
      sessions.map(({ native_id, messages }) => [native_id, messages.map(({ key }) => key)]),
    ).toEqual([
      [child.id, ['msg_c1', 'msg_c2']],
      [forge.id, ['msg_1', 'msg_9']],
    ])
  })

  test('a session of which nothing was taken over yet is read as before', async () => {
    const database = inherit()
    addNewerSession(database, { id: forge.id, info: { title: 'Heat the forge' }, rows: [] })
    database.close()
    const [, session] = await readAll(folder.path)
    expect(session).toMatchObject({ native_id: forge.id, title: 'Heat the forge' })
    expect(session?.messages).toHaveLength(5)
  })

  test('a row that is added or rewritten changes the version of its session alone', async () => {
    const database = inherit()
    addNewerSession(database, smithy)
    const versions = async () =>
      Object.fromEntries((await findAll(folder.path)).map(({ part, version }) => [part, version]))
    const before = await versions()
    addRow(database, smithy.id, 900, noted('idle', 'msg_99', 900, { outcome: 'failed' }))
    const after = await versions()
    database.run("UPDATE session_message SET time_updated = 1900000000000 WHERE id = 'msg_3'")
    const last = await versions()
    database.close()
    expect(new Set([before, after, last].map((one) => one[smithy.id])).size).toBe(3)
    expect(last[child.id]).toBe(before[child.id])
  })
})

test('Kilo keeps the same tables under its own name', async () => {
  const path = join(folder.path, 'kilo.db')
  const database = createNewerStore(path)
  addNewerSession(database, smithy)
  database.close()
  const kilo = createKiloCliSource({ home: '/nonexistent', platform: 'linux', variables: {} })
  expect([await kilo.recognises(path), await source.recognises(path)]).toEqual([true, false])
})
