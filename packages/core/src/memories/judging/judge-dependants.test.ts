import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import { rememberRequestSchema } from '@teamlore/shared/memories'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeRemember } from '../remember.ts'
import { makeSettlePair } from '../settle-pair.ts'
import { makeUpdateMemory } from '../update-memory.ts'
import {
  BESIDE,
  type ChangedWorld,
  createChangedWorld,
  FORMER,
  type Named,
  NEW,
  RESTING,
  theOne,
} from './testing/changed-world.ts'

let database: TestDatabase
let world: ChangedWorld
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  world = await createChangedWorld(database.engine)
})
afterAll(() => database[Symbol.asyncDispose]())

const deps = () => ({ unitOfWork: world.unitOfWork })

describe('what is near a memory that was replaced', () => {
  test('says what changed where a model finds that it rests on it, and nothing is retired', async () => {
    const { resting, beside, former, newer } = await world.changed()
    const { judge, prompts } = world.judging()
    expect(await judge()).toEqual({ changes: 1, resting: 1 })
    expect(prompts).toHaveLength(1)
    for (const said of [FORMER, NEW, RESTING, BESIDE]) expect(prompts[0]).toContain(said)
    expect(await world.get(resting)).toMatchObject({
      status: 'active',
      changed_bases: [
        {
          id: former,
          statement: FORMER,
          reason:
            'a language model was shown the change: “one byte of a  Display Name” rests on “ASCII only”',
          by: expect.objectContaining({ id: newer }),
        },
      ],
    })
    expect(await world.basesOf(beside)).toEqual([])
  })

  test('is asked about once', async () => {
    await world.changed()
    const { judge, prompts } = world.judging(() => [])
    await judge()
    expect(await judge()).toEqual({ changes: 0, resting: 0 })
    expect(prompts).toHaveLength(1)
  })

  test.each<[string, (prompt: string) => Named[]]>([
    [
      'words that it does not say',
      (prompt) => theOne(prompt).map((one) => ({ ...one, quote: 'two bytes' })),
    ],
    [
      'words that the former one does not say',
      (prompt) => theOne(prompt).map((one) => ({ ...one, former_quote: 'Unicode' })),
    ],
    [
      'a name that is not listed',
      (prompt) => theOne(prompt).map((one) => ({ ...one, name: 's9' })),
    ],
    ['no words', (prompt) => theOne(prompt).map((one) => ({ ...one, quote: ' ' }))],
  ])('is left as it is on the ground of %s', async (_, say) => {
    const { resting } = await world.changed()
    expect(await world.judging(say).judge()).toEqual({ changes: 1, resting: 0 })
    expect(await world.basesOf(resting)).toEqual([])
  })

  test('is not asked about again once a person said that it holds all the same', async () => {
    const { resting, newer } = await world.changed()
    await world.judging().judge()
    await makeUpdateMemory(deps())(world.scope, {
      id: resting,
      request: { action: 'confirm', reason: '' },
    })
    expect(await world.basesOf(resting)).toEqual([])
    await readAsOwner(
      world.engine,
      `update teamlore.memories set dependants_version = null where successor_id = '${newer}' returning 1`,
    )
    const { judge, prompts } = world.judging()
    expect(await judge()).toEqual({ changes: 1, resting: 0 })
    expect(prompts[0]).not.toContain(RESTING)
  })

  test('is asked about only where it held by then', async () => {
    const former = await world.curate(FORMER)
    await world.curate(BESIDE)
    await world.curate(RESTING, { date: '2099-01-01' })
    await world.embed()
    await world.replace(former)
    const { judge, prompts } = world.judging(() => [])
    await judge()
    expect(prompts[0]).toContain(BESIDE)
    expect(prompts[0]).not.toContain(RESTING)
  })

  test('is asked about without what was confirmed since', async () => {
    const { resting } = await world.changed()
    await makeUpdateMemory(deps())(world.scope, {
      id: resting,
      request: { action: 'confirm', reason: '' },
    })
    const { judge, prompts } = world.judging(() => [])
    await judge()
    expect(prompts[0]).toContain(BESIDE)
    expect(prompts[0]).not.toContain(RESTING)
  })

  test('learns nothing because of what only its author reads, and the model is not shown it', async () => {
    const former = await world.curate(FORMER)
    await world.curate(RESTING)
    await world.embed()
    await makeRemember(deps())(
      world.scope,
      rememberRequestSchema.parse({ statement: NEW, visibility: 'private', supersedes: former }),
    )
    await world.embed()
    const { judge, prompts } = world.judging()
    expect(await judge()).toEqual({ changes: 0, resting: 0 })
    expect(prompts).toEqual([])
  })

  test('is not shown to the model where others read it than the change', async () => {
    const former = await world.curate(FORMER)
    await world.curate(BESIDE)
    await makeRemember(deps())(
      world.scope,
      rememberRequestSchema.parse({ statement: RESTING, visibility: 'private' }),
    )
    await world.embed()
    await world.replace(former)
    const { judge, prompts } = world.judging(() => [])
    await judge()
    expect(prompts[0]).toContain(BESIDE)
    expect(prompts[0]).not.toContain(RESTING)
  })
})

test('a change that nothing is near to costs no question, and is no reason to ask again', async () => {
  const newer = await world.replace(await world.curate(FORMER))
  await readAsOwner(
    world.engine,
    `update teamlore.memories set judged_version = version where id = '${newer}' returning 1`,
  )
  const { judge, prompts } = world.judging()
  expect(await world.isDue()).toBe(true)
  expect(await judge()).toEqual({ changes: 1, resting: 0 })
  expect(prompts).toEqual([])
  expect(await world.isDue()).toBe(false)
})

test('what is near the former alone is listed, though what took its place was there before', async () => {
  const former = await world.curate(FORMER)
  await world.curate(RESTING)
  const newer = await world.curate('Umlauts work everywhere.', { date: '2026-02-01' })
  await world.embed()
  await makeSettlePair(deps())(world.scope, {
    keep: newer,
    other: former,
    decision: 'replaces',
    reason: '',
  })
  const { judge, prompts } = world.judging(() => [])
  await judge()
  expect(prompts[0]).toContain(RESTING)
})
