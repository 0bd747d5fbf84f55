import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildEdit, buildMessage, buildSession, text } from '../testing/ingest-builders.ts'
import { asks, type OwnSearchWorld, openSearchWorld, says } from './testing/search-world.ts'

let world: OwnSearchWorld

const outputs = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) =>
    buildMessage(from + at, {
      role: 'tool',
      kind: 'tool_result',
      model: null,
      blocks: [{ type: 'tool_result', tool_call_id: null, text: 'fine', is_error: false }],
    }),
  )

const QUESTION = 'On which weekday does somebody inspect the ferry engines?'
const ANSWER = 'Mostly Thursday, after the early tide has gone out'
const words = [asks(0, QUESTION), says(1, ANSWER)]

beforeAll(async () => {
  world = await openSearchWorld()
  await world.send(
    buildSession({ native_id: 'talk', messages: words }),
    buildSession({
      native_id: 'work',
      messages: [
        asks(0, 'Inspect the ferry pumps'),
        says(1, 'The pumps of the ferry'),
        ...outputs(2, 6),
      ],
    }),
    buildSession({
      native_id: 'edited',
      messages: [
        asks(0, 'Inspect the ferry doors'),
        buildMessage(1, { blocks: [text('The doors of the ferry')] }),
      ],
      edits: [buildEdit('e1', { message_key: 'm1' })],
    }),
  )
  await world.embed()
  await world.count()
})
afterAll(() => world[Symbol.asyncDispose]())

test('in talk an answer is found by the question before it, and says so', async () => {
  const { items } = await world.ask('who inspects ferry engines on which weekday')
  const answer = items.find(({ snippet }) => snippet.text.includes('Thursday'))
  expect(answer?.score_parts.priors['neighbour']).toBeGreaterThan(1)
})

test('where tools were called or files edited, no turn takes anything from the one before', async () => {
  const { items } = await world.ask('inspect the ferry pumps and doors')
  const ofWork = items.filter(({ snippet }) => /(?:pumps|doors) of the ferry/.test(snippet.text))
  expect(ofWork).toHaveLength(2)
  for (const { score_parts } of ofWork) expect(score_parts.priors['neighbour']).toBeUndefined()
})
