import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../../testing/make-sqlite.ts'
import { sharedSamples } from '../../testing/shared-samples.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import type { ReadSession } from '../source.ts'
import { testCountsAgree } from '../testing/counts.ts'
import { describeSourceContract } from '../testing/source-contract.ts'
import { createGooseSource } from './goose.source.ts'

const make = (home = '/nonexistent', platform: NodeJS.Platform = 'linux', variables = {}) =>
  createGooseSource({ home, platform, variables })

type Fields = Record<string, unknown>

const OLD_SCHEMA = `
  CREATE TABLE sessions (id TEXT PRIMARY KEY, name TEXT, description TEXT, session_type TEXT, working_dir TEXT, created_at TEXT,
    updated_at TEXT);
  CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT, role TEXT, content_json TEXT,
    created_timestamp INTEGER, metadata_json TEXT);`
const NEW_COLUMNS = `
  ALTER TABLE sessions ADD COLUMN model_config_json TEXT;
  ALTER TABLE sessions ADD COLUMN parent_session_id TEXT;
  ALTER TABLE messages ADD COLUMN message_id TEXT;`

const openGoose = (path: string, schema = OLD_SCHEMA + NEW_COLUMNS) => {
  const database = openDatabase(path, { isLogged: true })
  database.run(schema)
  return database
}

const addSession = (
  database: ReturnType<typeof openGoose>,
  id: string,
  messages: readonly Fields[],
  more: Fields = {},
): void => {
  database.insert('sessions', {
    id,
    name: 'Bellows',
    description: '',
    session_type: 'user',
    working_dir: '/home/ada/anvil',
    created_at: '2026-02-03 10:00:00',
    updated_at: '2026-02-03 10:00:00',
    ...more,
  })
  messages.forEach(({ role, content, ...other }, at) => {
    database.insert('messages', {
      session_id: id,
      role,
      content_json: JSON.stringify(content),
      created_timestamp: 1_770_112_800 + at,
      metadata_json: '{"userVisible":true,"agentVisible":true}',
      ...other,
    })
  })
}

const text = (words: string) => ({ type: 'text', text: words })
const request = (id: string, name: string, args: unknown) => ({
  type: 'toolRequest',
  id,
  toolCall: { status: 'success', value: { name, arguments: args } },
})
const response = (id: string, words: string, status = 'success') => ({
  type: 'toolResponse',
  id,
  toolResult:
    status === 'success'
      ? { status, value: [{ type: 'text', text: words }] }
      : { status, error: words },
})

const bellows: Fields[] = [
  { role: 'user', content: [text('Make the bellows louder')] },
  {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'Wider.', signature: 'x' },
      request('c1', 'developer__text_editor', {
        command: 'str_replace',
        path: 'nozzle.ts',
        old_str: 'narrow',
        new_str: 'wide',
      }),
      request('c2', 'developer__text_editor', {
        command: 'write',
        path: '/home/ada/anvil/no.ts',
        file_text: 'no',
      }),
      request('c3', 'developer__text_editor', { command: 'view', path: 'nozzle.ts' }),
    ],
  },
  {
    role: 'user',
    content: [
      response('c1', 'replaced'),
      response('c2', 'not allowed', 'error'),
      response('c3', 'wide'),
    ],
  },
  { role: 'assistant', content: [text('Done.')] },
]

const lines = [
  { working_dir: '/home/ada/forge', description: 'Cold forge', message_count: 2 },
  { role: 'user', created: 1_740_000_000, content: [text('Light the forge')] },
  { role: 'assistant', created: 1_740_000_001, content: [text('Lit.')] },
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('')

const fill = (sessions: ReturnType<typeof temporaryFolder>, under: string): void => {
  const store = openGoose(join(sessions.path, under, 'sessions.db'))
  addSession(store, '20260203_1', bellows, { model_config_json: '{"model_name":"anvil-large"}' })
  addSession(store, '20260203_2', [{ role: 'user', content: [text('Look at the nozzle')] }], {
    session_type: 'sub_agent',
    parent_session_id: '20260203_1',
  })
  addSession(store, '20260203_3', [])
  store.close()
  sessions.write(join(under, '20250219_1.jsonl'), lines)
}

const samples = temporaryFolder()
afterAll(() => samples.remove())
fill(samples, 'sessions')
samples.write('sessions/other.jsonl', '{"type":"session","cwd":"/"}\n')

describeSourceContract('goose', {
  make: () => make(),
  samples: samples.path,
  makeMissing: () => make(),
})

describe('counts of Goose', () => {
  // The one real database there is holds a session without messages.
  testCountsAgree({
    make: () => make(),
    counter: 'count-goose.mjs',
    fixtures: samples.path,
    samples: 'goose-none',
  })

  const real = sharedSamples('goose')
  test.skipIf(!real.isThere)(
    'a real database without messages has a session with nothing in it yet',
    async () => {
      const found: unknown[] = []
      for await (const one of make().find(real.path)) {
        if ('problem' in one) throw new Error(one.problem)
        found.push([one.part, await make().read([one])])
      }
      expect(found).toEqual([['20251202_1', { status: 'skipped', reason: 'holds no message yet' }]])
    },
  )
})

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const sessionsOf = async (source = make(), path?: string): Promise<ReadSession[]> => {
  const sessions: ReadSession[] = []
  for await (const one of source.find(path)) {
    if ('problem' in one) throw new Error(one.problem)
    const outcome = await source.read([one])
    if (outcome.status === 'session') sessions.push(outcome.session)
  }
  return sessions
}

test.each([
  ['linux', {}, '.local/share/goose/sessions'],
  ['darwin', {}, '.local/share/goose/sessions'],
  ['linux', { XDG_DATA_HOME: 'data' }, 'data/goose/sessions'],
  ['win32', {}, 'AppData/Roaming/Block/goose/data/sessions'],
  ['darwin', { GOOSE_PATH_ROOT: 'own' }, 'own/data/sessions'],
] as const)('Goose keeps its sessions, on %s with %j, in %s', async (platform, told, under) => {
  fill(folder, under)
  const variables = Object.fromEntries(
    Object.entries(told).map(([name, value]) => [name, join(folder.path, value)]),
  )
  const source = make(folder.path, platform, variables)
  expect(await source.isInstalled()).toBe(true)
  const ids = (await sessionsOf(source)).map(({ native_id }) => native_id)
  expect(ids).toEqual(['20260203_1', '20260203_2', '20250219_1'])
  expect(await source.watchPaths()).toEqual([join(folder.path, under)])
})

describe('what a session of Goose says', () => {
  test('results of tools are no prompts', async () => {
    const [session] = await sessionsOf(make(), samples.path)
    expect(session?.messages.map(({ role, kind }) => `${role} ${kind}`)).toEqual([
      'user human',
      'assistant assistant',
      'tool tool_result',
      'assistant assistant',
    ])
    expect(session?.messages[2]?.blocks).toMatchObject([
      { tool_call_id: 'c1', text: 'replaced', is_error: false },
      { tool_call_id: 'c2', text: 'not allowed', is_error: true },
      { tool_call_id: 'c3' },
    ])
    expect(session).toMatchObject({
      title: 'Bellows',
      models: ['anvil-large'],
      cwd: '/home/ada/anvil',
      started_at: '2026-02-03T10:00:00.000Z',
    })
  })

  test('edits that went well', async () => {
    const [session] = await sessionsOf(make(), samples.path)
    expect(session?.edits).toMatchObject([
      {
        path: '/home/ada/anvil/nozzle.ts',
        operation: 'edit',
        addedText: ['wide'],
        removedText: ['narrow'],
      },
    ])
  })

  test('a subagent has its parent; its task is no prompt', async () => {
    const session = (await sessionsOf(make(), samples.path))[1]
    expect(session).toMatchObject({ kind: 'subagent', parent_native_id: '20260203_1' })
    expect(session?.messages[0]?.kind).toBe('injected')
  })

  test('lines of earlier times', async () => {
    const session = (await sessionsOf(make(), samples.path))[2]
    expect(session).toMatchObject({ title: 'Cold forge', cwd: '/home/ada/forge' })
    expect(session?.messages.map(({ kind, ts }) => [kind, ts])).toEqual([
      ['human', '2025-02-19T21:20:00.000Z'],
      ['assistant', '2025-02-19T21:20:01.000Z'],
    ])
  })

  test('an early schema, hidden messages, kinds nobody knows, damaged rows', async () => {
    const store = openGoose(join(folder.path, 'sessions.db'), OLD_SCHEMA)
    addSession(store, '1', [
      { role: 'user', content: [text('Go on')], metadata_json: '{"userVisible":false}' },
      { role: 'assistant', content: [text('So far')], metadata_json: '{"userVisible":false}' },
      { role: 'user', content: [{ type: 'image', data: 'cGl4', mimeType: 'image/png' }] },
      { role: 'assistant', content: [{ type: 'smell', of: 'smoke' }] },
    ])
    store.insert('messages', { session_id: '1', role: 'user', content_json: '[{"ty' })
    addSession(store, '2', [{ role: 'user', content: [text('x')] }], { session_type: 'hidden' })
    addSession(store, '3', [{ role: 'user', content: [text('Sweep')] }], {
      session_type: 'scheduled',
      name: 'CLI Session',
    })
    store.close()
    const [session, scheduled, ...rest] = await sessionsOf(make(), folder.path)
    expect(rest).toEqual([])
    expect(session?.messages.map(({ kind }) => kind)).toEqual([
      'injected',
      'summary',
      'human',
      'assistant',
    ])
    expect(session?.figures).toMatchObject({
      unknownRecords: { smell: 1 },
      files: [{ badLines: { count: 1, first: 5 } }],
    })
    expect(scheduled?.messages[0]?.kind).toBe('injected')
    expect(scheduled?.title).toBe('Sweep')
  })

  test('messages that are stored anew under other numbers keep their keys', async () => {
    const store = openGoose(join(folder.path, 'sessions.db'))
    addSession(store, '1', bellows)
    const [before] = await sessionsOf(make(), folder.path)
    store.run('UPDATE messages SET id = id + 100')
    const [after] = await sessionsOf(make(), folder.path)
    expect(after?.messages.map(({ key }) => key)).toEqual(before?.messages.map(({ key }) => key))
    store.close()
  })
})
