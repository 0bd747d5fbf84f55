import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DomainError } from '../errors.ts'
import { buildMessages, buildRequest, buildSession } from '../testing/ingest-builders.ts'
import { createIngestWorld } from '../testing/ingest-world.ts'
import { makeIngest } from './ingest.ts'
import { makeIngestWithinQuota } from './within-quota.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const HOUR_MS = 3_600_000

const openWorld = async (perDay: number) => {
  const world = await createIngestWorld(database.engine)
  const clock = { ms: Date.now() }
  const now = () => new Date(clock.ms)
  const newProcess = () => {
    const ingest = makeIngest({ unitOfWork: world.team.unitOfWork })
    return makeIngestWithinQuota({ unitOfWork: world.team.unitOfWork, ingest, perDay, now })
  }
  const send = async (ingest: ReturnType<typeof newProcess>, name: string, messages: number) => {
    const session = buildSession({ native_id: name, messages: buildMessages(messages) })
    return ingest(world.scope, buildRequest(session)).then(
      () => 'taken',
      (error: unknown) => {
        if (error instanceof DomainError) return error
        throw error
      },
    )
  }
  return { world, clock, newProcess, send }
}

describe('the quota of a team', () => {
  test('takes what fits, then says until when to wait, and takes the same the day after', async () => {
    const { clock, newProcess, send } = await openWorld(5)
    const ingest = newProcess()
    expect(await send(ingest, 'one', 4)).toBe('taken')
    expect(await send(ingest, 'two', 4)).toBe('taken')
    const refused = await send(ingest, 'three', 1)
    expect(refused).toMatchObject({ kind: 'limit', code: 'ingest.quota_reached' })
    const { retry_after_seconds } = (refused as DomainError).details as Record<string, number>
    expect(retry_after_seconds).toBeGreaterThan(0)
    expect(retry_after_seconds).toBeLessThanOrEqual(86_400)
    clock.ms += 24 * HOUR_MS
    expect(await send(ingest, 'three', 1)).toBe('taken')
  })

  test('is known to a process that starts, and what another one took within a minute', async () => {
    const { clock, newProcess, send } = await openWorld(5)
    const [one, other] = [newProcess(), newProcess()]
    expect(await send(other, 'zero', 1)).toBe('taken')
    expect(await send(one, 'one', 5)).toBe('taken')
    expect(await send(newProcess(), 'two', 1)).toMatchObject({ kind: 'limit' })
    clock.ms += 61_000
    expect(await send(other, 'two', 1)).toMatchObject({ kind: 'limit' })
  })

  test('is not used up by sending the same again, nor by another team', async () => {
    const { newProcess, send } = await openWorld(5)
    const ingest = newProcess()
    for (let n = 0; n < 4; n++) expect(await send(ingest, 'one', 3)).toBe('taken')
    const other = await openWorld(5)
    expect(await other.send(other.newProcess(), 'many', 9)).toBe('taken')
    expect(await send(ingest, 'two', 1)).toBe('taken')
  })
})
