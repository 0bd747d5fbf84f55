import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ReadSession } from '../source.ts'
import { testCountsAgree } from '../testing/counts.ts'
import { sharedSamples } from '../testing/shared-samples.ts'
import { describeSourceContract } from '../testing/source-contract.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createKiroSource } from './kiro.source.ts'
import { add, asked, bellows, lines, openKiro } from './testing/make-kiro.ts'

const make = (home = '/nonexistent', platform: NodeJS.Platform = 'linux', variables = {}) =>
  createKiroSource({ home, platform, variables })

const fill = (home: ReturnType<typeof temporaryFolder>, data: string): void => {
  const store = openKiro(join(home.path, data, 'kiro-cli/data.sqlite3'))
  add(store, 'c-bellows', bellows('c-bellows'))
  add(store, 'c-empty', { conversation_id: 'c-empty', history: [] })
  store.close()
  const earlier = openKiro(join(home.path, data, 'amazon-q/data.sqlite3'), '')
  earlier.insert('conversations', { key: '/home/ada/old', value: bellows('c-old') })
  earlier.close()
  home.write('.kiro/sessions/cli/s-forge.jsonl', lines)
  home.write(
    '.kiro/sessions/cli/s-forge.json',
    '{"session_id":"s-forge","cwd":"/home/ada/forge","title":"Forge","created_at":"2026-02-03T10:00:00Z","updated_at":"2026-02-03T11:00:00Z"}',
  )
}

const samples = temporaryFolder()
afterAll(() => samples.remove())
fill(samples, '.local/share')

describeSourceContract('kiro', {
  make: () => make(),
  samples: samples.path,
  makeMissing: () => make(),
})

describe('counts of Kiro', () => {
  testCountsAgree({
    make: () => make(),
    counter: 'count-kiro.mjs',
    fixtures: samples.path,
    samples: 'kiro',
  })
})

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const sessionsOf = async (source = make(), path?: string): Promise<Map<string, ReadSession>> => {
  const sessions = new Map<string, ReadSession>()
  for await (const one of source.find(path)) {
    if ('problem' in one) throw new Error(one.problem)
    const outcome = await source.read([one])
    if (outcome.status === 'session') sessions.set(outcome.session.native_id, outcome.session)
  }
  return sessions
}

test.each([
  ['linux', {}, '.local/share'],
  ['linux', { XDG_DATA_HOME: 'data' }, 'data'],
  ['darwin', {}, 'Library/Application Support'],
  ['win32', {}, 'AppData/Local'],
] as const)(
  'Kiro keeps its conversations, on %s with %j, below %s',
  async (platform, given, data) => {
    fill(folder, data)
    const variables = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, join(folder.path, value)]),
    )
    const source = make(folder.path, platform, variables)
    expect(await source.isInstalled()).toBe(true)
    expect([...(await sessionsOf(source)).keys()]).toEqual(['c-bellows', 'c-old', 's-forge'])
    expect(await source.watchPaths()).toEqual([
      join(folder.path, data, 'kiro-cli'),
      join(folder.path, data, 'amazon-q'),
      join(folder.path, '.kiro/sessions'),
    ])
  },
)

describe('what a conversation says', () => {
  test('prompts, answers and results out of the database', async () => {
    const session = (await sessionsOf(make(), samples.path)).get('c-bellows')
    expect(session?.messages.map(({ key, kind }) => [key, kind])).toEqual([
      ['a1:asked', 'human'],
      ['a1', 'assistant'],
      ['a2:asked', 'tool_result'],
      ['a2', 'assistant'],
    ])
    expect(session?.messages[2]?.blocks).toEqual([
      { type: 'tool_result', tool_call_id: 't1', text: 'replaced', is_error: false },
      { type: 'tool_result', tool_call_id: 't2', text: '{"why":"refused"}', is_error: true },
    ])
    expect(session).toMatchObject({
      title: 'Make the bellows louder',
      cwd: '/home/ada/anvil',
      models: ['anvil-large'],
      started_at: '2026-02-03T10:00:00.000Z',
    })
    expect(session?.edits).toMatchObject([
      {
        path: '/home/ada/anvil/nozzle.ts',
        operation: 'edit',
        addedText: ['wide'],
        removedText: ['narrow'],
      },
    ])
  })

  test('and out of lines, with the facts that stand beside them', async () => {
    const session = (await sessionsOf(make(), samples.path)).get('s-forge')
    expect(session?.messages.map(({ key, kind }) => [key, kind])).toEqual([
      ['m1', 'human'],
      ['m2', 'assistant'],
      ['m3', 'tool_result'],
    ])
    expect(session).toMatchObject({
      title: 'Forge',
      cwd: '/home/ada/forge',
      ended_at: '2026-02-03T11:00:00.000Z',
    })
    expect(session?.edits).toMatchObject([
      { path: '/home/ada/forge/fire.md', operation: 'create', addedText: ['hot'] },
    ])
  })

  test('pairs of earlier times, a summary, cancelled calls, kinds nobody knows', async () => {
    const store = openKiro(join(folder.path, 'data.sqlite3'))
    add(store, 'c', {
      conversation_id: 'c',
      latest_summary: ['It was about bellows.', {}],
      history: [
        [asked({ Prompt: { prompt: 'Go on' } }), { Response: { content: 'On.' } }],
        {
          user: asked({
            CancelledToolUses: {
              prompt: 'Stop',
              tool_use_results: [{ tool_use_id: 'x', content: [], status: 'Error' }],
            },
          }),
          assistant: { Response: { message_id: 'b', content: '' } },
        },
        { user: asked({ Smell: {} }), assistant: null },
      ],
    })
    store.close()
    const session = (await sessionsOf(make(), folder.path)).get('c')
    expect(session?.messages.map(({ kind }) => kind)).toEqual([
      'summary',
      'human',
      'assistant',
      'human',
      'injected',
    ])
    expect(session?.figures.unknownRecords).toEqual({ Smell: 1 })
  })

  test('a damaged conversation is passed over, and does not stop the others', async () => {
    const store = openKiro(join(folder.path, 'data.sqlite3'))
    add(store, 'a', '{"conversation_id":"a","hist')
    add(store, 'b', bellows('b'))
    store.close()
    const outcomes: unknown[] = []
    for await (const one of make().find(folder.path))
      if (!('problem' in one)) outcomes.push(await make().read([one]))
    expect(outcomes).toMatchObject([
      { status: 'skipped', reason: 'is a damaged conversation' },
      { status: 'session', session: { native_id: 'b' } },
    ])
  })

  test('only the conversation that went on has another version', async () => {
    const store = openKiro(join(folder.path, 'data.sqlite3'))
    add(store, 'a', bellows('a'))
    add(store, 'b', bellows('b'))
    const versions = async () => {
      const all: unknown[] = []
      for await (const one of make().find(folder.path))
        all.push('version' in one ? one.version : one)
      return all
    }
    const before = await versions()
    add(store, 'b', bellows('b'), 5)
    const after = await versions()
    expect([after[0] === before[0], after[1] === before[1]]).toEqual([true, false])
    store.close()
  })
})

const real = sharedSamples('kiro')
test.skipIf(!real.isThere)(
  'a real conversation that was saved by itself is read, half a one is not',
  async () => {
    const outcomes: unknown[] = []
    for (const name of readdirSync(real.path))
      outcomes.push(await make().read([{ path: join(real.path, name) }]))
    expect(outcomes).toMatchObject([
      { status: 'skipped', reason: 'is no whole JSON; it may just be being written, or damaged' },
      {
        status: 'session',
        session: {
          native_id: 'sqlite-session',
          cwd: '/home/user/code/kiro-app',
          title: 'Build the Kiro parser',
        },
      },
    ])
  },
)
