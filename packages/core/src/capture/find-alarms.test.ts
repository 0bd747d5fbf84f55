import type { Engine } from '@teamlore/db'
import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import { isOlderVersion } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCaptureWorld } from '../testing/capture-world.ts'
import { buildRequest, buildSession } from '../testing/ingest-builders.ts'

let database: TestDatabase
let engine: Engine
beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
})
afterAll(() => database[Symbol.asyncDispose]())

const setUp = () => createCaptureWorld(engine)

const minutesBefore = (moment: Date, minutes: number): string =>
  new Date(moment.getTime() - minutes * 60_000).toISOString()

describe('an alarm rings', () => {
  test('when the agent waits too long, by its own clock however wrong that is', async () => {
    const { report, codes, clock, look } = await setUp()
    const away = new Date(clock.now.getTime() + 7 * 3_600_000)
    await report(
      { sent_at: away.toISOString() },
      { messages: 5, spooled: 5, oldest_unsent_at: minutesBefore(away, 10) },
    )
    expect(await codes()).toEqual(['capture.clock_skew'])
    clock.now = new Date(clock.now.getTime() + 6 * 60_000)
    expect(await codes()).toEqual(['capture.clock_skew', 'capture.waiting'])
    expect((await look()).machines[0]?.tools[0]?.lag_seconds).toBe(16 * 60)
  })

  test('when a machine with sessions says nothing for days, and not for one without', async () => {
    const { send, report, codes, clock, look } = await setUp()
    await report({}, { sessions: 0, messages: 0 })
    const later = new Date(clock.now.getTime() + 73 * 3_600_000)
    clock.now = later
    expect(await codes()).toEqual([])
    await send(buildSession())
    clock.now = new Date(Date.now() + 71 * 3_600_000)
    expect(await codes()).toEqual([])
    clock.now = later
    expect(await codes()).toEqual(['capture.silent'])
    expect((await look()).machines[0]?.state).toBe('silent')
  })

  test('for a full spool, a pause, what was quarantined, an error of today, and an old agent', async () => {
    const { report, codes, clock } = await setUp()
    const error = (minutes: number) => ({
      at: minutesBefore(clock.now, minutes),
      code: 'network.unreachable',
      message: 'No way to the server.',
    })
    await report(
      {
        machine: { ...buildRequest().machine, agent_version: '0.0.9' },
        spool: { batches: 9, bytes: 950, limit_bytes: 1_000, oldest_at: null },
        paused: 'The disk is full: make room.',
        last_error: error(5),
      },
      { messages: 2, quarantined: 2, last_error: error(25 * 60) },
    )
    expect((await codes()).sort()).toEqual([
      'capture.agent_old',
      'capture.last_error',
      'capture.paused',
      'capture.quarantined',
      'capture.spool_full',
    ])
  })

  test('no more for an error since which things went well for a while', async () => {
    const { report, codes, clock } = await setUp()
    const last_error = { at: minutesBefore(clock.now, 30), code: 'x', message: 'Odd.' }
    const since = (minutes: number) =>
      report({}, { messages: 0, last_error, last_success_at: minutesBefore(clock.now, minutes) })
    await since(25)
    expect(await codes()).toEqual(['capture.last_error'])
    await since(15)
    expect(await codes()).toEqual([])
  })

  test('when sessions could not be distilled', async () => {
    const { send, report, codes, team } = await setUp()
    await send(buildSession())
    await report()
    await readAsOwner(
      engine,
      `update teamlore.sessions set distilled = 'failed' where team_id = '${team.teamId}'`,
    )
    expect(await codes()).toEqual(['capture.distil_failed'])
  })

  test('with a sentence about what is wrong and one about what to do, the worst first', async () => {
    const { report, look } = await setUp()
    await report({ paused: 'The disk is full: make room.' }, { messages: 9, quarantined: 1 })
    const { alarms } = await look()
    expect(alarms.map(({ severity }) => severity)).toEqual(['error', 'error', 'warning'])
    for (const { message, remedy } of alarms) {
      expect(message).toMatch(/\.$/)
      expect(remedy).toMatch(/\.$/)
    }
  })
})

test.each([
  ['1.3.9', '1.4.0', true],
  ['1.4.0', '1.4.9', false],
  ['2.0.0', '1.9.0', false],
  ['0.9.0', '1.0.0', true],
  ['0.0.0-dev', '1.0.0', false],
  ['1.0.0', '0.0.0-dev', false],
  ['latest', '1.0.0', false],
])('a release %s before %s: %s', (version, than, expected) => {
  expect(isOlderVersion(version, than)).toBe(expected)
})
