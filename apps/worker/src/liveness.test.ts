import { beforeEach, expect, test } from 'vitest'
import { createLiveness, type WorkerLiveness } from './liveness.ts'

let time: number
let liveness: WorkerLiveness

beforeEach(() => {
  time = 1_000_000
  liveness = createLiveness(() => time)
})

const waiting = { 'distil-session': { waiting: 3, active: 0 } }
const working = { 'distil-session': { waiting: 3, active: 1 } }

/** Time goes by, and everything but jobs is as it should be. */
const pass = (seconds: number, counts: typeof waiting) => {
  for (let n = 0; n < seconds; n += 5) {
    time += 5_000
    liveness.relayed()
    liveness.reported(counts)
  }
}

test('a worker that has just started is alive', () => {
  expect(liveness.check()).toEqual({ isAlive: true, reasons: [] })
})

test('jobs that wait for a minute while none is worked on are a reason', () => {
  pass(60, waiting)
  expect(liveness.check().isAlive).toBe(true)
  pass(10, waiting)
  expect(liveness.check()).toEqual({
    isAlive: false,
    reasons: ['jobs wait and none is picked up'],
  })
  liveness.worked()
  expect(liveness.check().isAlive).toBe(true)
})

test('a long queue that is worked on is no reason', () => {
  pass(600, working)
  expect(liveness.check().isAlive).toBe(true)
})

test('an outbox nobody reads and a queue that does not answer are reasons', () => {
  time += 31_000
  expect(liveness.check().reasons).toEqual([
    'the outbox is not being read',
    'the queue does not answer',
  ])
})

test('a worker that is closing is not alive', () => {
  liveness.closing()
  expect(liveness.check()).toEqual({ isAlive: false, reasons: ['shutting down'] })
})
