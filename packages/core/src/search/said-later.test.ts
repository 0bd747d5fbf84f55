import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildSession } from '../testing/ingest-builders.ts'
import { asks, type OwnSearchWorld, openSearchWorld } from './testing/search-world.ts'

let world: OwnSearchWorld
beforeAll(async () => {
  world = await openSearchWorld()
  let session = 0
  const send = (words: string, day: number) =>
    world.send(
      buildSession({
        native_id: `said-${++session}`,
        messages: [{ ...asks(0, words), ts: `2026-01-0${day}T09:00:00.000Z` }],
      }),
    )
  await send('Raw soundings of the pier are kept for 30 days.', 1)
  await send('We keep raw soundings of the pier for 90 days.', 2)
  await send('Mud samples of the pier are held at 4 degrees.', 1)
  await send('Salt samples of the pier are now held at 6 degrees.', 2)
  for (let n = 0; n < 12; n++) await send(`The crane of quay ${n} was painted blue in May.`, 3)
  await world.embed()
  await world.count()
})
afterAll(() => world[Symbol.asyncDispose]())

test('what says another value of the same comes before what was said earlier, and names it', async () => {
  const { items } = await world.ask('how long are raw soundings of the pier kept')
  const [first, second] = items
  expect(first?.snippet.text).toContain('90 days')
  expect(second?.snippet.text).toContain('30 days')
  expect(first?.said_later_than).toBe(second?.id)
})

test('what is said of another thing corrects nothing', async () => {
  const { items } = await world.ask('at how many degrees are mud samples of the pier held')
  const samples = items.filter(({ snippet }) => snippet.text.includes('samples'))
  expect(samples.map(({ said_later_than }) => said_later_than)).toEqual([undefined, undefined])
})
