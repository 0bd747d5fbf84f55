import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testCountsAgree } from '../testing/counts.ts'
import { sessionAt } from '../testing/sessions-of.ts'
import { describeSourceContract } from '../testing/source-contract.ts'
import { describeHostileLines } from '../testing/source-properties.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createCopilotCliSource } from './copilot-cli.source.ts'

const FIXTURES = fileURLToPath(new URL('./fixtures', import.meta.url))
const at = (home = '/nowhere/at/all') =>
  createCopilotCliSource({ home, platform: 'linux', variables: {} })

describeSourceContract('Copilot CLI', {
  make: () => at(FIXTURES),
  makeMissing: () => at(),
  samples: FIXTURES,
})

describe('counts of Copilot CLI', () => {
  testCountsAgree({
    make: () => at(),
    counter: 'count-copilot-cli.mjs',
    fixtures: FIXTURES,
    samples: 'copilot-cli',
    isCounted: ({ operation }) => operation === 'create' || operation === 'edit',
  })
})

const id = fc.constantFrom('a', 'b', 'c', 'd')
const words = fc.oneof(fc.string(), fc.jsonValue())
const args = fc.oneof(fc.constant({ path: '/x', old_str: 'a', new_str: 'b' }), fc.jsonValue())
const event = (type: fc.Arbitrary<string>, data: fc.Arbitrary<unknown>) =>
  fc.record({ type, data, id, parentId: fc.option(id) })
describeHostileLines('Copilot CLI', {
  make: () => at(),
  fileName: 'session-state/s/events.jsonl',
  head: [{ type: 'session.start', id: 'start', data: { sessionId: 's', context: { cwd: '/x' } } }],
  record: fc.oneof(
    event(
      fc.constantFrom('user.message', 'system.message', 'session.error', 'lamp.lit'),
      fc.record({ content: words, message: words, attachments: fc.jsonValue(), source: words }),
    ),
    event(
      fc.constant('assistant.message'),
      fc.record({
        content: words,
        outputTokens: fc.oneof(fc.nat(), fc.jsonValue()),
        toolRequests: fc.array(
          fc.oneof(
            fc.record({ toolCallId: id, name: fc.constantFrom('edit', 'bash'), arguments: args }),
            fc.jsonValue(),
          ),
        ),
      }),
    ),
    event(
      fc.constantFrom('tool.execution_start', 'tool.execution_complete'),
      fc.record({ toolCallId: id, toolName: id, arguments: args, result: fc.jsonValue() }),
    ),
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
const ID = 'eeeeeeee-0000-4000-8000-000000000001'
const session = () => readOne(join(FIXTURES, `.copilot/session-state/${ID}/events.jsonl`))

describe('a session', () => {
  test('says where it began, and where it then stood', async () => {
    expect(await session()).toMatchObject({
      native_id: ID,
      kind: 'main',
      title: 'A blue ribbon',
      cwd: '/home/ada/loom',
      git_head: 'a'.repeat(40),
      git_branch: 'ribbons',
      tool_version: '1.0.60',
      models: ['gpt-5', 'claude-opus-4.8', 'gpt-5-mini'],
      figures: {
        unknownRecords: { 'lamp.lit': 1 },
        files: [{ badLines: { count: 1, first: 3 } }],
      },
    })
  })

  test('messages are what is said, and follow each other', async () => {
    const { messages } = await session()
    expect(messages.map(({ key, kind }) => [key, kind])).toEqual([
      ['e2', 'injected'],
      ['u1', 'human'],
      ['a1', 'assistant'],
      ...[1, 2, 3, 4, 5, 6].map((n) => [`done-c${n}`, 'tool_result']),
      ['u2', 'injected'],
      ['a2', 'assistant'],
      ['z1', 'summary'],
      ['u3', 'human'],
      ['s1', 'assistant'],
      ['done-h1', 'tool_result'],
      ['a3', 'assistant'],
      ['e25', 'injected'],
    ])
    for (const [at, { parent_key, is_abandoned }] of messages.entries())
      expect([parent_key, is_abandoned]).toEqual([messages[at - 1]?.key ?? null, false])
  })

  test('a prompt is what was typed, without what the client adds, with the files named', async () => {
    expect((await session()).messages[1]?.blocks).toEqual([
      { type: 'text', text: 'Weave a blue ribbon' },
      { type: 'file', path: '/home/ada/loom/pattern.md' },
    ])
  })

  test('calls come as objects or as JSON text, and results in two forms', async () => {
    const { messages } = await session()
    const blocks = messages.flatMap((message) => message.blocks)
    expect(blocks.find((block) => block.type === 'tool_call' && block.id === 'c2')).toMatchObject({
      input: { old_str: 'a\nb' },
    })
    expect(blocks.filter(({ type }) => type === 'tool_result')).toMatchObject([
      { text: 'Created.' },
      { text: 'Updated.' },
      { text: 'a\nc' },
      { text: 'Path does not exist', is_error: true },
      { text: '<exited with exit code 0>' },
      { text: 'Patched.', is_error: false },
      { text: 'today' },
    ])
  })

  test('an answer that says nothing is kept for what it cost', async () => {
    expect((await session()).messages.at(-2)).toMatchObject({
      blocks: [],
      usage: { output_tokens: 2 },
    })
  })

  test('edits are what succeeded; reading a file is none, though it shows a diff', async () => {
    const { edits } = await session()
    expect(
      edits.map(({ path, operation, addedText, removedText }) => [
        path,
        operation,
        addedText,
        removedText,
      ]),
    ).toEqual([
      ['/home/ada/loom/ribbon.ts', 'create', ['export const colour = "blue"'], []],
      ['/home/ada/loom/loom.ts', 'edit', ['c'], ['b']],
      ['/home/ada/loom/old.ts', 'delete', [], []],
      ['/home/ada/loom/thread.ts', 'create', ['export const thread = 1'], []],
    ])
  })

  test('what was written twice is read once', async () => {
    const line = JSON.stringify({ type: 'user.message', id: 'u', data: { content: 'Hi' } })
    expect((await readOne(folder.write('a.jsonl', `${line}\n${line}\n`))).messages).toHaveLength(1)
  })
})

describe('a session of 1.0.102', () => {
  const newer = () =>
    readOne(
      join(FIXTURES, '.copilot/session-state/eeeeeeee-0000-4000-8000-000000000003/events.jsonl'),
    )

  test('an answer costs what the record of its call says, without what the cache took over', async () => {
    const { messages } = await newer()
    const usage = (input: number, output: number, read: number, created: number) => ({
      input_tokens: input,
      output_tokens: output,
      cache_read_tokens: read,
      cache_creation_tokens: created,
    })
    expect(messages.flatMap(({ key, usage }) => (usage === null ? [] : [[key, usage]]))).toEqual([
      ['a1', usage(1000, 50, 200, 100)],
      ['a2', usage(400, 20, 0, 0)],
      ['a3', usage(200, 30, 1300, 0)],
    ])
  })

  test('what a subagent is asked is no prompt, and its model is not the session’s', async () => {
    const { messages } = await newer()
    expect(messages.filter(({ kind }) => kind === 'human').map(({ key }) => key)).toEqual(['u1'])
    expect(messages.flatMap(({ model }) => model ?? [])).toEqual(['gpt-5', 'gpt-5-mini', 'gpt-5'])
  })

  test('what is said after a change of the folder was said there', async () => {
    const { cwd, messages } = await newer()
    expect(cwd).toBe('/home/ada/loom')
    expect(messages.at(-1)).toMatchObject({ key: 'a3', git_branch: 'winding' })
  })
})

describe('where Copilot CLI keeps its files', () => {
  test('a folder for each session, in older versions a file', async () => {
    const now = folder.write('.copilot/session-state/a/events.jsonl', '')
    const old = folder.write('.copilot/session-state/b.jsonl', '')
    folder.write('.copilot/session-state/a/files/notes.jsonl', '')
    const found: string[] = []
    for await (const { path } of at(folder.path).find()) found.push(path)
    expect(found).toEqual([now, old])
    expect(await at(folder.path).watchPaths()).toEqual([
      join(folder.path, '.copilot/session-state'),
    ])
  })

  test('where no event names the session, its folder does', async () => {
    const line = JSON.stringify({ type: 'user.message', id: 'u', data: { content: 'Hi' } })
    expect((await readOne(folder.write('xyz/events.jsonl', line))).native_id).toBe('xyz')
  })

  test('chats of VS Code written down as events are not taken for sessions', async () => {
    const path = join(FIXTURES, '.copilot/session-state/of-vs-code.jsonl')
    expect(await at().recognises(path)).toBe(false)
    expect(await at().read([{ path }])).toMatchObject({ status: 'skipped' })
  })
})
