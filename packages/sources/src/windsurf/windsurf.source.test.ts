import { utimesSync } from 'node:fs'
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
import { createWindsurfSource } from './windsurf.source.ts'

const FIXTURES = fileURLToPath(new URL('./fixtures', import.meta.url))
const at = (home = '/nowhere/at/all') =>
  createWindsurfSource({ home, platform: 'linux', variables: {} })

describeSourceContract('Windsurf', {
  make: () => at(FIXTURES),
  makeMissing: () => at(),
  samples: FIXTURES,
})

describe('counts of Windsurf', () => {
  testCountsAgree({
    make: () => at(),
    counter: 'count-windsurf.mjs',
    fixtures: FIXTURES,
    samples: 'windsurf',
    isCounted: ({ operation }) => operation === 'create' || operation === 'edit',
  })
})

const details = fc.oneof(
  fc.record({ user_response: fc.oneof(fc.string(), fc.jsonValue()) }),
  fc.record({
    path: fc.oneof(fc.constantFrom('file:///x/y', 'file://%', 'c:\\x'), fc.jsonValue()),
    new_content: fc.oneof(fc.string(), fc.jsonValue()),
    original_content: fc.oneof(fc.string(), fc.jsonValue()),
  }),
  fc.record({ command: fc.constantFrom('rm a', 'mv a b'), cwd: fc.jsonValue() }),
  fc.jsonValue(),
)
const kind = fc.constantFrom('user_input', 'planner_response', 'code_action', 'run_command', 'tide')
describeHostileLines('Windsurf', {
  make: () => at(),
  fileName: 's.jsonl',
  head: [{ status: 'done', type: 'user_input', user_input: { user_response: 'Hi' } }],
  record: fc.oneof(
    fc.tuple(kind, details).map(([type, what]) => ({ status: 'done', type, [type]: what })),
    fc.jsonValue(),
  ),
  isAppended: false,
})

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const readOne = (path: string) => sessionAt(at(), path)
const uuid = (n: number) => `7f3a0000-0000-4000-8000-00000000000${n}`
const fixture = (n: number) => readOne(join(FIXTURES, `.windsurf/transcripts/${uuid(n)}.jsonl`))

describe('a transcript', () => {
  test('is a session by the name of its file, in the folder its commands ran in', async () => {
    expect(await fixture(1)).toMatchObject({
      native_id: uuid(1),
      kind: 'main',
      cwd: '/home/ada/quay',
      title: 'Tar the rope in @[rope.md]',
      started_at: null,
      figures: {
        unknownRecords: { tide_table: 1 },
        files: [{ badLines: { count: 1, first: 14 } }],
      },
    })
    expect((await fixture(2)).cwd).toBe('c:\\yard')
  })

  test('ends when it was last written: nothing in it has a time', async () => {
    const step = { status: 'done', type: 'user_input', user_input: { user_response: 'Hi' } }
    const path = folder.write('a.jsonl', JSON.stringify(step))
    utimesSync(path, new Date('2026-02-03T10:00:00Z'), new Date('2026-02-03T10:00:00Z'))
    expect((await readOne(path)).ended_at).toBe('2026-02-03T10:00:00.000Z')
  })

  test('what was typed is a prompt, however often; the rules beside it are context', async () => {
    const { messages } = await fixture(1)
    expect(messages[0]).toMatchObject({
      kind: 'human',
      blocks: [
        { type: 'text', text: 'Tar the rope in @[rope.md]' },
        { type: 'other', name: 'context' },
      ],
    })
    const prompts = (await fixture(2)).messages.filter(({ kind: of }) => of === 'human')
    expect(prompts).toHaveLength(2)
  })

  test('each action is a call and its answer', async () => {
    const { messages } = await fixture(1)
    const answers = messages.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.type === 'tool_result' ? [block] : [])),
    )
    expect(answers.map(({ text, is_error }) => [text, is_error])).toEqual([
      ['# Rope\n', false],
      ['', false],
      ['', false],
      ['', true],
      ['', false],
      ['no such knot', true],
      ['', false],
      ['rope.md\ntar.md', false],
      ['', false],
      ['', true],
    ])
  })

  test('edits are what was not refused', async () => {
    const edited = ({ edits }: ReadSession) =>
      edits.map(({ path, operation, addedText, removedText }) => [
        path,
        operation,
        addedText,
        removedText,
      ])
    expect(edited(await fixture(1))).toEqual([
      ['/home/ada/quay/rope.md', 'edit', ['tarred hemp'], ['hemp']],
      ['/home/ada/quay/tar.md', 'create', ['# Tar', 'pine'], []],
      ['/home/ada/quay/old-rope.md', 'delete', [], []],
    ])
    expect(edited(await fixture(2))).toEqual([['c:\\yard\\gate.txt', 'create', ['green'], []]])
  })
})

test('transcripts lie in the home folder', async () => {
  const path = folder.write('.windsurf/transcripts/a.jsonl', '')
  const found: string[] = []
  for await (const one of at(folder.path).find()) found.push(one.path)
  expect(found).toEqual([path])
  expect(await at(folder.path).watchPaths()).toEqual([join(folder.path, '.windsurf/transcripts')])
})
