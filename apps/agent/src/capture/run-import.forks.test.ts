import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  answered,
  call,
  jsonl,
  said,
  text,
  typed,
} from '@teamlore/sources/claude-code/testing/records'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startFakeServer } from './testing/fake-server.ts'
import { type ImportBench, importBench } from './testing/import-bench.ts'

const A = '11111111-aaaa-4aaa-8aaa-111111111111'
const B = '22222222-bbbb-4bbb-8bbb-222222222222'

let bench: ImportBench
beforeEach(async () => {
  bench = await importBench()
})
afterEach(() => bench.close())

const begun = [
  typed('u0', null, 'Add a retry'),
  said('a0', 'u0', { id: 'm0', block: call('t0', 'Write', { file_path: '/x/a', content: 'x' }) }),
  answered('r0', 'a0', { id: 't0' }),
]
const goesOn = [typed('u1', 'r0', 'Good'), said('a1', 'u1', { id: 'm1', block: text('Thanks') })]
const forked = [
  ...begun.map((one) => ({ ...one, sessionId: B })),
  typed('v1', 'r0', 'Use a queue', { sessionId: B }),
  said('b1', 'v1', { id: 'n1', block: text('A queue'), more: { sessionId: B } }),
]

const keysOf = (id: string) => [...(bench.server.held.get(id)?.messages.keys() ?? [])]
const SETTLED = { [A]: ['u0', 'm0:req', 'r0', 'u1', 'm1:req'], [B]: ['v1', 'n1:req'] }

describe('a fork and the session it came from', () => {
  const expectSettled = () => {
    expect({ [A]: keysOf(A), [B]: keysOf(B) }).toEqual(SETTLED)
    expect(bench.server.held.get(B)?.header).toMatchObject({ kind: 'fork', parent_native_id: A })
    expect(bench.server.held.get(A)?.header).toMatchObject({ kind: 'main', parent_native_id: null })
    expect([...(bench.server.held.get(A)?.edits.keys() ?? [])]).toEqual(['t0'])
    expect([...(bench.server.held.get(B)?.edits.keys() ?? [])]).toEqual([])
  }

  test('both at once: each message is sent once, by the session it was first part of', async () => {
    bench.files.write(`p/${A}.jsonl`, jsonl([...begun, ...goesOn]))
    bench.files.write(`p/${B}.jsonl`, jsonl(forked))
    const report = await bench.run()
    expectSettled()
    expect(report).toMatchObject({ sessions: 2, messages: 7, prompts: 3, edits: 1 })
  })

  test('the original first, then both, then the original goes on', async () => {
    const path = bench.files.write(`p/${A}.jsonl`, jsonl(begun))
    await bench.run()
    bench.files.write(`p/${B}.jsonl`, jsonl(forked))
    await bench.run()
    appendFileSync(path, jsonl(goesOn))
    const report = await bench.run()
    expectSettled()
    expect(report).toMatchObject({ sessions: 2, messages: 7 })
  })

  test('a fork sent alone keeps what it holds, and the original adds the rest: nothing twice', async () => {
    bench.files.write(`p/${B}.jsonl`, jsonl(forked))
    await bench.run()
    bench.files.write(`p/${A}.jsonl`, jsonl([...begun, ...goesOn]))
    await bench.run()
    expect(keysOf(B)).toEqual(['u0', 'm0:req', 'r0', 'v1', 'n1:req'])
    expect(keysOf(A)).toEqual(['u1', 'm1:req'])
    expect(await bench.run()).toMatchObject({ sent: { requests: 0 }, unchanged: { sessions: 2 } })
  })

  test('a fork with nothing of its own yet is not sent, and not read again', async () => {
    bench.files.write(`p/${A}.jsonl`, jsonl([...begun, ...goesOn]))
    await bench.run()
    bench.files.write(`p/${B}.jsonl`, jsonl(forked.slice(0, 3)))
    expect(await bench.run()).toMatchObject({ sent: { requests: 0 }, failed: [] })
    expect(bench.server.held.has(B)).toBe(false)
    expect(await bench.run()).toMatchObject({ sent: { requests: 0 }, unchanged: { sessions: 2 } })
    bench.files.write(`p/${B}.jsonl`, jsonl(forked))
    await bench.run()
    expectSettled()
  })

  test('the same messages in two projects are two sessions', async () => {
    bench.files.write(`p/${A}.jsonl`, jsonl(begun))
    bench.files.write(`q/${B}.jsonl`, jsonl(forked))
    await bench.run()
    expect(keysOf(B)).toHaveLength(5)
  })

  test('a compaction’s side call does not take messages from its session', async () => {
    const side = [
      { ...begun[0], isSidechain: true, agentId: 'acompact-1' },
      typed('c1', 'u0', 'Sum up'),
    ]
    bench.files.write(`p/${A}/subagents/agent-acompact-1.jsonl`, jsonl(side))
    bench.files.write(`p/${A}.jsonl`, jsonl([...begun, ...goesOn]))
    await bench.run()
    expect(keysOf(A)).toEqual(SETTLED[A])
    expect(keysOf('agent-acompact-1')).toEqual(['c1'])
    expect(bench.server.held.get('agent-acompact-1')?.header).toMatchObject({
      kind: 'compaction',
      parent_native_id: A,
    })
  })

  test('the parts of one session in several files are one session, in the order of time', async () => {
    bench.files.write('p/z-first.jsonl', jsonl(begun))
    bench.files.write('p/a-second.jsonl', jsonl(goesOn))
    await bench.run()
    expect(keysOf(A)).toEqual(SETTLED[A])
    const ordinals = [...(bench.server.held.get(A)?.messages.values() ?? [])]
    expect(ordinals.map(({ ordinal }) => ordinal)).toEqual([0, 1, 2, 3, 4])
    rmSync(join(bench.files.path, 'p/z-first.jsonl'))
    await bench.run()
    expect(keysOf(A)).toEqual(SETTLED[A])
  })
})

describe('in steps or at once', () => {
  test('wherever a file is cut for a first import, the server ends with the same', async () => {
    const records = [
      ...begun,
      ...goesOn,
      said('a2', 'a1', { id: 'm1', block: text('Anything else?'), out: 9 }),
      typed('u2', 'r0', 'No, make it five'),
      said('a3', 'u2', {
        id: 'm3',
        block: call('t3', 'Edit', { file_path: '/x/a', old_string: 'x', new_string: 'y' }),
      }),
      answered('r3', 'a3', { id: 't3' }),
      { type: 'custom-title', customTitle: 'Five' },
    ]
    const whole = Buffer.from(jsonl(records))
    bench.files.write(`${A}.jsonl`, whole)
    await bench.run()
    const atOnce = bench.server.content()
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(whole.length), { maxLength: 4 }), async (cuts) => {
        const server = await startFakeServer()
        try {
          for (const cut of [...cuts.sort((a, b) => a - b), whole.length]) {
            bench.files.write(`${A}.jsonl`, whole.subarray(0, cut))
            await bench.runTo(server)
          }
          expect(server.content()).toEqual(atOnce)
        } finally {
          await server.close()
        }
      }),
      { numRuns: 40 },
    )
  })
})
