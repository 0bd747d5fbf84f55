import { readAsOwner } from '@teamlore/db/testing'
import { type MessageId, type SearchResponse, searchQuerySchema } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeForget } from '../forgetting/forget-one.ts'
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

const HARBOUR_ASKED = 'Which harbour pilot has the lighthouse key?'

/** The answer to a question of its own session, as somebody who asks in the words of both gets it. */
const answerTo = ({ items }: SearchResponse, words: string) =>
  items.find(({ snippet }) => snippet.text.includes(words))

describe('a turn before that is not for the asker', () => {
  test('lends nothing and is not shown once it is forgotten, though the answer stays', async () => {
    await world.send(
      buildSession({
        native_id: 'forgotten',
        messages: [asks(0, HARBOUR_ASKED), says(1, 'Mostly Wilhelmina, whenever it rains')],
      }),
    )
    await world.embed()
    const question = 'harbour pilot lighthouse key, mostly Wilhelmina'
    const before = answerTo(await world.ask(question), 'Wilhelmina')
    expect(before?.score_parts.priors['neighbour']).toBeGreaterThan(1)
    expect(before?.asked).toBe(HARBOUR_ASKED)
    const asked = (await world.ask(question)).items.find(({ snippet }) =>
      snippet.text.includes('lighthouse'),
    )
    await makeForget(world)(world.scope, 'message', { id: asked?.id as MessageId })
    const after = answerTo(await world.ask(question), 'Wilhelmina')
    expect(after?.score_parts.priors['neighbour']).toBeUndefined()
    expect(after).not.toHaveProperty('asked')
    expect(after).toBeDefined()
  })

  test('changes no score of others where the talk is private', async () => {
    const question = 'who inspects ferry engines on which weekday'
    const scores = ({ items }: SearchResponse) =>
      items.map(({ snippet, score_parts }) => [snippet.text, score_parts.priors['neighbour']])
    const before = scores(await world.ask(question))
    const bob = await world.person('Bob')
    await world.send(
      buildSession({
        native_id: 'private',
        messages: [asks(0, QUESTION), says(1, 'Bob says Sunday'), asks(2, QUESTION)],
      }),
    )
    await world.embed()
    for (const table of ['sessions', 'documents'])
      await readAsOwner(
        world.engine,
        `update teamlore.${table} set private_to = '${bob.userId}' where ${table === 'sessions' ? 'id' : 'session_id'}
          in (select id from teamlore.sessions where native_id = 'private')`,
      )
    expect(scores(await world.ask(question))).toEqual(before)
    const own = await world.search(bob, searchQuerySchema.parse({ q: question }))
    expect(answerTo(own, 'Sunday')?.score_parts.priors['neighbour']).toBeGreaterThan(1)
  })
})

test('where tools were called or files edited, no turn takes anything from the one before', async () => {
  const { items } = await world.ask('inspect the ferry pumps and doors')
  const ofWork = items.filter(({ snippet }) => /(?:pumps|doors) of the ferry/.test(snippet.text))
  expect(ofWork).toHaveLength(2)
  for (const { score_parts } of ofWork) expect(score_parts.priors['neighbour']).toBeUndefined()
})
