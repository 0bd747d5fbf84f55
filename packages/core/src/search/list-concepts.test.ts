import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import { conceptsQuerySchema, conceptsResponseSchema } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeImportRecords } from '../import/import-records.ts'
import { buildImported, buildObservation } from '../testing/import-builders.ts'
import { buildRequest, buildSession } from '../testing/ingest-builders.ts'
import { createIngestWorld } from '../testing/ingest-world.ts'
import { makeListConcepts } from './list-concepts.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

/** A team with an observation about each of these. */
const teamWith = async (...concepts: string[][]) => {
  const { scope, team, ingest } = await createIngestWorld(database.engine)
  const { unitOfWork } = team
  const { machine } = buildRequest(buildSession())
  const observations = concepts.map((about, at) =>
    buildObservation(`observation:${at}`, { title: `Finding ${at}`, concepts: about }),
  )
  await makeImportRecords({ unitOfWork, ingest })(scope, {
    machine,
    sessions: [buildImported({ observations })],
  })
  const list = makeListConcepts({ unitOfWork })
  return async (query: object = {}) => {
    const answer = await list(scope, conceptsQuerySchema.parse(query))
    expect(conceptsResponseSchema.parse(answer)).toEqual(answer)
    const listed = answer.items.map(({ concept, observations: amount }) => `${concept} ${amount}`)
    return { listed, leftOut: answer.left_out }
  }
}

describe('concepts of a team', () => {
  const names = ['tide-table', 'function-cache', 'écluse', '潮汐']

  test('are listed without words that every program has, numbers and what is said once', async () => {
    const weak = ['function', 'True', 'should', 'src', '???', '2024-07-31', '3.11']
    const list = await teamWith([...names, ...weak], [...names, ...weak], ['tide-table', 'lonely'])
    const { listed, leftOut } = await list()
    expect(listed[0]).toBe('tide-table 3')
    expect(new Set(listed)).toEqual(
      new Set(['tide-table 3', ...names.slice(1).map((name) => `${name} 2`)]),
    )
    expect(leftOut).toBe(8)
    expect(await list({ limit: 1 })).toEqual({ listed: ['tide-table 3'], leftOut: 8 })
  })

  test('are all listed when they are asked for, or named by how they begin', async () => {
    const list = await teamWith(['tide-table', 'function'], ['tide-table', 'function'], ['tidal'])
    expect(await list({ all: 'true' })).toEqual({
      listed: ['function 2', 'tide-table 2', 'tidal 1'],
      leftOut: 0,
    })
    expect(await list({ prefix: 'tid' })).toEqual({
      listed: ['tide-table 2', 'tidal 1'],
      leftOut: 0,
    })
  })

  test('are listed as they are where there is nothing stronger yet', async () => {
    const list = await teamWith(['tide-table', 'lock'])
    expect(await list()).toEqual({ listed: ['lock 1', 'tide-table 1'], leftOut: 0 })
  })
})
