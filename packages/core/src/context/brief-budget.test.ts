import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import { type ContextQuery, contextQuerySchema } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createIngestWorld, type IngestWorld } from '../testing/ingest-world.ts'
import { makeGetContext } from './get-context.ts'

let database: TestDatabase
let world: IngestWorld
beforeAll(async () => {
  database = await createTestDatabase()
  world = await createIngestWorld(database.engine)
})
afterAll(() => database[Symbol.asyncDispose]())

const brief = (query: Partial<ContextQuery>) =>
  makeGetContext({ unitOfWork: world.team.unitOfWork })(
    world.scope,
    contextQuerySchema.parse(query),
  )

describe('the brief', () => {
  test('costs a small model no more than a part of what it can read, or the share that is asked for', async () => {
    const small = await brief({ budget_tokens: 9_000, model: 'llama-3-8b' })
    expect(small.budget_tokens).toBe(2_457)
    const share = await brief({ model: 'claude-sonnet-4-5', share: 2 })
    expect(share).toMatchObject({ budget_tokens: 4_000, notes: [] })
    const unknown = await brief({ model: 'mystery', share: 2 })
    expect(unknown.budget_tokens).toBe(1_500)
    expect(unknown.notes).toEqual([expect.stringContaining('is not known')])
  })
})
