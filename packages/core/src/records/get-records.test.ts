import { recordsResponseSchema, type SessionId } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDistilSession } from '../distil/distil-session.ts'
import {
  asks,
  createSearchWorld,
  type OwnSearchWorld,
  openSearchWorld,
  says,
} from '../search/testing/search-world.ts'
import { buildFoundOut, buildSession } from '../testing/ingest-builders.ts'
import { makeGetRecords } from './get-records.ts'

let world: OwnSearchWorld
let ids: { prompt: string; answer: string; session: string }

const get = (wanted: string[], budget = 20_000) =>
  makeGetRecords({ unitOfWork: world.unitOfWork })(world.scope, {
    ids: wanted,
    budget_tokens: budget,
  })

beforeAll(async () => {
  world = await openSearchWorld()
  const sent = await world.send(
    buildSession({
      messages: [
        asks(0, 'Fix the lost last line of session files'),
        says(1, `The root cause is that readLines() drops it. ${'More about it. '.repeat(100)}`),
        says(2, 'Fixed the reader so that it keeps a line without a newline.'),
      ],
    }),
  )
  const session = sent.sessions[0]?.session_id ?? ''
  await makeDistilSession({ unitOfWork: world.unitOfWork })(world.systemScope, {
    sessionId: session as never,
  })
  const find = async (q: string) =>
    (await world.ask(q)).items.find(({ id }) => id.startsWith('msg_'))?.id ?? ''
  ids = {
    session,
    prompt: await find('lost last line type:prompt'),
    answer: await find('"root cause" readLines type:assistant'),
  }
})
afterAll(() => world[Symbol.asyncDispose]())

test('records of every kind open in full, in the order asked for', async () => {
  const { items } = await world.ask('reader line')
  const wanted = [ids.session, ids.prompt, ...new Set(items.map(({ id }) => id))]
  const answer = await get(wanted)
  expect(answer.missing).toEqual([])
  expect(answer.items.map(({ id }) => id)).toEqual([...new Set(wanted)])
  expect(new Set(answer.items.map(({ kind }) => kind))).toContain('session')
  expect(answer.items[1]?.text).toBe('Fix the lost last line of session files')
  expect(answer.tokens).toBe(answer.items.reduce((sum, { tokens }) => sum + tokens, 0))
  expect(recordsResponseSchema.parse(answer)).toEqual(answer)
})

test('a record that does not fit is named with its cost, and smaller ones after it still come', async () => {
  const answer = await get([ids.answer, ids.prompt], 100)
  expect(answer.items.map(({ id }) => id)).toEqual([ids.prompt])
  expect(answer.left_out).toEqual([{ id: ids.answer, tokens: expect.any(Number) }])
  expect(answer.tokens).toBeLessThanOrEqual(100)
})

test('ids may be shortened, repeated, unknown or of no kind', async () => {
  const gone = `msg_${'0'.repeat(26)}`
  const answer = await get([ids.prompt, ids.prompt.slice(0, 29), gone, 'nonsense', 'doc_1'])
  expect(answer.items).toHaveLength(1)
  expect(answer.missing).toEqual([gone, 'nonsense', 'doc_1'])
})

test('an id that is too short or begins like several is named with why, and the others open', async () => {
  const answer = await get(['msg', ids.prompt, 'nonsense', 'ses_0'])
  expect(answer.items.map(({ id }) => id)).toEqual([ids.prompt])
  expect(answer.unclear).toMatchObject([
    { id: 'msg', code: 'id.too_short' },
    { id: 'ses_0', code: 'id.too_short' },
  ])
  expect(answer.missing).toEqual(['nonsense'])
  const several = await get([ids.prompt, ids.prompt.slice(0, 12)])
  expect(several.items.map(({ id }) => id)).toEqual([ids.prompt])
  expect(several.unclear).toEqual([
    {
      id: ids.prompt.slice(0, 12),
      code: 'id.ambiguous',
      message: 'Several ids begin like this; give more characters of the one you mean.',
    },
  ])
  expect(recordsResponseSchema.parse(several)).toEqual(several)
})

test('where no id is clear, the request is refused as for one', async () => {
  await expect(get(['msg_0'])).rejects.toMatchObject({ code: 'id.too_short' })
  await expect(get(['msg_0', 'ses_0'])).rejects.toMatchObject({ code: 'id.too_short' })
})

test('another team’s record is missing like one that never was', async () => {
  const other = await createSearchWorld(world.engine)
  const answer = await makeGetRecords({ unitOfWork: other.unitOfWork })(other.scope, {
    ids: [ids.prompt],
    budget_tokens: 1_000,
  })
  expect(answer).toMatchObject({ items: [], missing: [ids.prompt] })
})

describe('what stands beside a record', () => {
  const around = (id: string, n: number, budget = 20_000) =>
    makeGetRecords({ unitOfWork: world.unitOfWork })(world.scope, {
      ids: [id],
      budget_tokens: budget,
      around: n,
    })

  test('comes with it in the order of the transcript, marked as such', async () => {
    const { items } = await around(ids.answer, 1)
    expect(items.map(({ id, neighbour_of }) => [id === ids.answer, neighbour_of])).toEqual([
      [false, ids.answer],
      [true, undefined],
      [false, ids.answer],
    ])
    expect(items[0]?.id).toBe(ids.prompt)
    expect(items[2]?.text).toContain('Fixed the reader')
    expect((await around(ids.prompt, 1)).items).toHaveLength(2)
  })

  test('of a finding is what stands beside the message it was made of', async () => {
    const answerOf = 'The `splitRows()` loop drops the last row, because it only emits on newlines.'
    const sent = await world.send(
      buildSession({ native_id: 'found', messages: buildFoundOut('Why is a row gone?', answerOf) }),
    )
    const sessionId = sent.sessions[0]?.session_id as SessionId
    await makeDistilSession({ unitOfWork: world.unitOfWork })(world.systemScope, { sessionId })
    const { items } = await world.ask('splitRows type:observation')
    const finding = items.find(({ message_id }) => message_id !== null)?.id ?? ''
    const answer = await around(finding, 2)
    expect(answer.items.length).toBeGreaterThan(1)
    expect(answer.items.find(({ id }) => id === finding)?.neighbour_of).toBeUndefined()
  })

  test('is opened out of what the record itself has left of the budget', async () => {
    const alone = await get([ids.answer])
    const answer = await around(ids.answer, 2, alone.tokens + 5)
    expect(answer.items.map(({ id }) => id)).toEqual([ids.answer])
    expect(answer.left_out).toHaveLength(2)
  })

  test('is not given twice where two neighbours are asked for', async () => {
    const answer = await makeGetRecords({ unitOfWork: world.unitOfWork })(world.scope, {
      ids: [ids.answer, ids.prompt],
      budget_tokens: 20_000,
      around: 5,
    })
    const found = answer.items.map(({ id }) => id)
    expect(new Set(found).size).toBe(found.length)
    expect(found).toHaveLength(3)
  })
})

test('too many at once are refused with a sentence', async () => {
  const many = Array.from({ length: 201 }, (_, n) => `msg_${n}`)
  await expect(get(many)).rejects.toMatchObject({ code: 'records.too_many' })
})
