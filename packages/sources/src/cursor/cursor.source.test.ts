import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ReadSession } from '../source.ts'
import { testCountsAgree } from '../testing/counts.ts'
import { makeDatabase } from '../testing/make-sqlite.ts'
import { describeSourceContract } from '../testing/source-contract.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createCursorSource } from './cursor.source.ts'
import {
  AGENT,
  addChat,
  asked,
  BELLOWS,
  bellows,
  call,
  makeAgent,
  makeWorkspace,
  OLD_CHAT,
  OLDEST_CHAT,
  openGlobal,
  said,
  TRANSCRIPT,
  transcript,
} from './testing/make-cursor.ts'

const make = (home = '/nonexistent', platform: NodeJS.Platform = 'linux', variables = {}) =>
  createCursorSource({ home, platform, variables })

const EMPTY = '90000000-0000-4000-8000-000000000009'

/** A home folder with everything Cursor keeps. */
const fill = (home: ReturnType<typeof temporaryFolder>, user: string): void => {
  const store = openGlobal(join(home.path, user))
  addChat(store, BELLOWS, bellows)
  addChat(store, EMPTY, [])
  store.close()
  makeWorkspace(join(home.path, user), (path, content) =>
    home.write(path.slice(home.path.length + 1), content),
  )
  home.write(
    `.cursor/projects/home-ada/agent-transcripts/${TRANSCRIPT}/${TRANSCRIPT}.jsonl`,
    transcript,
  )
  home.write(`.cursor/projects/home-ada/agent-transcripts/${BELLOWS}.jsonl`, transcript)
}

const samples = temporaryFolder()
afterAll(() => samples.remove())
fill(samples, '.config/Cursor/User')

describeSourceContract('cursor', {
  make: () => make(),
  samples: samples.path,
  makeMissing: () => make(),
})

describe('counts of Cursor', () => {
  testCountsAgree({
    make: () => make(),
    counter: 'count-cursor.mjs',
    fixtures: join(samples.path, '.config'),
    samples: 'cursor',
  })
})

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const partsOf = async (source: ReturnType<typeof make>): Promise<(string | undefined)[]> => {
  const parts: (string | undefined)[] = []
  for await (const one of source.find()) parts.push('problem' in one ? one.problem : one.part)
  return parts
}

const readPart = async (
  source: ReturnType<typeof make>,
  part: string,
  under?: string,
): Promise<ReadSession> => {
  for await (const one of source.find(under)) {
    if ('problem' in one || one.part !== part) continue
    const outcome = await source.read([one])
    if (outcome.status !== 'session') throw new Error(outcome.reason)
    return outcome.session
  }
  throw new Error('not found')
}

describe('where Cursor keeps its sessions', () => {
  test.each([
    ['linux', '.config/Cursor/User'],
    ['darwin', 'Library/Application Support/Cursor/User'],
    ['win32', 'AppData/Roaming/Cursor/User'],
  ] as const)('on %s', async (platform, user) => {
    fill(folder, user)
    makeAgent(join(folder.path, '.cursor/chats/0123/x/store.db'))
    const source = make(folder.path, platform)
    expect(await source.isInstalled()).toBe(true)
    // The transcript of a chat that the editor has whole is passed over.
    expect(await partsOf(source)).toEqual([
      BELLOWS,
      EMPTY,
      OLD_CHAT,
      OLDEST_CHAT,
      AGENT,
      TRANSCRIPT,
    ])
    expect(await source.watchPaths()).toEqual([
      join(folder.path, user, 'globalStorage'),
      join(folder.path, user, 'workspaceStorage/abc'),
      join(folder.path, '.cursor/chats/0123/x'),
      join(folder.path, '.cursor/projects'),
    ])
  })

  test('or where the settings are configured to be', async () => {
    fill(folder, 'elsewhere/Cursor/User')
    const source = make('/nonexistent', 'linux', {
      XDG_CONFIG_HOME: join(folder.path, 'elsewhere'),
    })
    expect(await partsOf(source)).toEqual([BELLOWS, EMPTY, OLD_CHAT, OLDEST_CHAT])
  })

  test("the same store of another editor is none of Cursor's", async () => {
    const path = makeDatabase(
      join(folder.path, 'state.vscdb'),
      'CREATE TABLE ItemTable (key TEXT UNIQUE, value BLOB)',
      [['ItemTable', { key: 'chat.ChatSessionStore.index', value: '{}' }]],
    )
    expect(await make().recognises(path)).toBe(false)
  })
})

describe("the editor's chats", () => {
  test('go in the order of the chat, not of the rows, with what tools answered', async () => {
    const session = await readPart(make(), BELLOWS, samples.path)
    expect(session.messages.map(({ key, kind }) => [key, kind])).toEqual([
      ['b9', 'human'],
      ['b1', 'assistant'],
      ['b5', 'assistant'],
      ['b3', 'assistant'],
      ['b3:results', 'tool_result'],
      ['b4', 'assistant'],
      ['b4:results', 'tool_result'],
    ])
    expect(session).toMatchObject({
      title: 'Louder bellows',
      cwd: '/home/ada/my anvil',
      models: ['anvil-large'],
      started_at: '2026-02-03T10:00:00.000Z',
    })
    expect(session.messages[2]?.usage).toMatchObject({ input_tokens: 9, output_tokens: 4 })
  })

  test('edits have the lines of the diff; what was refused is none', async () => {
    const { edits } = await readPart(make(), BELLOWS, samples.path)
    expect(edits).toMatchObject([
      {
        path: '/home/ada/my anvil/src/nozzle.ts',
        operation: 'edit',
        addedText: ['wide', 'wider'],
        removedText: ['narrow'],
      },
    ])
  })

  test.each([
    [
      'edit_file',
      { target_file: '/a.ts', code_edit: '// ... existing code ...\nnew line' },
      'edit',
      ['new line'],
      [],
    ],
    ['write', { file_path: '/a.ts', contents: 'one\ntwo\n' }, 'create', ['one', 'two'], []],
    [
      'apply_patch',
      { patch: '*** Begin Patch\n*** Update File: /a.ts\n-old\n+new\n*** End Patch' },
      'edit',
      ['new'],
      ['old'],
    ],
    ['delete_file', { target_file: '/a.ts' }, 'delete', [], []],
  ])(
    'a call of %s without a diff is read from what it asked for',
    async (name, args, operation, added, removed) => {
      const store = openGlobal(folder.path)
      addChat(store, BELLOWS, [said('b1', call(name, args))])
      store.close()
      const { edits } = await readPart(make(), BELLOWS, folder.path)
      expect(edits).toMatchObject([
        { path: '/a.ts', operation, addedText: added, removedText: removed },
      ])
    },
  )

  test('of both older generations are read too', async () => {
    const old = await readPart(make(), OLD_CHAT, samples.path)
    const oldest = await readPart(make(), OLDEST_CHAT, samples.path)
    expect(old.messages.map(({ kind }) => kind)).toEqual(['human', 'assistant'])
    expect(oldest.messages.map(({ kind }) => kind)).toEqual(['human', 'assistant'])
    expect(oldest).toMatchObject({
      title: 'Oldest',
      models: ['anvil-small'],
      cwd: '/home/ada/my anvil',
    })
  })

  test('a new bubble, and one that grew, change the version of their chat alone', async () => {
    const store = openGlobal(folder.path)
    addChat(store, BELLOWS, bellows)
    addChat(store, OLD_CHAT, [asked('x', 'Hello')])
    const source = make()
    const versions = async () => {
      const all: Record<string, unknown> = {}
      for await (const one of source.find(folder.path))
        if (!('problem' in one)) all[one.part ?? ''] = one.version
      return all
    }
    const before = await versions()
    addChat(store, BELLOWS, [...bellows.slice(0, 4), said('b4', { text: 'Longer than before.' })])
    const after = await versions()
    expect(after[OLD_CHAT]).toBe(before[OLD_CHAT])
    expect(after[BELLOWS]).not.toBe(before[BELLOWS])
    store.close()
  })

  test('a bubble that is damaged is counted; the others stay', async () => {
    const store = openGlobal(folder.path)
    addChat(store, BELLOWS, bellows)
    store.insert('cursorDiskKV', { key: `bubbleId:${BELLOWS}:b5`, value: '{"text": "cut o' })
    store.close()
    const { messages, figures } = await readPart(make(), BELLOWS, folder.path)
    expect(messages).toHaveLength(6)
    expect(figures.files[0]?.badLines).toEqual({ count: 1, first: 3 })
  })
})

describe('agents of the command line and their transcripts', () => {
  test('the tree of blobs is read in order', async () => {
    makeAgent(join(folder.path, 'store.db'))
    const session = await readPart(make(), AGENT, folder.path)
    expect(session.messages.map(({ kind }) => kind)).toEqual([
      'injected',
      'human',
      'assistant',
      'tool_result',
      'assistant',
    ])
    expect(session).toMatchObject({ title: 'Anvil up', cwd: '/home/ada/anvil', models: [] })
    expect(session.edits).toMatchObject([
      { path: '/home/ada/anvil/stand.md', operation: 'create', addedText: ['wood'] },
    ])
  })

  test('transcripts hold prompts, edits and the folder, where it is there', async () => {
    const slug = folder.path.slice(1).replaceAll('/', '-')
    mkdirSync(join(folder.path, 'my-anvil'))
    const name = `p/${slug}-my-anvil/agent-transcripts/${TRANSCRIPT}.jsonl`
    folder.write(name, `${transcript}{"role":"assi`)
    folder.write(name.replace('.jsonl', '.txt'), 'user:\nnot read\n')
    const session = await readPart(make(), TRANSCRIPT, join(folder.path, 'p'))
    expect(session.cwd).toBe(join(folder.path, 'my-anvil'))
    expect(session.messages[0]).toMatchObject({
      kind: 'human',
      blocks: [
        { type: 'other', name: 'context', raw: '<rules>Be brief.</rules>' },
        { type: 'text', text: 'Sweep the floor' },
      ],
    })
    expect(session.edits).toMatchObject([
      { path: '/home/ada/floor.md', addedText: ['clean'], removedText: ['dust'] },
    ])
    expect(session.figures.files[0]?.hasUnfinishedTail).toBe(true)
  })

  test('older transcripts are plain text, and titles stand in a database of their own', async () => {
    folder.write(
      `.cursor/projects/x/agent-transcripts/${TRANSCRIPT}.txt`,
      'user:\n<user_query>\nOil the hinges\n</user_query>\n\nassistant:\nOiled.\n',
    )
    makeDatabase(
      join(folder.path, '.cursor/ai-tracking/ai-code-tracking.db'),
      'CREATE TABLE conversation_summaries (conversationId TEXT, title TEXT)',
      [['conversation_summaries', { conversationId: TRANSCRIPT, title: 'Hinges' }]],
    )
    const session = await readPart(make(folder.path), TRANSCRIPT)
    expect(session.messages.map(({ kind }) => kind)).toEqual(['human', 'assistant'])
    expect(session.title).toBe('Hinges')
  })
})
