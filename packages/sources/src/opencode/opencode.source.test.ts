import { cpSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Found, Source } from '../source.ts'
import type { Surroundings } from '../surroundings.ts'
import { testCountsAgree } from '../testing/counts.ts'
import { sharedSamples } from '../testing/shared-samples.ts'
import { describeSourceContract } from '../testing/source-contract.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createKiloCliSource, createOpenCodeSource } from './opencode.source.ts'
import {
  addMessage,
  addSession,
  asExport,
  child,
  createStore,
  forge,
  idle,
  text,
  user,
  writeTree,
} from './testing/make-store.ts'

const linux = (home: string, variables: Surroundings['variables'] = {}): Surroundings => ({
  home,
  platform: 'linux',
  variables,
})

const samples = temporaryFolder()
afterAll(() => samples.remove())

const fill = (root: string): void => {
  const store = createStore(join(root, 'opencode.db'))
  addSession(store, forge)
  addSession(store, child)
  addSession(store, idle)
  store.close()
  // Left over from before the database: one session that moved into it, one that did not.
  writeTree(join(root, 'storage'), forge)
  writeTree(join(root, 'storage'), { ...forge, id: 'ses_left' })
  writeTree(join(root, 'storage'), { ...forge, id: 'ses_first' }, { old: true })
}
fill(samples.path)
samples.write('exports/shared.json', asExport({ ...forge, id: 'ses_export' }))
samples.write('exports/package.json', '{"name":"anvil","version":"1.0.0"}')

describeSourceContract('opencode', {
  make: () => createOpenCodeSource(linux('/nonexistent')),
  samples: samples.path,
  makeMissing: () => createOpenCodeSource(linux('/nonexistent')),
})

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

const partsIn = async (source: Source, path?: string) =>
  (await findAll(source, path)).map((one) => ('problem' in one ? one.problem : one.part))

describe('where OpenCode keeps its sessions', () => {
  test.each([
    ['linux', {}, '.local/share/opencode'],
    ['darwin', {}, '.local/share/opencode'],
    ['linux', { XDG_DATA_HOME: '/elsewhere' }, null],
    ['win32', {}, '.local/share/opencode'],
    ['win32', {}, 'AppData/Roaming/opencode'],
    ['win32', {}, 'AppData/Local/opencode'],
  ] as const)('on %s, configured with %j: %s', async (platform, variables, place) => {
    const { XDG_DATA_HOME } = { XDG_DATA_HOME: undefined, ...variables }
    const configured = XDG_DATA_HOME === undefined ? undefined : join(folder.path, XDG_DATA_HOME)
    const root =
      configured === undefined ? join(folder.path, place ?? '') : join(configured, 'opencode')
    mkdirSync(root, { recursive: true })
    fill(root)
    const source = createOpenCodeSource({
      home: folder.path,
      platform,
      variables: { XDG_DATA_HOME: configured },
    })
    expect(await source.isInstalled()).toBe(true)
    expect(await partsIn(source)).toEqual([
      'ses_child',
      'ses_forge',
      'ses_idle',
      'ses_left',
      'ses_first',
    ])
    expect(await source.watchPaths()).toEqual([root, join(root, 'storage')])
  })

  test('in a database of another channel, and in one it was configured to use', async () => {
    const home = join(folder.path, 'home')
    addSession(createStore(join(home, '.local/share/opencode/opencode-beta.db')), child)
    addSession(createStore(join(folder.path, 'own.db')), forge)
    const source = createOpenCodeSource(linux(home, { OPENCODE_DB: join(folder.path, 'own.db') }))
    expect(await partsIn(source)).toEqual(['ses_forge', 'ses_child'])
  })

  test('in one it was configured to use by its name alone', async () => {
    addSession(createStore(join(folder.path, '.local/share/opencode/work.db')), forge)
    const source = createOpenCodeSource(linux(folder.path, { OPENCODE_DB: 'work.db' }))
    expect(await partsIn(source)).toEqual(['ses_forge'])
  })

  test('a fork with the same tables is recognised by the name of its file', async () => {
    const path = join(folder.path, '.local/share/kilo/kilo.db')
    addSession(createStore(path), forge)
    const [kilo, openCode] = [
      createKiloCliSource(linux(folder.path)),
      createOpenCodeSource(linux(folder.path)),
    ]
    expect(await partsIn(kilo)).toEqual(['ses_forge'])
    expect([await kilo.recognises(path), await openCode.recognises(path)]).toEqual([true, false])
    const outcome = await kilo.read([{ path, part: 'ses_forge' }])
    expect(outcome.status === 'session' && outcome.session.tool).toBe('kilo-cli')
  })

  test('a damaged database is reported, and what else there is is found', async () => {
    folder.write('opencode.db', `SQLite format 3\0${'x'.repeat(5_000)}`)
    writeTree(join(folder.path, 'storage'), forge)
    const found = await findAll(createOpenCodeSource(linux('/nonexistent')), folder.path)
    expect(found.map((one) => ('problem' in one ? 'problem' : one.part))).toEqual([
      'ses_forge',
      'problem',
    ])
  })
})

describe('what changed', () => {
  test('only the session that was written to has another version, also when the database is in use', async () => {
    const store = createStore(join(folder.path, 'opencode.db'))
    addSession(store, forge)
    addSession(store, child)
    const source = createOpenCodeSource(linux('/nonexistent'))
    const versions = async () =>
      new Map(
        (await findAll(source, folder.path)).map((one) =>
          'problem' in one ? ['problem', one.problem] : [one.part, one.version],
        ),
      )
    const before = await versions()
    addMessage(store, 'ses_forge', user('msg_9', 9_000, text('Again')))
    const after = await versions()
    expect(after.get('ses_child')).toBe(before.get('ses_child'))
    expect(after.get('ses_forge')).not.toBe(before.get('ses_forge'))
    store.run("UPDATE part SET data = '{}', time_updated = 1900000000000 WHERE id = 'prt_1_0'")
    expect((await versions()).get('ses_forge')).not.toBe(after.get('ses_forge'))
    store.close()
  })

  test('a part of a tree that is rewritten changes the version too', async () => {
    writeTree(folder.path, forge)
    const source = createOpenCodeSource(linux('/nonexistent'))
    const [before] = await findAll(source, folder.path)
    folder.write(
      'part/msg_3/prt_3_2.json',
      '{"id":"prt_3_2","messageID":"msg_3","type":"text","text":"More."}',
    )
    const [after] = await findAll(source, folder.path)
    expect(after).not.toEqual(before)
    expect({ ...after, version: '' }).toEqual({ ...before, version: '' })
  })
})

describe('counts of OpenCode', () => {
  testCountsAgree({
    make: () => createOpenCodeSource(linux('/nonexistent')),
    counter: 'count-opencode.mjs',
    fixtures: samples.path,
    samples: 'opencode',
  })

  const real = sharedSamples('opencode')
  test.skipIf(!real.isThere)('a real tree of files, put back where its names say', async () => {
    for (const name of readdirSync(real.path)) {
      const place = join(
        folder.path,
        name
          .replace(/^.*?__(?=opencode-)/, '')
          .split('__')
          .join('/'),
      )
      mkdirSync(dirname(place), { recursive: true })
      cpSync(join(real.path, name), place)
    }
    const source = createOpenCodeSource(linux('/nonexistent'))
    const [found] = await findAll(source, join(folder.path, 'opencode-storage'))
    if (found === undefined || 'problem' in found) throw new Error('not found')
    const outcome = await source.read([found])
    if (outcome.status !== 'session') throw new Error(outcome.reason)
    const { messages, edits } = outcome.session
    expect(messages.map(({ kind }) => kind)).toEqual(['human', 'assistant', 'tool_result'])
    expect(edits.map(({ path }) => path)).toEqual(['/Users/test/project/index.ts'])
  })
})
