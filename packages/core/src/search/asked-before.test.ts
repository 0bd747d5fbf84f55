import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildEdit, buildMessage, buildSession, text } from '../testing/ingest-builders.ts'
import { questionIn } from './asked-before.ts'
import { asks, type OwnSearchWorld, openSearchWorld, says } from './testing/search-world.ts'

describe('the question of a turn', () => {
  test.each([
    ['Which day do they inspect it?', 'Which day do they inspect it?'],
    ['It is late. Is it the *valve*? Or the pump?\nNo hurry.', 'Or the pump?'],
    ['They asked "is it open?"', 'They asked "is it open?"'],
    ['Look at /tide?x=1 please.', undefined],
    ['', undefined],
  ])('of %j is %j', (turn, question) => expect(questionIn(turn)).toBe(question))

  test('is cut where it is long', () => {
    expect(questionIn(`Is it ${'very '.repeat(100)}late?`)?.length).toBeLessThanOrEqual(200)
  })
})

let world: OwnSearchWorld
beforeAll(async () => {
  world = await openSearchWorld()
  await world.send(
    buildSession({
      native_id: 'talk',
      messages: [
        asks(0, 'The ferry is late. On which weekday do they inspect its engines?'),
        says(1, 'Mostly Thursday, after the early tide has gone out'),
        asks(2, 'Thursday it is, so the berth stays empty then'),
        says(3, 'The berth stays empty until Friday noon'),
      ],
    }),
    buildSession({
      native_id: 'work',
      messages: [
        asks(0, 'Which pumps does the ferry have?'),
        buildMessage(1, { blocks: [text('The pumps of the ferry are Danish')] }),
      ],
      edits: [buildEdit('e1', { message_key: 'm1' })],
    }),
  )
  await world.count()
})
afterAll(() => world[Symbol.asyncDispose]())

const askedOf = async (q: string, words: string) => {
  const { items } = await world.ask(q)
  const hit = items.find(({ snippet }) => snippet.text.includes(words))
  expect(hit).toBeDefined()
  return hit?.asked
}

describe('a hit that is a turn of talk', () => {
  test('says what was asked in the turn before', async () => {
    expect(await askedOf('Thursday early tide', 'Mostly Thursday')).toBe(
      'On which weekday do they inspect its engines?',
    )
  })

  test('says nothing where the turn before asks nothing, and nowhere outside of talk', async () => {
    expect(await askedOf('berth empty Friday', 'until Friday')).toBeUndefined()
    expect(await askedOf('ferry late engines', 'The ferry is late')).toBeUndefined()
    expect(await askedOf('Danish pumps', 'Danish')).toBeUndefined()
  })
})
