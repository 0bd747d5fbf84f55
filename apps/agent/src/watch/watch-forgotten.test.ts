import { createHash } from 'node:crypto'
import { tombstoneName } from '@teamlore/shared/tombstone-names'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readLastRemoval } from '../tombstones/kept-tombstones.ts'
import { type WatchBench, watchBench } from './testing/watch-bench.ts'
import { ID, isReady, keysOf, OTHER, PATIENT, talkOn } from './testing/watch-talk.ts'

let bench: WatchBench
beforeEach(async () => {
  bench = await watchBench()
})
afterEach(() => bench.close())
const { write, arrives, held } = talkOn(() => bench)

const forget = (...sessions: string[]) =>
  bench.server.forget(
    sessions.map((id) =>
      createHash('sha256')
        .update(tombstoneName.session('team', 'claude-code', id))
        .digest('hex'),
    ),
  )
const start = (more: { dropQuotes?: () => Promise<void> } = {}) =>
  bench.start({ sweepMs: 200, options: more })

/** As `lore status` says it. */
const isLetGo = (sessions: number) =>
  expect
    .poll(async () => (await readLastRemoval(bench.root))?.sessions ?? 0, PATIENT)
    .toBe(sessions)

test('a session that is forgotten while it goes on is sent no further, and that is said once', async () => {
  let dropped = 0
  write([1])
  const watching = start({ dropQuotes: async () => void dropped++ })
  await isReady(watching)
  await arrives([1])
  const before = dropped
  forget(ID)
  await isLetGo(1)
  write([1, 2])
  write([1], OTHER)
  await arrives([1], OTHER)
  expect(held()).toEqual(keysOf([1]))
  expect(watching.events.filter(({ kind }) => kind === 'forgotten')).toEqual([
    { kind: 'forgotten', sessions: 1, again: 0 },
  ])
  expect(dropped).toBe(before + 1)
})

test('brought back, it is sent with all that came meanwhile', async () => {
  write([1])
  await isReady(start())
  await arrives([1])
  forget(ID)
  await isLetGo(1)
  write([1, 2])
  write([1], OTHER)
  await arrives([1], OTHER)
  forget()
  await arrives([1, 2])
})

test('cut short between hearing of it and cleaning, the next watch cleans without asking', async () => {
  let isCut = false
  write([1])
  const dropQuotes = async () => {
    if (isCut) throw new Error('cut short')
  }
  const first = start({ dropQuotes })
  await isReady(first)
  await arrives([1])
  isCut = true
  forget(ID)
  await expect.poll(() => bench.server.tombstones.asked, PATIENT).toBe(1)
  await first.stop()
  bench.server.trouble(() => 'cut')
  let dropped = 0
  start({ dropQuotes: async () => void dropped++ })
  await expect.poll(() => dropped, PATIENT).toBe(1)
})

test('what cannot be cleaned holds up nothing else', async () => {
  write([1])
  start({ dropQuotes: () => Promise.reject(new Error('no access')) })
  await arrives([1])
})

test('what was captured while the server was away is not sent before this machine heard what was forgotten', async () => {
  write([1])
  const watching = bench.start()
  await isReady(watching)
  await arrives([1])
  bench.server.trouble(() => 'cut')
  write([1, 2])
  await expect.poll(() => watching.events.map(({ kind }) => kind), PATIENT).toContain('trouble')
  forget(ID)
  bench.server.trouble(() => undefined)
  write([1], OTHER)
  await arrives([1], OTHER)
  expect(held()).toEqual(keysOf([1]))
  await isLetGo(1)
})
