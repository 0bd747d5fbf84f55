import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ReadSession } from '../source.ts'
import { testCountsAgree } from '../testing/counts.ts'
import { sessionAt } from '../testing/sessions-of.ts'
import { describeSourceContract } from '../testing/source-contract.ts'
import { describeHostileLines } from '../testing/source-properties.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createGeminiCliSource } from './gemini-cli.source.ts'

const FIXTURES = fileURLToPath(new URL('./fixtures', import.meta.url))
const at = (GEMINI_CLI_HOME?: string, home = '/nowhere/at/all') =>
  createGeminiCliSource({ home, platform: 'linux', variables: { GEMINI_CLI_HOME } })

describeSourceContract('Gemini CLI', {
  make: () => at(FIXTURES),
  makeMissing: () => at(),
  samples: FIXTURES,
})

describe('counts of Gemini CLI', () => {
  testCountsAgree({
    make: () => at(),
    counter: 'count-gemini-cli.mjs',
    fixtures: FIXTURES,
    samples: 'gemini',
    isCounted: ({ operation }) => operation === 'create' || operation === 'edit',
  })
})

const id = fc.constantFrom('a', 'b', 'c')
const content = fc.oneof(fc.string(), fc.jsonValue())
describeHostileLines('Gemini CLI', {
  make: () => at(),
  fileName: 'chats/session.jsonl',
  head: [{ sessionId: 's', projectHash: 'h', startTime: '2026-04-26T08:00:00Z' }],
  record: fc.oneof(
    fc.record({ id, type: fc.constantFrom('user', 'info', 'sky'), content }),
    fc.record({
      id,
      type: fc.constant('gemini'),
      content,
      thoughts: fc.jsonValue(),
      tokens: fc.oneof(fc.record({ output: fc.nat() }), fc.jsonValue()),
      toolCalls: fc.array(
        fc.oneof(
          fc.record({
            id,
            name: id,
            args: fc.jsonValue(),
            status: fc.constant('success'),
            result: fc.jsonValue(),
          }),
          fc.jsonValue(),
        ),
      ),
    }),
    fc.record({ $rewindTo: fc.oneof(id, fc.jsonValue()) }),
    fc.record({
      $set: fc.oneof(
        fc.record({ messages: fc.array(fc.record({ id, type: id, content })) }),
        fc.jsonValue(),
      ),
    }),
    fc.record({
      $patch: fc.oneof(
        fc.record({
          updates: fc.array(
            fc.record({ id, content, toolCalls: fc.array(fc.record({ id, result: content })) }),
          ),
        }),
        fc.jsonValue(),
      ),
    }),
    fc.jsonValue(),
  ),
  // An answer is written again with what its tools said, in its old place.
  isAppended: false,
})

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const readOne = (...paths: string[]) => sessionAt(at(), ...paths)
const fixture = (name: string) => readOne(join(FIXTURES, '.gemini/tmp', name))
const log = () => fixture('anvil/chats/session-2026-04-26T08-00-aaaaaaaa.jsonl')

const byKey = ({ messages }: ReadSession, key: string) => messages.find((one) => one.key === key)

describe('a chat', () => {
  test('says who, when and what; the folder stands beside it', async () => {
    expect(await log()).toMatchObject({
      native_id: 'aaaaaaaa-0000-4000-8000-000000000001',
      kind: 'main',
      cwd: '/home/ada/anvil',
      title: 'Cast a bell and ring it',
      models: ['gemini-3-pro'],
      figures: {
        unknownRecords: { weather: 1, '(no type)': 1 },
        files: [{ badLines: { count: 1, first: 5 } }],
      },
    })
  })

  test('a message written again holds in the place of the first, with what its tools said', async () => {
    const session = await log()
    expect(session.messages.map(({ key }) => key)).toEqual([
      'i1',
      'u1',
      'g1',
      'g1:results',
      'u2',
      'g2',
      'u3',
      'g3',
      'u4',
      's1',
      'w1',
      // Of a kind nobody knows, and without a name.
      expect.stringMatching(/^h:/),
      'u5',
    ])
    expect(byKey(session, 'g1:results')?.blocks).toMatchObject([
      { tool_call_id: 'c1', text: 'Written.', is_error: false },
      { tool_call_id: 'c2', text: 'Replaced.' },
      { tool_call_id: 'c3', text: 'No such file.', is_error: true },
      { tool_call_id: 'c4' },
    ])
  })

  test('rewound messages are marked, a compressed chat takes nothing away', async () => {
    const session = await log()
    const marked = session.messages.filter(({ is_abandoned }) => is_abandoned)
    expect(marked.map(({ key }) => key)).toEqual(['u2', 'g2'])
    expect(byKey(session, 's1')?.kind).toBe('summary')
  })

  test('prompts are what was typed; files they name are context', async () => {
    const session = await log()
    const prompts = session.messages.filter(({ kind }) => kind === 'human')
    expect(prompts.map(({ key }) => key)).toEqual(['u1', 'u2', 'u3', 'u5'])
    expect(prompts[0]?.blocks).toEqual([
      { type: 'text', text: 'Cast a bell as in @notes.md' },
      { type: 'other', name: 'context', raw: expect.stringContaining('Bells ring.') },
    ])
    expect(prompts[3]?.blocks[1]).toMatchObject({ type: 'image', bytes: 4 })
    expect(byKey(session, 'u4')?.kind).toBe('command')
  })

  test('tokens: cached ones are part of the input, thoughts are not part of the output', async () => {
    expect(byKey(await log(), 'g1')?.usage).toEqual({
      input_tokens: 72,
      output_tokens: 25,
      cache_creation_tokens: 0,
      cache_read_tokens: 30,
    })
  })

  test('edits are what succeeded, from the diff shown, else from what was asked', async () => {
    const { edits } = await log()
    expect(
      edits.map(({ path, operation, addedText, removedText }) => [
        path,
        operation,
        addedText,
        removedText,
      ]),
    ).toEqual([
      ['/home/ada/anvil/src/bell.ts', 'create', ['export const bell = 1'], []],
      ['/home/ada/anvil/src/rope.ts', 'edit', ['B'], ['b']],
      ['/home/ada/anvil/src/old.ts', 'delete', [], []],
    ])
  })

  test('what an editor showed in place of the words sent is the prompt', async () => {
    const path = folder.write(
      'a.json',
      JSON.stringify({
        sessionId: 's',
        projectHash: 'h',
        messages: [{ id: 'u', type: 'user', content: 'long words', displayContent: 'short' }],
      }),
    )
    expect((await readOne(path)).messages[0]?.blocks).toEqual([
      { type: 'text', text: 'short' },
      { type: 'other', name: 'context', raw: 'long words' },
    ])
  })
})

describe('documents of older versions', () => {
  test('are read whole; the folder with the hash is the one a message mentions', async () => {
    const [found] = await all(
      at(FIXTURES),
      (path) => path.endsWith('.json') && path.includes('bbbb'),
    )
    const session = await readOne(found ?? '')
    expect(session).toMatchObject({ cwd: '/home/ada/forge', title: 'Sharpen the axe' })
    expect(session.messages.map(({ kind }) => kind)).toEqual([
      'human',
      'injected',
      'assistant',
      'tool_result',
      'assistant',
    ])
  })

  test('a chat of a subagent names its session, and nothing in it is typed', async () => {
    const parent = 'aaaaaaaa-0000-4000-8000-000000000001'
    const session = await fixture(`anvil/chats/${parent}/ab12cd.json`)
    expect(session).toMatchObject({
      native_id: `${parent}/ab12cd`,
      parent_native_id: parent,
      kind: 'subagent',
    })
    expect(session.messages.map(({ kind }) => kind)).toEqual(['injected', 'assistant'])
  })

  test('a document and the log it became are one session', async () => {
    const messages = [{ id: 'u1', type: 'user', content: 'One' }]
    const head = { sessionId: 's', projectHash: 'h' }
    const old = folder.write('chats/x.json', JSON.stringify({ ...head, messages }))
    const lines = [head, ...messages, { id: 'u2', type: 'user', content: 'Two' }]
    const now = folder.write('chats/x.jsonl', lines.map((one) => JSON.stringify(one)).join('\n'))
    const groups = new Set<unknown>()
    for await (const found of at().find(folder.path)) groups.add('group' in found && found.group)
    expect(groups.size).toBe(1)
    expect((await readOne(old, now)).messages.map(({ key }) => key)).toEqual(['u1', 'u2'])
  })

  test('one that is just being written is passed over with the reason', async () => {
    const path = folder.write('a.json', '{"sessionId":"s","projectHash":"h","messages":[')
    expect(await at().read([{ path }])).toMatchObject({
      reason: expect.stringContaining('no whole JSON'),
    })
  })
})

const all = async (source: ReturnType<typeof at>, fits: (path: string) => boolean = () => true) => {
  const paths: string[] = []
  for await (const { path } of source.find()) if (fits(path)) paths.push(path)
  return paths
}

describe('where Gemini CLI keeps its files', () => {
  test('in the home folder or where it was configured to; only chats count', async () => {
    const chat = folder.write('.gemini/tmp/p/chats/session-a.jsonl', '')
    folder.write('.gemini/tmp/p/logs.json', '[]')
    const other = folder.write('else/.gemini/tmp/p/chats/session-b.json', '')
    expect(await all(at(undefined, folder.path))).toEqual([chat])
    expect(await all(at(join(folder.path, 'else'), folder.path))).toEqual([other])
    expect(await at(undefined, folder.path).watchPaths()).toEqual([
      join(folder.path, '.gemini/tmp'),
    ])
  })

  test('a list of projects says which folder a name stands for', async () => {
    const { cwd } = await fixture('listed/chats/session-2026-05-01T08-00-cccccccc.jsonl')
    expect(cwd).toBe('/home/ada/listed')
  })
})
