import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createGeminiCliSource } from '../gemini-cli/gemini-cli.source.ts'
import { testCountsAgree } from '../testing/counts.ts'
import { sessionAt } from '../testing/sessions-of.ts'
import { describeSourceContract } from '../testing/source-contract.ts'
import { describeHostileLines } from '../testing/source-properties.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createQwenCodeSource } from './qwen-code.source.ts'

const FIXTURES = fileURLToPath(new URL('./fixtures', import.meta.url))
const at = (home = '/nowhere/at/all') =>
  createQwenCodeSource({ home, platform: 'linux', variables: {} })

describeSourceContract('Qwen Code', {
  make: () => at(FIXTURES),
  makeMissing: () => at(),
  samples: FIXTURES,
})

describe('counts of Qwen Code', () => {
  testCountsAgree({
    make: () => at(),
    counter: 'count-qwen-code.mjs',
    fixtures: FIXTURES,
    samples: 'qwen',
  })
})

const id = fc.constantFrom('a', 'b', 'c', 'd')
const parts = fc.oneof(
  fc.string().map((text) => [{ text }]),
  id.map((name) => [
    {
      functionCall: {
        id: name,
        name: 'edit',
        args: { file_path: '/x', old_string: 'a', new_string: 'b' },
      },
    },
  ]),
  id.map((name) => [{ functionResponse: { id: name, response: { output: 'ok' } } }]),
  fc.jsonValue(),
)
const link = { uuid: id, parentUuid: fc.option(id), sessionId: fc.constant('s') }
describeHostileLines('Qwen Code', {
  make: () => at(),
  fileName: 'chats/s.jsonl',
  head: [
    {
      uuid: 'first',
      parentUuid: null,
      sessionId: 's',
      type: 'user',
      message: { parts: [{ text: 'Go' }] },
    },
  ],
  record: fc.oneof(
    fc.record({
      ...link,
      type: fc.constantFrom('user', 'assistant', 'tool_result', 'comet'),
      message: fc.record({ parts }),
      usageMetadata: fc.oneof(fc.record({ candidatesTokenCount: fc.nat() }), fc.jsonValue()),
      toolCallResult: fc.oneof(
        fc.record({ callId: id, status: fc.constant('success') }),
        fc.jsonValue(),
      ),
    }),
    fc.record({
      ...link,
      type: fc.constant('system'),
      subtype: fc.constantFrom(
        'rewind',
        'chat_compression',
        'custom_title',
        'mid_turn_user_message',
      ),
      systemPayload: fc.jsonValue(),
    }),
    fc.jsonValue(),
  ),
  isAppended: true,
})

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const readOne = (path: string) => sessionAt(at(), path)
const uuid = (n: number) => `dddddddd-0000-4000-8000-00000000000${n}`
const fixture = (n: number) =>
  readOne(join(FIXTURES, `.qwen/projects/-home-ada-mill/chats/${uuid(n)}.jsonl`))

describe('a chat', () => {
  test('says where it was held, by which version and on which branch', async () => {
    expect(await fixture(1)).toMatchObject({
      native_id: uuid(1),
      kind: 'main',
      cwd: '/home/ada/mill',
      git_branch: 'main',
      tool_version: '0.18.1',
      title: 'Grinding corn',
      models: ['qwen3-coder', 'qwen3-coder-plus'],
      figures: { unknownRecords: { comet: 1 }, files: [{ badLines: { count: 1, first: 4 } }] },
    })
  })

  test('each line that says something is a message, and follows the one above it', async () => {
    const { messages } = await fixture(1)
    expect(messages.map(({ key, parent_key }) => [key, parent_key])).toEqual([
      ['u1', null],
      ['a1', 'u1'],
      ['r1', 'a1'],
      ['r2', 'r1'],
      ['m1', 'r2'],
      ['a2', 'm1'],
      ['u2', 'a2'],
      ['a3', 'u2'],
      ['u3', 'a2'],
      ['z1', 'u3'],
      ['k1', 'z1'],
      ['a4', 'k1'],
      ['u4', 'a4'],
    ])
  })

  test('what was rewound is marked', async () => {
    const { messages } = await fixture(1)
    expect(messages.filter((one) => one.is_abandoned).map(({ key }) => key)).toEqual(['u2', 'a3'])
  })

  test('a lost line marks nothing', async () => {
    const line = (name: string, parentUuid: string | null) => ({
      uuid: name,
      parentUuid,
      sessionId: 's',
      type: 'user',
      message: { parts: [{ text: name }] },
    })
    const path = folder.write(
      's.jsonl',
      [line('a', null), line('b', 'a'), line('d', 'lost')]
        .map((one) => JSON.stringify(one))
        .join('\n'),
    )
    expect((await readOne(path)).messages.map((one) => [one.parent_key, one.is_abandoned])).toEqual(
      [
        [null, false],
        ['a', false],
        ['b', false],
      ],
    )
  })

  test('prompts are what was typed, also while a tool ran', async () => {
    const { messages } = await fixture(1)
    expect(messages.filter(({ kind }) => kind === 'human').map(({ key }) => key)).toEqual([
      'u1',
      'm1',
      'u2',
      'u3',
    ])
    expect(messages[0]?.blocks).toEqual([
      { type: 'other', name: 'context', raw: expect.stringContaining('Be kind.') },
      { type: 'text', text: 'Grind the corn' },
    ])
    expect(messages.find(({ key }) => key === 'u4')?.kind).toBe('command')
    expect(messages.find(({ key }) => key === 'z1')?.kind).toBe('summary')
  })

  test('thoughts count as output where the total says they come on top', async () => {
    const used = (await fixture(1)).messages.flatMap(({ usage }) => usage ?? [])
    expect(
      used.map(({ input_tokens, cache_read_tokens, output_tokens }) => [
        input_tokens,
        cache_read_tokens,
        output_tokens,
      ]),
    ).toEqual([
      [60, 40, 26],
      [30, 100, 8],
      [10, 0, 2],
    ])
  })

  test('a diff that was cut for the file does not count; what was asked does', async () => {
    expect((await fixture(1)).edits).toMatchObject([
      {
        key: 'a1#0',
        message_key: 'a1',
        path: '/home/ada/mill/corn.ts',
        operation: 'create',
        addedText: ['export const corn = 1'],
      },
    ])
  })

  test('one that came out of another says so', async () => {
    expect(await fixture(2)).toMatchObject({ kind: 'fork', parent_native_id: uuid(1) })
  })
})

describe('where Qwen Code keeps its files', () => {
  test('by project, and in old versions as Gemini CLI does', async () => {
    const now = folder.write('.qwen/projects/-p/chats/a.jsonl', '')
    const old = folder.write('.qwen/tmp/h/chats/session-b.json', '')
    folder.write('.qwen/tmp/h/logs.json', '')
    const found: string[] = []
    for await (const { path } of at(folder.path).find()) found.push(path)
    expect(found).toEqual([now, old])
    expect(await at(folder.path).watchPaths()).toEqual([
      join(folder.path, '.qwen/projects'),
      join(folder.path, '.qwen/tmp'),
    ])
  })

  test('an old chat is distinguished from one of Gemini CLI by its place, or by who answers', async () => {
    const gemini = createGeminiCliSource({ home: '/nowhere', platform: 'linux', variables: {} })
    const chat = (type: string) =>
      JSON.stringify({
        sessionId: 's',
        projectHash: 'h',
        messages: [{ id: '1', type, content: 'Yes' }],
      })
    const takers = async (name: string, type: string) => {
      const path = folder.write(name, chat(type))
      return [await at().recognises(path), await gemini.recognises(path)]
    }
    expect(await takers('.qwen/tmp/h/chats/a.json', 'gemini')).toEqual([true, false])
    expect(await takers('copy/a.json', 'qwen')).toEqual([true, false])
    expect(await takers('copy/b.json', 'gemini')).toEqual([false, true])
  })
})
