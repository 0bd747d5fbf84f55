import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testCountsAgree } from '../testing/counts.ts'
import { makeDatabase } from '../testing/make-sqlite.ts'
import { sessionsOf } from '../testing/sessions-of.ts'
import { sharedSamples } from '../testing/shared-samples.ts'
import { describeSourceContract } from '../testing/source-contract.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { addThread, bellows, older, openZed, PACKED, packRaw } from './testing/make-zed.ts'
import { unpack } from './unpack.ts'
import { createZedSource } from './zed.source.ts'

const make = (home = '/nonexistent', platform: NodeJS.Platform = 'linux', variables = {}) =>
  createZedSource({ home, platform, variables })

const fill = (path: string): void => {
  const store = openZed(path)
  addThread(store, 'a', bellows, { created_at: '2026-02-03T10:00:00Z' })
  addThread(store, 'b', older, { data_type: 'json', data: Buffer.from(JSON.stringify(older)) })
  addThread(
    store,
    'c',
    {},
    { data: PACKED, summary: 'New Thread', folder_paths: '["/home/ada/packed"]' },
  )
  addThread(store, 'd', { messages: [] })
  addThread(store, 'e', bellows, {
    parent_id: 'a',
    folder_paths: '/home/ada/other\n/home/ada/anvil',
  })
  store.close()
}

const samples = temporaryFolder()
afterAll(() => samples.remove())
fill(join(samples.path, 'threads.db'))

describeSourceContract('zed', {
  make: () => make(),
  samples: samples.path,
  makeMissing: () => make(),
})

describe('counts of Zed', () => {
  // No real thread of Zed may be handed on; there is a schema only.
  testCountsAgree({
    make: () => make(),
    counter: 'count-zed.mjs',
    fixtures: samples.path,
    samples: 'zed-none',
  })
})

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

test.each([
  ['linux', {}, '.local/share/zed'],
  ['linux', {}, '.var/app/dev.zed.Zed/data/zed'],
  ['linux', { XDG_DATA_HOME: 'data' }, 'data/zed'],
  ['darwin', {}, 'Library/Application Support/Zed'],
  ['win32', {}, 'AppData/Local/Zed'],
] as const)('Zed keeps its threads, on %s with %j, in %s', async (platform, given, under) => {
  fill(join(folder.path, under, 'threads/threads.db'))
  const variables = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, join(folder.path, value)]),
  )
  const source = make(folder.path, platform, variables)
  expect(await source.isInstalled()).toBe(true)
  expect((await sessionsOf(source)).map(({ native_id }) => native_id)).toEqual(['a', 'b', 'c', 'e'])
  expect(await source.watchPaths()).toEqual([join(folder.path, under, 'threads')])
})

describe('what a thread of Zed says', () => {
  test('questions, answers, results', async () => {
    const [session] = await sessionsOf(make(), samples.path)
    expect(session?.messages.map(({ key, kind }) => [key, kind])).toEqual([
      ['u1', 'human'],
      ['u1/0', 'assistant'],
      ['u1/0:results', 'tool_result'],
      ['u1/1', 'assistant'],
    ])
    expect(session?.messages[0]?.blocks).toEqual([
      { type: 'text', text: 'Make the bellows louder, see ' },
      { type: 'file', path: '/home/ada/anvil/bellows.md', text: 'Bellows' },
    ])
    expect(session?.messages[1]?.usage).toMatchObject({ input_tokens: 9, output_tokens: 4 })
    expect(session).toMatchObject({
      title: 'Louder bellows',
      cwd: '/home/ada/anvil',
      git_branch: 'main',
      git_head: 'abc123',
      models: ['anvil-large'],
      started_at: '2026-02-03T10:00:00.000Z',
      ended_at: '2026-02-03T11:00:00.000Z',
    })
  })

  test('edits, without what was refused, at their place in the project', async () => {
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

  test('the first generation, a compressed one, and a thread that another one began', async () => {
    const [, first, packed, child] = await sessionsOf(make(), samples.path)
    expect(first?.messages.map(({ kind }) => kind)).toEqual(['human', 'assistant', 'tool_result'])
    expect(packed).toMatchObject({ title: 'Packed', cwd: '/home/ada/packed' })
    expect(child).toMatchObject({ kind: 'subagent', parent_native_id: 'a', cwd: '/home/ada/other' })
    expect(child?.messages[0]?.kind).toBe('injected')
  })

  test('an answer that grows keeps its key', async () => {
    const store = openZed(join(folder.path, 'threads.db'), '')
    const said = (words: string) => ({
      messages: [
        { User: { id: 'u', content: [{ Text: 'Go' }] } },
        { Agent: { content: [{ Text: words }] } },
      ],
    })
    const keys = async () => {
      const [session] = await sessionsOf(make(), folder.path)
      return session?.messages.map(({ key }) => key)
    }
    addThread(store, 'a', said('On'))
    const before = await keys()
    addThread(store, 'a', said('On it.'), { updated_at: '2026-02-03T12:00:00Z' })
    expect(await keys()).toEqual(before)
    store.close()
  })

  test('a damaged thread is passed over with a reason, what nobody knows is kept', async () => {
    const store = openZed(join(folder.path, 'threads.db'))
    addThread(store, 'a', {}, { data: PACKED.subarray(0, 60) })
    addThread(store, 'b', {
      messages: [
        { User: { id: 'u', content: [{ Smell: 'smoke' }, { Image: { source: 'cGl4' } }] } },
        { Ghost: {} },
      ],
    })
    store.close()
    const outcomes: unknown[] = []
    for await (const one of make().find(folder.path))
      if (!('problem' in one)) outcomes.push(await make().read([one]))
    expect(outcomes).toMatchObject([
      { status: 'skipped', reason: 'is a damaged thread' },
      {
        session: {
          messages: [
            {
              blocks: [
                { type: 'other', name: 'Smell' },
                { type: 'image', bytes: 3 },
              ],
            },
            { kind: 'injected', blocks: [{ type: 'other', name: 'Ghost' }] },
          ],
          figures: { unknownRecords: { Smell: 1, Ghost: 1 } },
        },
      },
    ])
  })

  test('a thread that would fill the memory when unpacked is not', () => {
    expect(unpack('zstd', packRaw(Buffer.alloc(300_000, 'x')), 200_000)).toBe(null)
    expect(unpack('zstd', packRaw(Buffer.alloc(300_000, 'x')))?.length).toBe(300_000)
    expect(unpack('zstd', Buffer.from('no frame'))).toBe(null)
    expect(unpack('zstd', 5)).toBe(null)
  })
})

const real = sharedSamples('zed')
test.skipIf(!real.isThere)('the oldest schema is recognised', async () => {
  const [name] = readdirSync(real.path)
  const path = makeDatabase(
    join(folder.path, 'threads.db'),
    readFileSync(join(real.path, name ?? ''), 'utf8'),
  )
  expect(await make().recognises(path)).toBe(true)
})
