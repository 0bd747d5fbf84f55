import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testCountsAgree } from '../testing/counts.ts'
import { sessionAt } from '../testing/sessions-of.ts'
import { describeSourceContract } from '../testing/source-contract.ts'
import { describeHostileLines } from '../testing/source-properties.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createDroidSource } from './droid.source.ts'

const FIXTURES = fileURLToPath(new URL('./fixtures', import.meta.url))
const at = (home = '/nowhere/at/all') =>
  createDroidSource({ home, platform: 'linux', variables: {} })

describeSourceContract('Droid', {
  make: () => at(FIXTURES),
  makeMissing: () => at(),
  samples: FIXTURES,
})

describe('counts of Droid', () => {
  testCountsAgree({
    make: () => at(),
    counter: 'count-droid.mjs',
    fixtures: FIXTURES,
    samples: 'droid',
    isCounted: ({ operation }) => operation === 'create' || operation === 'edit',
  })
})

const id = fc.constantFrom('a', 'b', 'c', 'd')
const input = fc.oneof(
  fc.constant({ file_path: '/x', old_str: 'a', new_str: 'b' }),
  fc.constant({ input: '*** Begin Patch\n*** Add File: y\n+a\n*** End Patch' }),
  fc.jsonValue(),
)
const part = fc.oneof(
  fc.record({ type: fc.constant('text'), text: fc.string() }),
  fc.record({
    type: fc.constant('tool_use'),
    id,
    name: fc.constantFrom('Edit', 'ApplyPatch'),
    input,
  }),
  fc.record({ type: fc.constant('tool_result'), tool_use_id: id, content: fc.jsonValue() }),
  fc.jsonValue(),
)
describeHostileLines('Droid', {
  make: () => at(),
  fileName: 's.jsonl',
  head: [{ type: 'session_start', id: 's', cwd: '/x' }],
  record: fc.oneof(
    fc.record({
      type: fc.constant('message'),
      id,
      message: fc.record({
        role: fc.constantFrom('user', 'assistant', 'sky'),
        content: fc.oneof(fc.string(), fc.array(part), fc.jsonValue()),
      }),
    }),
    fc.record({
      type: fc.constantFrom('compaction_state', 'todo_state', 'session_start', 'tide'),
      id: fc.oneof(id, fc.jsonValue()),
      summaryText: fc.jsonValue(),
      cwd: fc.jsonValue(),
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
const uuid = (n: number) => `abababab-0000-4000-8000-00000000000${n}`
const fixture = (n: number) =>
  readOne(join(FIXTURES, `.factory/sessions/-home-ada-yard/${uuid(n)}.jsonl`))

describe('a session', () => {
  test('says where; the settings beside it name its model', async () => {
    expect(await fixture(1)).toMatchObject({
      native_id: uuid(1),
      kind: 'main',
      cwd: '/home/ada/yard',
      title: 'Build a boat',
      models: ['claude-opus-4-5'],
      figures: { unknownRecords: { tide: 1 }, files: [{ badLines: { count: 1, first: 5 } }] },
    })
    expect(await fixture(2)).toMatchObject({ title: 'Caulking the hull', models: [] })
  })

  const HASHED = expect.stringMatching(/^h:/)

  test('each message once, with what a compaction left and a record nobody knows', async () => {
    const { messages } = await fixture(1)
    expect(messages.map(({ key, kind, parent_key }) => [key, kind, parent_key])).toEqual([
      ['m0', 'injected', null],
      ['m1', 'human', 'm0'],
      ['m2', 'assistant', 'm1'],
      ['m3', 'tool_result', 'm2'],
      ['m4', 'assistant', 'm3'],
      ['z1', 'summary', 'm4'],
      [HASHED, 'injected', 'z1'],
      ['m5', 'human', HASHED],
    ])
  })

  test('reminders and the files a prompt names are context, not the prompt', async () => {
    expect((await fixture(1)).messages[1]?.blocks).toEqual([
      { type: 'other', name: 'context', raw: expect.stringContaining('It rains.') },
      { type: 'text', text: 'Build a boat as in @plan.md' },
      { type: 'other', name: 'context', raw: expect.stringContaining('A boat.') },
    ])
  })

  test('edits are what succeeded, in whatever way a result says so', async () => {
    const { edits } = await fixture(1)
    expect(
      edits.map(({ path, operation, addedText, removedText }) => [
        path,
        operation,
        addedText,
        removedText,
      ]),
    ).toEqual([
      ['/home/ada/yard/boat.ts', 'create', ['export const boat = 1'], []],
      ['/home/ada/yard/oar.ts', 'edit', ['long'], ['short']],
      ['/home/ada/yard/sail.ts', 'edit', ['white', 'z'], ['grey', 'y']],
      ['/home/ada/yard/wreck.ts', 'delete', [], []],
    ])
  })

  test('messages without a head are not taken: other tools write the same', async () => {
    const line = { type: 'message', id: 'a', message: { role: 'user', content: 'Hi' } }
    const path = folder.write('a.jsonl', JSON.stringify(line))
    expect(await at().recognises(path)).toBe(false)
    expect(await at().read([{ path }])).toMatchObject({ status: 'skipped' })
  })
})

describe('where Droid keeps its files', () => {
  const found = async () => {
    const all: { path: string; version: string | undefined }[] = []
    for await (const one of at(folder.path).find())
      all.push({ path: one.path, version: 'version' in one ? one.version : undefined })
    return all
  }

  test('by project in the home folder; settings are no session', async () => {
    const path = folder.write('.factory/sessions/-x/a.jsonl', '')
    folder.write('.factory/sessions/-x/a.settings.json', '{}')
    expect((await found()).map((one) => one.path)).toEqual([path])
    expect(await at(folder.path).watchPaths()).toEqual([join(folder.path, '.factory/sessions')])
  })

  test('new settings are news of the session', async () => {
    folder.write('.factory/sessions/-x/a.jsonl', '')
    const before = await found()
    expect(await found()).toEqual(before)
    folder.write('.factory/sessions/-x/a.settings.json', '{"model":"m"}')
    expect(await found()).not.toEqual(before)
  })
})
