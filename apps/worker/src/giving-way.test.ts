import type { JobHandlers } from '@teamlore/queue'
import { expect, test } from 'vitest'
import { givingWayFirst } from './giving-way.ts'

const SESSION = { team_id: 'team', session_id: 'session' }

/** Runs jobs that take so long each, one after the other, beside people who never stop; how long each waited at most. */
const waits = async (jobs: readonly number[]): Promise<number[]> => {
  let now = 0
  const waited: number[] = []
  const rest = [...jobs]
  const handlers = {
    'distil-session': async () => {
      now += rest.shift() ?? 0
    },
  } as unknown as JobHandlers
  const giveWay = async (_signal?: AbortSignal, atMostMs = 0) => {
    waited.push(atMostMs)
    now += atMostMs
  }
  const wrapped = givingWayFirst(handlers, giveWay, () => now)
  for (const _ of jobs)
    await (wrapped['distil-session'] as (payload: unknown, context: unknown) => Promise<void>)(
      SESSION,
      { signal: new AbortController().signal },
    )
  return waited
}

test('a job gives way for no longer than three times what the one before took', async () => {
  expect(await waits([200, 1_000, 10])).toEqual([250, 600, 3_000])
})

test('a thousand short jobs beside an import without end are done in minutes, not in an hour', async () => {
  const waited = await waits(Array.from({ length: 1_000 }, () => 100))
  expect(waited.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(6 * 60_000)
})
