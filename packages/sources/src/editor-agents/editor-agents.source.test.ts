import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Source } from '../source.ts'
import type { Surroundings } from '../surroundings.ts'
import { testCountsAgree } from '../testing/counts.ts'
import { testHostileDocuments } from '../testing/hostile-documents.ts'
import { sessionAt } from '../testing/sessions-of.ts'
import { describeSourceContract } from '../testing/source-contract.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createEditorAgentSources } from './editor-agents.source.ts'

const FIXTURES = fileURLToPath(new URL('./fixtures', import.meta.url))

const make = (name: string, more: Partial<Surroundings> = {}): Source => {
  const surroundings = {
    home: '/nowhere/at/all',
    platform: 'linux',
    variables: {},
    ...more,
  } as const
  const source = createEditorAgentSources(surroundings).find(({ info }) => info.name === name)
  if (source === undefined) throw new Error(`There is no ${name}.`)
  return source
}

describe.each(['cline', 'roo-code', 'kilo-code'])('%s', (name) => {
  describeSourceContract(name, {
    make: () => make(name),
    makeMissing: () => make(name),
    samples: join(FIXTURES, name),
  })

  testCountsAgree({
    make: () => make(name),
    counter: 'count-editor-agents.mjs',
    fixtures: join(FIXTURES, name),
    samples: name,
  })
})

describe('documents of Cline', () => {
  const tasks = 'cline/User/globalStorage/saoudrizwan.claude-dev/tasks'
  testHostileDocuments({
    make: () => make('cline'),
    fixture: join(FIXTURES, tasks, '1760000000000/ui_messages.json'),
    fileName: '1/ui_messages.json',
  })
  testHostileDocuments({
    make: () => make('cline'),
    fixture: join(FIXTURES, tasks, '1750000000000/api_conversation_history.json'),
    fileName: '2/api_conversation_history.json',
  })
  testHostileDocuments({
    make: () => make('cline'),
    fixture: join(
      FIXTURES,
      'cline/data/sessions/1770000100000_bbbbb/1770000100000_bbbbb.messages.json',
    ),
    fileName: 's/s.messages.json',
  })
})

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const findIn = async (source: Source, path?: string): Promise<string[]> => {
  const found: string[] = []
  for await (const one of source.find(path)) found.push(one.path.slice(folder.path.length + 1))
  return found.sort()
}

describe('where tasks and sessions are', () => {
  test('in the storage of the extension, in every editor, and for Cline in a folder of its own', async () => {
    const tasks = (user: string, extension: string) => `${user}/globalStorage/${extension}/tasks`
    const code = '.config/Code/User'
    folder.write(`${tasks(code, 'saoudrizwan.claude-dev')}/1/ui_messages.json`, '[]')
    folder.write(`${tasks(code, 'saoudrizwan.claude-dev')}/1/api_conversation_history.json`, '[]')
    folder.write(`${tasks(code, 'saoudrizwan.claude-dev')}/2/api_conversation_history.json`, '[]')
    folder.write(
      `${tasks('.config/Cursor/User', 'rooveterinaryinc.roo-cline')}/3/ui_messages.json`,
      '[]',
    )
    folder.write(
      `${tasks('.vscode-server/data/User', 'kilocode.kilo-code')}/4/ui_messages.json`,
      '[]',
    )
    folder.write('.cline/data/sessions/s/s.messages.json', '{}')
    folder.write('.cline/data/sessions/s/s.json', '{}')
    const at = { home: folder.path }
    expect(await findIn(make('cline', at))).toEqual([
      '.cline/data/sessions/s/s.messages.json',
      `${tasks(code, 'saoudrizwan.claude-dev')}/1/ui_messages.json`,
      `${tasks(code, 'saoudrizwan.claude-dev')}/2/api_conversation_history.json`,
    ])
    expect(await findIn(make('roo-code', at))).toHaveLength(1)
    expect(await findIn(make('kilo-code', at))).toHaveLength(1)
  })

  test("and for Kilo Code's first command line in one of its own, which shows whose they are", async () => {
    const path = '.kilocode/cli/global/tasks/5/ui_messages.json'
    folder.write(path, '[{"ts":1770000000000,"type":"say","say":"text","text":"Ring"}]')
    const [kilo, cline] = [make('kilo-code', { home: folder.path }), make('cline', {})]
    expect(await findIn(kilo)).toEqual([path])
    const full = join(folder.path, path)
    expect([await kilo.recognises(full), await cline.recognises(full)]).toEqual([true, false])
  })

  test.each([
    [{ CLINE_DIR: 'c' }, 'c/data'],
    [{ CLINE_DATA_DIR: 'd', CLINE_DIR: 'c' }, 'd'],
  ])('or where Cline was configured to: %j', async (given, data) => {
    const variables = Object.fromEntries(
      Object.entries(given).map(([name, path]) => [name, join(folder.path, path)]),
    )
    folder.write(`${data}/sessions/s/s.messages.json`, '{}')
    const source = make('cline', { home: folder.path, variables })
    expect(await findIn(source)).toEqual([`${data}/sessions/s/s.messages.json`])
    expect(await source.watchPaths()).toEqual([join(folder.path, data, 'sessions')])
  })

  test('a session changes when its manifest does, and forks are looked at with what they were made from', async () => {
    const versions = async () => {
      const all = new Map<string, unknown>()
      for await (const one of make('cline').find(folder.path))
        if ('group' in one) all.set(one.group, one.version)
      return all
    }
    folder.write('a/a.messages.json', '{}')
    folder.write('b/b.messages.json', '{}')
    folder.write(
      'b/b.json',
      JSON.stringify({ session_id: 'b', metadata: { fork: { forkedFromSessionId: 'a' } } }),
    )
    const before = await versions()
    expect(before.size).toBe(1)
    folder.write('b/b.json', JSON.stringify({ session_id: 'b', cwd: '/x' }))
    const after = await versions()
    expect(after.size).toBe(2)
    expect([...after.values()].sort()).not.toEqual([...before.values()].sort())
  })
})

test('a session of newer Cline states its version, and counts what the cache gave and took once', async () => {
  const metrics = {
    inputTokens: 1000,
    outputTokens: 50,
    cacheReadTokens: 200,
    cacheWriteTokens: 100,
  }
  const path = folder.write(
    's/s.messages.json',
    JSON.stringify({
      version: 1,
      updated_at: '2026-11-01T09:00:00Z',
      agent: 'lead',
      sessionId: 's',
      origin: { source: 'cli', version: '3.0.65' },
      messages: [
        { id: 'a', role: 'assistant', content: [{ type: 'text', text: 'Done' }], metrics },
      ],
    }),
  )
  const session = await sessionAt(make('cline'), path)
  expect(session.tool_version).toBe('3.0.65')
  expect(session.messages[0]?.usage).toEqual({
    input_tokens: 700,
    output_tokens: 50,
    cache_creation_tokens: 100,
    cache_read_tokens: 200,
  })
})

describe('a task outside of the folders of its tool', () => {
  const said = { ts: 1, type: 'say', say: 'text', text: 'Build' }
  const request = (fields: object) => ({
    ts: 2,
    type: 'say',
    say: 'api_req_started',
    text: JSON.stringify(fields),
  })
  const mode = '<environment_details>\n# Current Mode\n<slug>code</slug>\n<name>Code</name>\n'
  const ownerOf = async (path: string) => {
    const names = ['cline', 'roo-code', 'kilo-code']
    const are = await Promise.all(names.map((name) => make(name).recognises(path)))
    return names.filter((_, at) => are[at])
  }

  test.each([
    ['cline', [said, request({ request: 'Build', tokensIn: 1 })]],
    ['cline', [said, { ts: 2, type: 'say', say: 'checkpoint_created', lastCheckpointHash: 'a' }]],
    ['cline', [{ ...said, text: 'Is "say": "condense_context" an entry of Roo Code?' }]],
    ['roo-code', [said, request({ request: mode })]],
    ['roo-code', [said, request({ apiProtocol: 'anthropic', tokensIn: 1 })]],
    ['roo-code', [said, { ts: 2, type: 'say', say: 'checkpoint_saved', text: 'a' }]],
    ['kilo-code', [said, request({ request: mode }), { ...said, metadata: { kiloCode: {} } }]],
    ['kilo-code', [said, { ts: 2, type: 'ask', ask: 'payment_required_prompt', text: '' }]],
  ])('is of %s by what stands in it: %j', async (owner, entries) => {
    const path = folder.write('task/ui_messages.json', JSON.stringify(entries))
    expect(await ownerOf(path)).toEqual([owner])
    expect((await sessionAt(make(owner), path)).tool).toBe(owner)
  })

  test('is of Roo Code by its system prompt alone, or by the item of its history', async () => {
    const history = [{ role: 'user', content: [{ type: 'text', text: mode }] }]
    const plain = folder.write('plain/api_conversation_history.json', JSON.stringify(history))
    const listed = folder.write('listed/ui_messages.json', JSON.stringify([said]))
    folder.write('listed/history_item.json', '{"workspace":"/x"}')
    expect([await ownerOf(plain), await ownerOf(listed)]).toEqual([['roo-code'], ['roo-code']])
  })
})

const readTask = (entries: object[], name = 'cline') =>
  sessionAt(make(name), folder.write('1/ui_messages.json', JSON.stringify(entries)))

describe('reading a task', () => {
  const task = { ts: 1, type: 'say', say: 'text', text: 'Build' }

  test('a transcript being written is passed over with the reason', async () => {
    const path = folder.write('1/ui_messages.json', '[{"ts":1,"type":"say","say":"text","te')
    expect(await make('cline').read([{ path }])).toMatchObject({
      status: 'skipped',
      reason: expect.stringContaining('no whole JSON'),
    })
  })

  test('keys stay when more is said, also while a part is still coming', async () => {
    const said = { ts: 2, type: 'say', say: 'text', text: 'We' }
    const before = await readTask([task, { ...said, partial: true }])
    const after = await readTask([task, { ...said, text: 'Well.' }, { ...said, ts: 3 }])
    expect(before.messages.map(({ key }) => key)).toEqual(['1'])
    expect(after.messages.map(({ key }) => key)).toEqual(['1', '2', '3'])
  })

  test('entries at the same time keep apart', async () => {
    const { messages } = await readTask([task, { ...task, text: 'a' }, { ...task, text: 'b' }])
    expect(new Set(messages.map(({ key }) => key)).size).toBe(3)
  })

  test('what is not as promised is kept or left out, and nothing goes wrong', async () => {
    const { messages } = await readTask([
      task,
      { ts: 'x', type: 'say', say: 'tool', text: 'no JSON' },
      { ts: 2, type: 'say', say: 7, text: {} },
      { ts: 3, type: 'ask', ask: 'use_mcp_server', text: '[]', images: [1, 'data:none'] },
    ])
    expect(messages[0]?.blocks).toEqual([{ type: 'text', text: 'Build' }])
    expect(messages.length).toBeGreaterThan(1)
  })

  test('many calls that are never closed take no time to speak of', async () => {
    const content = '<write_to_file><path>'.repeat(50_000)
    const path = folder.write(
      '1/api_conversation_history.json',
      JSON.stringify([{ role: 'assistant', content }]),
    )
    const outcome = await make('cline').read([{ path }])
    expect(outcome).toMatchObject({ status: 'session' })
  })
})
