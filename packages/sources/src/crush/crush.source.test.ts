import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testCountsAgree } from '../testing/counts.ts'
import { sessionsOf } from '../testing/sessions-of.ts'
import { sharedSamples } from '../testing/shared-samples.ts'
import { describeSourceContract } from '../testing/source-contract.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createCrushSource } from './crush.source.ts'
import { addSession, bellows, call, openCrush, result, text } from './testing/make-crush.ts'

const make = (home = '/nonexistent', platform: NodeJS.Platform = 'linux', variables = {}) =>
  createCrushSource({ home, platform, variables })

const fill = (project: string): void => {
  const store = openCrush(join(project, '.crush', 'crush.db'))
  addSession(store, bellows)
  addSession(store, {
    id: 's-bellows-1$$c9',
    parent: bellows.id,
    messages: [
      { role: 'user', parts: [text('Look at the nozzle')] },
      { role: 'assistant', parts: [text('Narrow.')] },
    ],
  })
  addSession(store, {
    id: 'title-s-bellows',
    parent: bellows.id,
    messages: [{ role: 'user', parts: [text('A title?')] }],
  })
  addSession(store, { id: 's-empty', messages: [] })
  store.close()
}

const samples = temporaryFolder()
afterAll(() => samples.remove())
fill(samples.path)

describeSourceContract('crush', {
  make: () => make(),
  samples: samples.path,
  makeMissing: () => make(),
})

describe('counts of Crush', () => {
  testCountsAgree({
    make: () => make(),
    counter: 'count-crush.mjs',
    fixtures: samples.path,
    samples: 'crush',
  })
})

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

describe('where Crush keeps its sessions', () => {
  test.each([
    ['linux', {}, '.local/share/crush'],
    ['darwin', {}, '.local/share/crush'],
    ['win32', {}, 'AppData/Local/crush'],
    ['linux', { XDG_DATA_HOME: 'data' }, 'data/crush'],
    ['darwin', { CRUSH_GLOBAL_DATA: 'own' }, 'own'],
  ] as const)('in the projects that are listed, on %s with %j', async (platform, given, list) => {
    fill(join(folder.path, 'anvil'))
    const other = openCrush(join(folder.path, 'store/crush.db'))
    addSession(other, { ...bellows, id: 's-other' })
    const projects = [
      { path: join(folder.path, 'anvil') },
      { path: join(folder.path, 'forge'), data_dir: '../store' },
      { path: join(folder.path, 'gone') },
    ]
    folder.write(join(list, 'projects.json'), JSON.stringify({ projects }))
    const variables = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, join(folder.path, value)]),
    )
    const source = make(folder.path, platform, variables)
    expect(await source.isInstalled()).toBe(true)
    expect((await sessionsOf(source)).map(({ native_id, cwd }) => [native_id, cwd])).toEqual([
      ['s-bellows', join(folder.path, 'anvil')],
      ['s-bellows-1$$c9', join(folder.path, 'anvil')],
      ['s-other', join(folder.path, 'forge')],
    ])
    expect(await source.watchPaths()).toEqual([
      join(folder.path, 'anvil/.crush'),
      join(folder.path, 'store'),
    ])
    other.close()
  })

  test('before it got its name, in a database of another', async () => {
    const store = openCrush(join(folder.path, '.opencode/opencode.db'))
    addSession(store, bellows)
    store.close()
    expect((await sessionsOf(make(), folder.path)).map(({ cwd }) => cwd)).toEqual([folder.path])
  })
})

describe('what a session of Crush says', () => {
  test('tokens of its last call, with the last answer that ended: they are no sum of all', async () => {
    const store = openCrush(join(folder.path, '.crush/crush.db'))
    const begun = { role: 'assistant', parts: [text('And now')] }
    addSession(store, { ...bellows, messages: [...bellows.messages, begun] })
    store.close()
    const [session] = await sessionsOf(make(), folder.path)
    const usages = session?.messages.map(({ usage }) => usage)
    expect(usages?.filter((usage) => usage !== null)).toEqual([
      {
        input_tokens: 4_210,
        output_tokens: 38,
        cache_creation_tokens: 0,
        cache_read_tokens: 0,
      },
    ])
    expect(usages?.[5]).not.toBeNull()
  })

  test('messages in the order they were written, though many have the same second', async () => {
    const [session] = await sessionsOf(make(), samples.path)
    expect(session?.messages.map(({ kind }) => kind)).toEqual([
      'human',
      'assistant',
      'tool_result',
      'assistant',
      'tool_result',
      'assistant',
    ])
    expect(session).toMatchObject({
      title: 'Bellows',
      models: ['anvil-mini'],
      started_at: '2025-10-09T08:53:20.000Z',
    })
  })

  test('what the client says to go on, and what is run with !, are no prompts', async () => {
    const store = openCrush(join(folder.path, 'crush.db'))
    const asked = (...parts: object[]) => ({
      role: 'user',
      parts: parts as Record<string, unknown>[],
    })
    const run = { type: 'shell_command', data: { command: 'ls', output: 'a', exit_code: 0 } }
    addSession(store, {
      id: 'ses',
      messages: [
        asked(text('Ring'), run),
        asked({ type: 'text', data: { text: 'Go on where you stopped.', hidden: true } }),
        asked(run),
      ],
    })
    store.close()
    const [session] = await sessionsOf(make(), folder.path)
    expect(session?.messages.map(({ kind }) => kind)).toEqual(['human', 'injected', 'command'])
  })

  test('edits show what really changed in the file', async () => {
    const [session] = await sessionsOf(make(), samples.path)
    expect(session?.edits).toMatchObject([
      {
        path: '/p/nozzle.ts',
        operation: 'edit',
        addedText: ['wide', 'C'],
        removedText: ['narrow', 'c'],
        tool_call_id: 'c1',
      },
      { path: '/p/ring.ts', operation: 'create', addedText: ['ring', 'bell'], removedText: [] },
    ])
  })

  test('where the result says nothing, the kept states of the file do', async () => {
    const store = openCrush(join(folder.path, 'crush.db'))
    addSession(store, {
      id: 's',
      messages: [
        {
          role: 'assistant',
          parts: [call('c', 'write', { file_path: '/p/a.ts', content: 'new\nsame\n' })],
        },
        { role: 'tool', parts: [result('c', 'written')] },
      ],
    })
    store.insert('files', { session_id: 's', path: '/p/a.ts', content: 'old\nsame\n', version: 0 })
    store.insert('files', { session_id: 's', path: '/p/a.ts', content: 'new\nsame\n', version: 1 })
    store.close()
    const [session] = await sessionsOf(make(), folder.path)
    expect(session?.edits).toMatchObject([
      { operation: 'edit', addedText: ['new'], removedText: ['old'] },
    ])
  })

  test('a task of another session, a summary and the first look at a project are no prompts', async () => {
    const sub = (await sessionsOf(make(), samples.path))[1]
    expect(sub).toMatchObject({ kind: 'subagent', parent_native_id: 's-bellows' })
    expect(sub?.messages[0]?.kind).toBe('injected')
    const store = openCrush(join(folder.path, 'crush.db'))
    addSession(store, {
      id: 's',
      messages: [
        {
          role: 'user',
          parts: [text('`Please analyze this codebase and create a **CRUSH.md** file')],
        },
        {
          role: 'assistant',
          parts: [text('It was about bellows.')],
          more: { is_summary_message: 1 },
        },
        {
          role: 'user',
          parts: [{ type: 'binary', data: { Path: 'a.png', MIMEType: 'image/png', Data: 'cGl4' } }],
        },
        { role: 'user', parts: [{ type: 'smell', data: {} }] },
      ],
    })
    store.insert('messages', {
      id: 'x',
      session_id: 's',
      role: 'user',
      parts: '[{"ty',
      created_at: 1_770_000_000,
    })
    store.close()
    const [session] = await sessionsOf(make(), folder.path)
    expect(session?.messages.map(({ kind }) => kind)).toEqual([
      'command',
      'summary',
      'human',
      'human',
    ])
    expect(session?.messages[2]?.blocks).toMatchObject([{ type: 'image', bytes: 3 }])
    expect(session?.figures).toMatchObject({
      unknownRecords: { smell: 1 },
      files: [{ badLines: { count: 1, first: 5 } }],
    })
  })

  test('an answer that grows within the second changes the version of its session alone', async () => {
    const store = openCrush(join(folder.path, 'crush.db'))
    addSession(store, bellows)
    addSession(store, { id: 's-other', messages: [{ role: 'user', parts: [text('Hello')] }] })
    const versions = async () => {
      const all: unknown[] = []
      for await (const one of make().find(folder.path))
        all.push('version' in one ? one.version : one)
      return all
    }
    const before = await versions()
    store.run(
      `UPDATE messages SET parts = '[{"type":"text","data":{"text":"Done, and well."}}]' WHERE id = 's-bellows-5'`,
    )
    const after = await versions()
    expect([after[0] === before[0], after[1] === before[1]]).toEqual([false, true])
    store.close()
  })
})

const real = sharedSamples('crush')
test.skipIf(!real.isThere)(
  'a real session that stands in the log alone is read, and nothing is written',
  async () => {
    for (const name of readdirSync(real.path))
      cpSync(
        join(real.path, name),
        join(folder.path, 'p/.crush', name.replace(/.*crush\.db/, 'crush.db')),
      )
    const picture = () =>
      readdirSync(join(folder.path, 'p/.crush')).map((name) => {
        const path = join(folder.path, 'p/.crush', name)
        return [name, statSync(path).mtimeMs, readFileSync(path, 'base64').length]
      })
    const before = picture()
    const [session] = await sessionsOf(make(), folder.path)
    expect(session?.messages).toHaveLength(34)
    expect(session).toMatchObject({
      cwd: join(folder.path, 'p'),
      title: 'Create CRUSH.md for Codebase with Guidelines',
    })
    expect(picture()).toEqual(before)
  },
)
