import type { IngestRequest } from '@teamlore/shared'
import {
  answered,
  call,
  jsonl,
  said,
  text,
  typed,
} from '@teamlore/sources/claude-code/testing/records'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { problem } from './testing/fake-server.ts'
import { type ImportBench, importBench } from './testing/import-bench.ts'

const idOf = (n: number): string => `${String(n).padStart(8, '0')}-aaaa-4aaa-8aaa-111111111111`
const POISON = 'POISON'

/** Sessions of one line each, or POISON in it. */
const writeSessions = (bench: ImportBench, sessions: readonly (readonly boolean[])[]): void => {
  for (const [n, turns] of sessions.entries()) {
    const more = { sessionId: idOf(n) }
    const records = turns.map((isPoisoned, i) =>
      typed(`s${n}u${i}`, i === 0 ? null : `s${n}u${i - 1}`, isPoisoned ? POISON : `line ${i}`, {
        ...more,
        // Else it would be the title of the session too, which each piece of it names.
        ...(i === 0 ? { isMeta: true } : {}),
      }),
    )
    bench.files.write(`${idOf(n)}.jsonl`, jsonl(records))
  }
}

const inBench = async (work: (bench: ImportBench) => Promise<void>): Promise<void> => {
  const bench = await importBench()
  try {
    await work(bench)
  } finally {
    await bench.close()
  }
}

const holdsPoison = ({ sessions }: IngestRequest): boolean =>
  JSON.stringify(sessions.map(({ messages, edits }) => [messages, edits])).includes(POISON)

/** Keys of what the server holds of each session, in the order of its places. */
const heldKeys = ({ server }: ImportBench): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(server.content()).map(([id, { messages }]) => [
      id,
      messages.map(({ key }) => key),
    ]),
  )
const keysOf = (sessions: readonly (readonly boolean[])[], wanted: (poison: boolean) => boolean) =>
  Object.fromEntries(
    sessions.map((turns, n) => [
      idOf(n),
      turns.flatMap((isPoisoned, i) => (wanted(isPoisoned) ? [`s${n}u${i}`] : [])),
    ]),
  )

/** How often what the server refuses is tried. */
const TRIES = { 400: 1, 409: 1, 422: 1, 500: 3 } as const

/** For each culprit two requests a step down to it, one for what its session says of itself, and the whole. */
const mostRequests = (sessions: readonly (readonly boolean[])[], culprits: number): number => {
  const steps = (n: number): number => Math.ceil(Math.log2(Math.max(1, n)))
  const longest = Math.max(...sessions.map(({ length }) => length))
  return 1 + culprits * (2 * (steps(sessions.length) + steps(longest)) + 1)
}

const sessionsArb = fc
  .array(fc.integer({ min: 2, max: 60 }), { minLength: 1, maxLength: 5 })
  .chain((sizes) => {
    const places = sizes.flatMap((size, n) => Array.from({ length: size }, (_, i) => ({ n, i })))
    return fc
      .subarray(places, { minLength: 1, maxLength: Math.min(3, places.length) })
      .map((culprits) =>
        sizes.map((size, n) =>
          Array.from({ length: size }, (_, i) =>
            culprits.some((one) => one.n === n && one.i === i),
          ),
        ),
      )
  })

describe('messages the server will not have', () => {
  test('are found by halving and quarantined alone, in few requests, and all others arrive in their order', async () => {
    const status = fc.constantFrom<keyof typeof TRIES>(400, 409, 422, 500)
    await fc.assert(
      fc.asyncProperty(sessionsArb, status, (sessions, status) =>
        inBench(async (bench) => {
          const culprits = sessions.flat().filter(Boolean).length
          const tried = new Set<string>()
          writeSessions(bench, sessions)
          bench.server.intercept((request) => {
            tried.add(JSON.stringify(request))
            return holdsPoison(request) ? problem(status, 'x.odd', 'Odd.') : undefined
          })
          await bench.run()
          expect(heldKeys(bench)).toEqual(keysOf(sessions, (isPoisoned) => !isPoisoned))
          expect(tried.size).toBeLessThanOrEqual(mostRequests(sessions, culprits))
          expect(bench.server.requests.length).toBeLessThanOrEqual(tried.size * TRIES[status])
          expect(bench.server.reports.at(-1)?.tools[0]?.quarantined).toBe(culprits)
          bench.server.intercept(() => undefined)
          expect((await bench.run()).sent.messages).toBe(culprits)
          const names = bench.server.requests.at(-1)?.sessions.map(({ native_id }) => native_id)
          expect(names).toEqual([...new Set(names)])
          expect(heldKeys(bench)).toEqual(keysOf(sessions, () => true))
          expect((await bench.run()).sent.requests).toBe(0)
        }),
      ),
      { numRuns: 25 },
    )
  })

  test('all of them cost a bounded number of requests', () =>
    inBench(async (bench) => {
      writeSessions(bench, [Array.from({ length: 400 }, () => true)])
      bench.server.intercept((request) =>
        holdsPoison(request) ? problem(422, 'x.odd', 'Odd.') : undefined,
      )
      await bench.run()
      expect(bench.server.requests.length).toBeLessThanOrEqual(2 + 2 * 64)
      expect(bench.server.reports.at(-1)?.tools[0]?.quarantined).toBe(400)
      bench.server.intercept(() => undefined)
      await bench.run()
      expect(bench.server.held.get(idOf(0))?.messages.size).toBe(400)
    }))

  test('what is wrong with a session itself is seen by one request more', () =>
    inBench(async (bench) => {
      writeSessions(bench, [Array.from({ length: 400 }, () => false)])
      bench.server.intercept(() => problem(422, 'x.odd', 'Odd.'))
      const report = await bench.run()
      expect(bench.server.requests).toHaveLength(2)
      expect(bench.server.requests[1]?.sessions[0]?.messages).toEqual([])
      expect(report.failed).toEqual([{ name: idOf(0), reason: 'Odd.' }])
    }))

  test('an edit alone is quarantined, its message arrives', () =>
    inBench(async (bench) => {
      const input = { file_path: '/home/ada/anvil/a.ts', content: 'x' }
      const more = { sessionId: idOf(0) }
      bench.files.write(
        `${idOf(0)}.jsonl`,
        jsonl([
          typed('u0', null, 'write it', more),
          said('a0', 'u0', { id: 'm0', block: call('t0', 'Write', input), more }),
          {
            ...answered('u1', 'a0', {
              id: 't0',
              result: { filePath: input.file_path, type: 'create', content: 'x' },
            }),
            ...more,
          },
          said('a1', 'u1', { id: 'm1', block: text('done'), more }),
        ]),
      )
      bench.server.intercept(({ sessions }) =>
        sessions.some(({ edits }) => edits.length > 0) ? problem(500, 'x.y', 'no') : undefined,
      )
      await bench.run()
      const held = bench.server.held.get(idOf(0))
      expect([held?.messages.size, held?.edits.size]).toEqual([4, 0])
      bench.server.intercept(() => undefined)
      await bench.run()
      expect(held?.edits.size).toBe(1)
    }))
})

describe('a server that is away', () => {
  test.each([429, 502, 503, 504])('is sent nothing smaller (%i)', (status) =>
    inBench(async (bench) => {
      writeSessions(bench, [[false, false, false, false]])
      bench.server.intercept(() => problem(status, 'x.away', 'Away.'))
      await expect(bench.run()).rejects.toMatchObject({ status })
      expect(new Set(bench.server.requests.map((one) => JSON.stringify(one))).size).toBe(1)
    }),
  )
})
