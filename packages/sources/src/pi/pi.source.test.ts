import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { settleOwnership } from '../delta/ownership.ts'
import type { ReadSession } from '../source.ts'
import { testCountsAgree } from '../testing/counts.ts'
import { sessionAt } from '../testing/sessions-of.ts'
import { describeSourceContract } from '../testing/source-contract.ts'
import { describeHostileLines } from '../testing/source-properties.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createPiSource } from './pi.source.ts'

const FIXTURES = fileURLToPath(new URL('./fixtures', import.meta.url))
const at = (home = '/nowhere/at/all', PI_CODING_AGENT_DIR?: string) =>
  createPiSource({ home, platform: 'linux', variables: { PI_CODING_AGENT_DIR } })

describeSourceContract('Pi', {
  make: () => at(FIXTURES),
  makeMissing: () => at(),
  samples: FIXTURES,
})

describe('counts of Pi', () => {
  testCountsAgree({
    make: () => at(),
    counter: 'count-pi.mjs',
    fixtures: FIXTURES,
    samples: 'pi',
    isCounted: ({ operation }) => operation === 'create' || operation === 'edit',
  })
})

const id = fc.constantFrom('a', 'b', 'c', 'd')
const args = fc.oneof(fc.constant({ path: '/x', oldText: 'a', newText: 'b' }), fc.jsonValue())
const content = fc.oneof(
  fc.string(),
  fc.array(
    fc.oneof(
      fc.record({ type: fc.constant('text'), text: fc.string() }),
      fc.record({ type: fc.constant('toolCall'), id, name: fc.constant('edit'), arguments: args }),
      fc.jsonValue(),
    ),
  ),
)
const link = { id, parentId: fc.option(id) }
describeHostileLines('Pi', {
  make: () => at(),
  fileName: 'p/2026-02-01T10-00-00-000Z_s.jsonl',
  head: [{ type: 'session', version: 3, id: 's', timestamp: '2026-02-01T10:00:00Z', cwd: '/x' }],
  record: fc.oneof(
    fc.record({
      ...link,
      type: fc.constant('message'),
      message: fc.record({
        role: fc.constantFrom('user', 'assistant', 'toolResult', 'bashExecution', 'custom', 'sky'),
        content,
        toolCallId: id,
        usage: fc.oneof(fc.record({ output: fc.nat() }), fc.jsonValue()),
      }),
    }),
    fc.record({
      ...link,
      type: fc.constantFrom('compaction', 'session_info', 'custom_message', 'session', 'comet'),
      summary: content,
      content,
      name: fc.jsonValue(),
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
const uuid = (n: number) => `ffffffff-0000-4000-8000-00000000000${n}`
const PROJECT = join(FIXTURES, '.pi/agent/sessions/--home-ada-kiln--')
const FILES = {
  main: join(PROJECT, `2026-02-01T10-01-00-000Z_${uuid(1)}.jsonl`),
  fork: join(PROJECT, `2026-02-01T10-41-00-000Z_${uuid(2)}.jsonl`),
  old: join(PROJECT, `2025-12-01T10-00-00-000Z_${uuid(3)}.jsonl`),
}
const textOf = ({ blocks }: ReadSession['messages'][number]) =>
  blocks.flatMap((block) => ('text' in block ? [block.text] : [])).join(' ')

describe('a session', () => {
  test('says where, and is called what a person called it', async () => {
    expect(await readOne(FILES.main)).toMatchObject({
      native_id: uuid(1),
      kind: 'main',
      title: 'Firing',
      cwd: '/home/ada/kiln',
      models: ['claude-opus-4-5'],
      figures: { unknownRecords: { comet: 1 }, files: [{ badLines: { count: 1, first: 6 } }] },
    })
  })

  test('messages are of many kinds', async () => {
    const { messages } = await readOne(FILES.main)
    expect(messages.map((one) => `${one.role} ${one.kind}: ${textOf(one)}`)).toEqual([
      'user human: Fire the kiln',
      'assistant assistant: Hot. Lighting it.',
      'tool tool_result: Wrote.',
      'tool tool_result: Replaced.',
      'tool tool_result: No such file.',
      'tool tool_result: ',
      'assistant assistant: It burns.',
      'user human: Put it out',
      'assistant assistant: Out.',
      'user summary: The fire was put out.',
      'user human: Make it hotter',
      'user command: ! ls fire.ts',
      'user summary: A fire was lit.',
      'user injected: Remember the gloves.',
      'user injected: From an extension.',
      // Of a kind nobody knows.
      'system injected: ',
      'assistant assistant: ',
    ])
    expect(messages[0]?.blocks[1]).toMatchObject({ type: 'image', bytes: 4 })
    expect(messages.at(-1)?.blocks).toEqual([{ type: 'other', name: 'error', raw: 'overloaded' }])
    expect(messages[1]?.usage).toEqual({
      input_tokens: 10,
      output_tokens: 5,
      cache_creation_tokens: 2,
      cache_read_tokens: 3,
    })
  })

  test('the branch of the last entry holds, others are marked', async () => {
    const { messages } = await readOne(FILES.main)
    const marked = messages.filter(({ is_abandoned }) => is_abandoned)
    expect(marked.map(textOf)).toEqual(['Put it out', 'Out.'])
    const parents = new Map(messages.map(({ key, parent_key }) => [key, parent_key]))
    expect(parents.get(messages[9]?.key ?? '')).toBe(messages[6]?.key)
  })

  test('edits are what succeeded, as the call says it', async () => {
    const { edits } = await readOne(FILES.main)
    expect(
      edits.map(({ path, operation, addedText, removedText }) => [
        path,
        operation,
        addedText,
        removedText,
      ]),
    ).toEqual([
      ['/home/ada/kiln/fire.ts', 'create', ['export const fire = 1'], []],
      ['/home/ada/kiln/brick.ts', 'edit', ['white'], ['red', 'b']],
      ['/home/ada/kiln/ash.txt', 'delete', [], []],
    ])
  })

  test('files of the oldest version have no ids: one line follows the other', async () => {
    const { messages, title } = await readOne(FILES.old)
    expect(title).toBe('Old kiln')
    expect(messages.map(({ parent_key, is_abandoned }) => [parent_key, is_abandoned])).toEqual([
      [null, false],
      [messages[0]?.key, false],
      [messages[1]?.key, false],
    ])
  })

  test('brought to a new version, which gives all entries new ids, it has the same messages', async () => {
    const before = await readOne(FILES.old)
    const lines = readFileSync(FILES.old, 'utf8').trim().split('\n')
    const migrated = lines.map((line, n) =>
      JSON.stringify({
        ...JSON.parse(line),
        ...(n > 0 && { id: `0${n}`, parentId: n > 1 ? `0${n - 1}` : null }),
      }),
    )
    const after = await readOne(folder.write('a.jsonl', migrated.join('\n')))
    expect(after.messages).toEqual(before.messages)
  })
})

describe('a fork', () => {
  test('has the messages it copied under the same keys, and they stay with the other session', async () => {
    const [main, fork] = [await readOne(FILES.main), await readOne(FILES.fork)]
    expect(fork).toMatchObject({ native_id: uuid(2), kind: 'fork', parent_native_id: uuid(1) })
    const claims = [main, fork].map(({ native_id, precedence, messages }) => ({
      nativeId: native_id,
      precedence,
      keys: messages.map(({ key, ts, is_replay }) => ({ key, ts, isReplay: is_replay })),
    }))
    const dropped = settleOwnership(claims, new Map()).get(uuid(2))?.dropped
    const own = fork.messages.filter(({ key }) => !dropped?.has(key))
    expect(own.map(textOf)).toEqual(['Rather glaze it', 'Glazed.'])
    expect(settleOwnership(claims, new Map()).get(uuid(1))?.dropped.size).toBe(0)
  })

  test('stands in one group with the sessions of its project', async () => {
    const groups = new Set<unknown>()
    for await (const found of at(FIXTURES).find()) groups.add('group' in found && found.group)
    expect([...groups]).toEqual([PROJECT])
  })
})

describe('where Pi keeps its files', () => {
  test('in the home folder, or where it was configured to', async () => {
    const usual = folder.write('.pi/agent/sessions/--x--/a.jsonl', '')
    const elsewhere = folder.write('else/sessions/--x--/b.jsonl', '')
    const found = async (source = at(folder.path)) => {
      const paths: string[] = []
      for await (const { path } of source.find()) paths.push(path)
      return paths
    }
    expect(await found()).toEqual([usual])
    expect(await found(at(folder.path, join(folder.path, 'else')))).toEqual([elsewhere])
    expect(await at(folder.path).watchPaths()).toEqual([join(folder.path, '.pi/agent/sessions')])
  })
})
