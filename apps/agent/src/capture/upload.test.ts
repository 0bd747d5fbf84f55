import { ApiError } from '@teamlore/shared'
import { jsonl, said, text, typed } from '@teamlore/sources/claude-code/testing/records'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { problem } from './testing/fake-server.ts'
import { type ImportBench, importBench } from './testing/import-bench.ts'

let bench: ImportBench
beforeEach(async () => {
  bench = await importBench()
})
afterEach(() => bench.close())

const id = (n: number): string => `${String(n).padStart(8, '0')}-aaaa-4aaa-8aaa-111111111111`

const writeSessions = (count: number, turns = 1): void => {
  for (let n = 0; n < count; n++)
    bench.files.write(
      `${id(n)}.jsonl`,
      jsonl(
        Array.from({ length: turns }, (_, i) => [
          typed(`s${n}u${i}`, null, `question ${i}`, { sessionId: id(n) }),
          said(`s${n}a${i}`, `s${n}u${i}`, {
            id: `s${n}m${i}`,
            block: text('answer'),
            more: { sessionId: id(n) },
          }),
        ]).flat(),
      ),
    )
}

const heldMessages = () =>
  [...bench.server.held.values()].reduce((sum, { messages }) => sum + messages.size, 0)

const failure = async (work: Promise<unknown>): Promise<ApiError> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof ApiError) return error
  throw new Error('expected an ApiError')
}

describe('a request that is too large', () => {
  test('is halved until the server takes it, down to pieces of one session', async () => {
    writeSessions(3, 10)
    bench.server.intercept(({ sessions }) => {
      const messages = sessions.reduce((sum, session) => sum + session.messages.length, 0)
      return messages > 7 ? problem(413, 'ingest.too_large', 'too large') : undefined
    })
    const report = await bench.run()
    expect(report.failed).toEqual([])
    expect(heldMessages()).toBe(60)
    expect(report.sent).toMatchObject({ sessions: 3, messages: 60 })
    expect((await bench.run()).sent.requests).toBe(0)
  })

  test('a single message the server will not take is quarantined, all others arrive', async () => {
    writeSessions(2, 3)
    bench.server.intercept(({ sessions }) =>
      sessions.some(({ messages }) => messages.some(({ key }) => key === 's1u1'))
        ? problem(413, 'ingest.too_large', 'too large')
        : undefined,
    )
    const report = await bench.run()
    expect(report.failed).toEqual([{ name: id(1), reason: 'too large' }])
    expect(heldMessages()).toBe(11)
    bench.server.intercept(() => undefined)
    expect((await bench.run()).sent).toMatchObject({ sessions: 1, messages: 1 })
    expect(heldMessages()).toBe(12)
  })
})

describe('a message that is too large in a long session', () => {
  test('does not hold up what comes after it', async () => {
    writeSessions(1, 1_500)
    bench.server.intercept(({ sessions }) =>
      sessions.some(({ messages }) => messages.some(({ key }) => key === 's0u1'))
        ? problem(413, 'ingest.too_large', 'too large')
        : undefined,
    )
    await bench.run()
    expect(heldMessages()).toBe(2_999)
  })
})

describe('a session the server refuses', () => {
  test.each([422, 400, 409, 500])(
    'with status %i it is quarantined and named, the rest goes on',
    async (status) => {
      writeSessions(9)
      bench.server.intercept(({ sessions }) =>
        sessions.some(({ native_id }) => native_id === id(4))
          ? problem(status, 'request.invalid', 'Session 4 is odd.')
          : undefined,
      )
      const report = await bench.run()
      expect(report.failed).toEqual([{ name: id(4), reason: 'Session 4 is odd.' }])
      expect(report.sent.sessions).toBe(8)
      expect(heldMessages()).toBe(16)
    },
  )

  test('it gets another chance in the next run, which sends nothing else', async () => {
    writeSessions(3)
    bench.server.intercept(({ sessions }) =>
      sessions.some(({ native_id }) => native_id === id(1)) ? problem(422, 'x.y', 'no') : undefined,
    )
    await bench.run()
    bench.server.intercept(() => undefined)
    const report = await bench.run()
    expect(report).toMatchObject({ sent: { sessions: 1, messages: 2 }, unchanged: { sessions: 2 } })
    expect(heldMessages()).toBe(6)
  })
})

describe('trouble that may pass', () => {
  test('is waited out, longer each time', async () => {
    writeSessions(1)
    bench.server.intercept((_, nth) =>
      nth <= 3 ? problem(503, 'x.unavailable', 'soon') : undefined,
    )
    const report = await bench.run()
    expect(heldMessages()).toBe(2)
    expect(bench.waits).toEqual([375, 750, 1500])
    expect(report.sent.requests).toBe(4)
  })

  test('for as long as the server asks', async () => {
    writeSessions(1)
    bench.server.intercept((_, nth) =>
      nth === 1
        ? { ...problem(429, 'x.limit', 'slow down'), headers: { 'retry-after': '7' } }
        : undefined,
    )
    await bench.run()
    expect(bench.waits).toEqual([7_250])
  })

  test('but not for ever: then the import ends with the server’s sentence', async () => {
    writeSessions(1)
    bench.server.intercept(() => problem(503, 'x.unavailable', 'Down for the night.'))
    expect(await failure(bench.run())).toMatchObject({
      status: 503,
      message: 'Down for the night.',
    })
    expect(bench.times.clock()).toBe(300_000)
  })

  test('a server that does not finish in time gets less to do at once', async () => {
    writeSessions(2, 5)
    const { server } = bench
    const client = {
      ...server.client,
      ingest: async (...[bytes, encoding]: Parameters<typeof server.client.ingest>) => {
        if (bytes.length > 700)
          throw new ApiError({ status: 0, code: 'network.timeout', message: 'Too slow.' })
        return server.client.ingest(bytes, encoding)
      },
    }
    expect((await bench.run({ client })).failed).toEqual([])
    expect(heldMessages()).toBe(20)
    expect(bench.waits).toEqual([])
  })

  test('a server that does not even take one message in time ends the import', async () => {
    writeSessions(1)
    const client = {
      ...bench.server.client,
      ingest: async () => {
        throw new ApiError({ status: 0, code: 'network.timeout', message: 'Too slow.' })
      },
    }
    expect(await failure(bench.run({ client }))).toMatchObject({ code: 'network.timeout' })
  })

  test('a server that is not there ends the import, and the next one carries on', async () => {
    writeSessions(3)
    await bench.server.close()
    expect(await failure(bench.run())).toMatchObject({ code: 'network.unreachable' })
    expect(bench.times.clock()).toBe(300_000)
  })
})

describe('trouble that will not pass', () => {
  test.each([401, 403, 404])('status %i ends the import at once', async (status) => {
    writeSessions(3)
    bench.server.intercept(() => problem(status, 'x.y', 'no'))
    expect(await failure(bench.run())).toMatchObject({ status })
    expect(bench.server.requests).toHaveLength(1)
  })

  test('an answer for other sessions is not taken for an acknowledgement', async () => {
    writeSessions(2)
    bench.server.intercept(() => ({ status: 200, body: { machine_id: 'mac_1', sessions: [] } }))
    expect(await failure(bench.run())).toMatchObject({ code: 'client.unexpected_answer' })
    bench.server.intercept(() => undefined)
    expect((await bench.run()).sent.messages).toBe(4)
  })
})

describe('an import that is cut off', () => {
  test('after some requests: the next one sends the rest, and nothing is there twice', async () => {
    writeSessions(2, 1_500)
    bench.server.intercept((_, nth) => (nth === 3 ? problem(401, 'x.y', 'no') : undefined))
    await failure(bench.run())
    const before = heldMessages()
    expect(before).toBeGreaterThan(0)
    bench.server.intercept(() => undefined)
    const report = await bench.run()
    expect(heldMessages()).toBe(6_000)
    expect(report.sent.messages).toBe(6_000 - before)
  })

  test('by the person: it ends with a report, and what was acknowledged counts', async () => {
    writeSessions(2, 1_500)
    const stop = new AbortController()
    bench.server.intercept((_, nth) => {
      if (nth === 2) stop.abort()
      return undefined
    })
    const report = await bench.run({ signal: stop.signal })
    expect(report.stopped).toBe(true)
    expect(report.sent.messages).toBeLessThan(6_000)
    await bench.run()
    expect(heldMessages()).toBe(6_000)
  })
})
