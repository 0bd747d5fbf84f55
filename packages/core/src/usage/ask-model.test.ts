import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { grantSystemScope } from '../identity/teams/team-scope.ts'
import { createSearchWorld, type SearchWorld } from '../search/testing/search-world.ts'
import { makeAskModel } from './ask-model.ts'
import { makeGetUsage, makeSetUsageSettings } from './get-usage.ts'
import type { StructuredModel } from './structured-model.ts'

let database: TestDatabase
let world: SearchWorld
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  world = await createSearchWorld(database.engine)
})
afterAll(() => database[Symbol.asyncDispose]())

const caps = { dailyUsd: 100, dailyTokens: 10_000_000 }
const ANSWER = z.object({ says: z.string() })

/** One that cannot be reached, or that answers. */
const modelWith = (setup: string, answer?: { says: string }): StructuredModel => ({
  provider: 'openai',
  model: 'small',
  setup,
  generate: async ({ schema }) => {
    if (answer === undefined) throw new Error('nobody there')
    return { value: schema.parse(answer), usage: { inputTokens: 1, outputTokens: 1 } }
  },
})

const ask = (model: StructuredModel, prompt: string) =>
  makeAskModel({ unitOfWork: world.unitOfWork, model, price: () => 0, caps })(
    grantSystemScope(world.team.teamId),
    null,
    { purpose: 'distil', system: 'Answer.', prompt, schema: ANSWER, maxOutputTokens: 10 },
  )
const failFiveTimes = async (model: StructuredModel): Promise<void> => {
  for (const n of [1, 2, 3, 4, 5]) await expect(ask(model, `${n}`)).rejects.toThrow('nobody there')
}
const server = (setup: string) => ({ model: { provider: 'openai', name: 'small' }, setup, caps })
const isResting = async (setup: string) =>
  (
    await makeGetUsage({ unitOfWork: world.unitOfWork, server: server(setup) })(world.scope, {
      days: 1,
      calls: 0,
    })
  ).resting

describe('a model whose last five calls all failed', () => {
  test('is left alone with the settings that they failed with, and asked at once with corrected ones', async () => {
    await failFiveTimes(modelWith('wrong address'))
    await expect(ask(modelWith('wrong address'), '6')).rejects.toMatchObject({ why: 'breaker' })
    expect(await isResting('wrong address')).toBe(true)
    expect(await isResting('right address')).toBe(false)
    expect(await ask(modelWith('right address', { says: 'yes' }), '6')).toEqual({ says: 'yes' })
  })

  test('is asked the same question again with corrected settings, however often it failed that day', async () => {
    for (const _ of [1, 2, 3])
      await expect(ask(modelWith('wrong key'), 'same')).rejects.toThrow('nobody there')
    await expect(ask(modelWith('wrong key'), 'same')).rejects.toMatchObject({
      why: 'failed_before',
    })
    expect(await ask(modelWith('right key', { says: 'yes' }), 'same')).toEqual({ says: 'yes' })
  })

  test('is asked at once where an admin says so', async () => {
    const model = modelWith('same settings')
    await failFiveTimes(model)
    const set = makeSetUsageSettings({
      unitOfWork: world.unitOfWork,
      server: server('same settings'),
    })
    const { resting, settings } = await set(world.scope as never, { ask_again: true })
    expect({ resting, enabled: settings.enabled }).toEqual({ resting: false, enabled: true })
    await expect(ask(model, '6')).rejects.toThrow('nobody there')
  })
})
