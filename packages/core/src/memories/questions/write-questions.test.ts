import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import { searchQuerySchema } from '@teamlore/shared'
import { rememberRequestSchema } from '@teamlore/shared/memories'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeSearch } from '../../search/search.ts'
import { createSearchWorld, type SearchWorld } from '../../search/testing/search-world.ts'
import { type AskModel, NotAskedError } from '../../usage/ask-model.ts'
import { makeCurate } from '../curate.ts'
import { makeEditMemory } from '../edit-memory.ts'
import { makeGetMemory } from '../get-memory.ts'
import { makeRemember } from '../remember.ts'
import { makeUpdateMemory } from '../update-memory.ts'
import { makeWriteQuestions } from './write-questions.ts'

let database: TestDatabase
let world: SearchWorld
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  world = await createSearchWorld(database.engine)
})
afterAll(() => database[Symbol.asyncDispose]())

const STATEMENT = 'Request bodies over 25 MB are refused with a 413.'
const QUESTIONS = ['How large a file may a customer send us?', 'Why does an attachment fail?']

const deps = () => ({ unitOfWork: world.unitOfWork })
const curate = async (statement: string, more: { questions?: string[] } = {}) => {
  const curated = await makeCurate(deps())(world.systemScope, {
    projectId: null,
    candidate: {
      kind: 'decision',
      statement,
      reason: '',
      origin: 'human',
      evidence: [],
      ...more,
    },
  })
  if (curated.outcome === 'refused') throw new Error(curated.because)
  return curated.memoryId
}
const get = (id: string) => makeGetMemory(deps())(world.scope, { id })
const find = async (q: string) =>
  (await makeSearch(deps())(world.scope, searchQuerySchema.parse({ q, scope: 'knowledge' }))).items

/** A model that is asked about `prompts` and answers each time what `say` makes of the prompt. */
const asking = (say: (prompt: string) => unknown = () => ({ questions: QUESTIONS })) => {
  const prompts: string[] = []
  const askModel: AskModel = async (_, __, { prompt, schema }) => {
    prompts.push(prompt)
    return schema.parse(await say(prompt))
  }
  const write = makeWriteQuestions({ unitOfWork: world.unitOfWork, askModel })
  return { prompts, write: () => write(world.systemScope) }
}

describe('of a memory without questions', () => {
  test('a model is asked what it answers, and by these words it is found from then on', async () => {
    const id = await curate(STATEMENT)
    expect(await find('customer file')).toEqual([])
    const { write, prompts } = asking()
    expect(await write()).toEqual({ memories: 1, questions: 2 })
    expect(prompts).toEqual([`Statement: ${STATEMENT}`])
    expect(await get(id)).toMatchObject({ questions: QUESTIONS, version: 1 })
    const [hit] = await find('customer file')
    expect(hit).toMatchObject({ id, title: STATEMENT })
    expect(hit?.snippet.text).toBe(`Answers: ${QUESTIONS[0]}`)
  })

  test('it is asked once as the memory stands, and again where its words change', async () => {
    const id = await curate(STATEMENT)
    const { write, prompts } = asking()
    await write()
    await write()
    expect(prompts).toHaveLength(1)
    const request = { statement: 'nginx takes bodies up to 80 MB.' }
    await makeEditMemory(deps())(world.scope, { id, request })
    expect((await get(id)).questions).toEqual([])
    expect((await find('customer file')).map((hit) => hit.id)).toEqual([id])
    await write()
    expect(prompts).toHaveLength(2)
    expect((await get(id)).questions).toEqual(QUESTIONS)
  })

  test('whoever takes its place is found by its questions, too', async () => {
    const id = await curate(STATEMENT)
    await asking().write()
    const newer = await makeUpdateMemory(deps())(world.scope, {
      id,
      request: { action: 'supersede', statement: 'nginx takes bodies up to 80 MB.', reason: '' },
    })
    const [hit, ...others] = await find('customer file')
    expect(hit).toMatchObject({ id: newer.id, title: 'nginx takes bodies up to 80 MB.' })
    expect(others).toEqual([])
  })

  test.each([
    ['no question', ['It is refused.'], []],
    [
      'one twice, and too many',
      ['Why is it so? ', 'Why is it so?', 'And why?', 'Why not?'],
      ['Why is it so?', 'And why?'],
    ],
    ['a text that nobody asks', [`${'Why '.repeat(60)}?`], []],
    ['a secret', ['What is AKIAIOSFODNN7EXAMPLQ for?'], ['What is [REDACTED:aws-key-id] for?']],
  ])('%s is not kept as it was answered', async (_, questions, kept) => {
    const id = await curate(STATEMENT)
    await asking(() => ({ questions })).write()
    expect((await get(id)).questions).toEqual(kept)
  })

  test('what changed while it was asked about keeps nothing of the answer', async () => {
    const id = await curate(STATEMENT)
    const { write } = asking(async () => {
      await makeEditMemory(deps())(world.scope, {
        id,
        request: { statement: 'Bodies may be huge.' },
      })
      return { questions: QUESTIONS }
    })
    expect(await write()).toEqual({ memories: 0, questions: 0 })
    expect((await get(id)).questions).toEqual([])
  })

  test('a cap of the model ends the run, and what is left comes with the next', async () => {
    await curate(STATEMENT)
    const { write } = asking(() => {
      throw new NotAskedError('over_cap')
    })
    expect(await write()).toMatchObject({ memories: 0, notAsked: 'over_cap' })
    expect(await asking().write()).toMatchObject({ memories: 1 })
  })

  test('one that failed too often is let go, and keeps no other waiting', async () => {
    await curate(STATEMENT)
    await curate('Sessions of guests end after an hour.')
    const { write } = asking((prompt) => {
      if (prompt.includes('guests')) throw new NotAskedError('failed_before')
      return { questions: QUESTIONS }
    })
    expect(await write()).toEqual({ memories: 2, questions: 2 })
    expect(await asking().write()).toEqual({ memories: 0, questions: 0 })
  })
})

test('whoever handed over questions with a memory has a model asked nothing', async () => {
  const id = await curate(STATEMENT, { questions: ['How big may a file be?'] })
  const { write, prompts } = asking()
  await write()
  expect(prompts).toEqual([])
  expect((await get(id)).questions).toEqual(['How big may a file be?'])
  expect((await find('big file')).map((hit) => hit.id)).toEqual([id])
})

test('each memory is asked about by itself, lest its words show in the questions of another', async () => {
  await curate(STATEMENT)
  await curate('Sessions of guests end after an hour.')
  const { write, prompts } = asking()
  await write()
  expect(prompts).toHaveLength(2)
  for (const prompt of prompts) expect(prompt.match(/Statement: /g)).toHaveLength(1)
  const [row] = await readAsOwner<{ n: number }>(
    database.engine,
    `select count(*) as n from teamlore.documents where kind = 'memory' and chunk >= 50 and team_id = '${world.team.teamId}'`,
  )
  expect(row?.n).toBe(4)
})

test('questions of whoever says the same are taken where there were none, and change nothing else', async () => {
  const id = await curate(STATEMENT)
  const say = (...questions: string[]) =>
    makeRemember(deps())(
      world.scope,
      rememberRequestSchema.parse({ statement: STATEMENT, questions }),
    )
  expect(await say(...QUESTIONS)).toMatchObject({ id, questions: QUESTIONS, version: 1 })
  expect((await find('customer file')).map((hit) => hit.id)).toEqual([id])
  expect((await say('What else?')).questions).toEqual(QUESTIONS)
  const other = await curate('Sessions of guests end after an hour.')
  expect(await curate('Sessions of guests end after an hour.', { questions: QUESTIONS })).toBe(
    other,
  )
  expect((await get(other)).questions).toEqual(QUESTIONS)
})
