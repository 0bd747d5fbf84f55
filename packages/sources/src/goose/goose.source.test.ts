import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testCountsAgree } from '../testing/counts.ts'
import { sessionsOf } from '../testing/sessions-of.ts'
import { sharedSamples } from '../testing/shared-samples.ts'
import { describeSourceContract } from '../testing/source-contract.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createGooseSource } from './goose.source.ts'
import { addSession, bellows, lines, OLD_SCHEMA, openGoose, text } from './testing/make-goose.ts'

const make = (home = '/nonexistent', platform: NodeJS.Platform = 'linux', variables = {}) =>
  createGooseSource({ home, platform, variables })

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

test.each([
  ['linux', {}, '.local/share/goose/sessions'],
  ['darwin', {}, '.local/share/goose/sessions'],
  ['linux', { XDG_DATA_HOME: 'data' }, 'data/goose/sessions'],
  ['win32', {}, 'AppData/Roaming/Block/goose/data/sessions'],
  ['darwin', { GOOSE_PATH_ROOT: 'own' }, 'own/data/sessions'],
] as const)('Goose keeps its sessions, on %s with %j, in %s', async (platform, given, under) => {
  fill(folder, under)
  const variables = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, join(folder.path, value)]),
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

  test('an answer is of the model that gave it, where it says so', async () => {
    const store = openGoose(join(folder.path, 'sessions.db'))
    const by = (inference: object) => ({ metadata_json: JSON.stringify({ inference }) })
    const answer = { role: 'assistant', content: [text('Done')] }
    addSession(
      store,
      '20260203_9',
      [
        { role: 'user', content: [text('Begin')] },
        { ...answer, ...by({ provider: 'anvil', requestedModel: 'anvil-small' }) },
        { ...answer, ...by({ requestedModel: 'anvil-auto', resolvedModel: 'anvil-mid' }) },
        answer,
      ],
      { model_config_json: '{"model_name":"anvil-large"}' },
    )
    store.close()
    const [session] = await sessionsOf(make(), folder.path)
    expect(session?.messages.map(({ model }) => model)).toEqual([
      null,
      'anvil-small',
      'anvil-mid',
      'anvil-large',
    ])
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

  test('messages that are stored again under other numbers keep their keys', async () => {
    const store = openGoose(join(folder.path, 'sessions.db'))
    addSession(store, '1', bellows)
    const [before] = await sessionsOf(make(), folder.path)
    store.run('UPDATE messages SET id = id + 100')
    const [after] = await sessionsOf(make(), folder.path)
    expect(after?.messages.map(({ key }) => key)).toEqual(before?.messages.map(({ key }) => key))
    store.close()
  })
})
