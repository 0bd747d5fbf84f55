import type { Engine } from '@teamlore/db'
import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import { createFakeEmbedder } from '@teamlore/models/testing'
import { createPublisher, type JobHandlers, type QueueBackend } from '@teamlore/queue'
import { sessionIdSchema } from '@teamlore/shared'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RunningWorker } from './start-worker.ts'
import {
  buildSession,
  createWorkerWorld,
  discardQueue,
  eventually,
  openTestQueue,
  type WorkerWorld,
} from './testing/worker-world.ts'

let database: TestDatabase
let engine: Engine
let queue: QueueBackend
let world: WorkerWorld
let running: RunningWorker[]

beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
})
afterAll(() => database[Symbol.asyncDispose]())
beforeEach(async () => {
  queue = await openTestQueue(engine)
  await queue.migrate()
  world = await createWorkerWorld(engine)
  running = []
})
afterEach(async () => {
  for (const worker of running) await worker.close()
  await discardQueue(queue)
})

const work = async (options: Parameters<WorkerWorld['work']>[1] = {}) => {
  const worker = await world.work(queue, options)
  running.push(worker)
  return worker
}

/** Lets `interfere` come before the distilling of a session. */
const beforeDistilling =
  (interfere: () => Promise<void> | void) =>
  (handlers: JobHandlers): JobHandlers => ({
    ...handlers,
    'distil-session': async (payload, context) => {
      await interfere()
      await handlers['distil-session'](payload, context)
    },
  })

const poison = Object.assign(new Error('This session is poison'), { permanent: true })

describe('a session that came in', () => {
  test('is distilled, and everything of it is embedded', async () => {
    const embedder = createFakeEmbedder({ dimensions: 32 })
    await work({ embedder })
    const [sessionId = ''] = await world.send(buildSession('alpha', 2))
    await eventually(async () => expect(await world.stateOf(sessionId)).toBe('done'))
    expect(await world.titles()).toHaveLength(2)
    await eventually(async () => {
      expect(await world.rowsOf('embedding_queue', 'document_id')).toEqual([])
      const kinds = await world.rowsOf<{ id: string; kind: string }>('documents', 'id, kind')
      const vectors = await world.rowsOf<{ document_id: string }>(
        'document_vectors',
        'document_id, space',
      )
      expect(new Set(kinds.map(({ kind }) => kind))).toEqual(
        new Set(['prompt', 'message', 'observation', 'summary']),
      )
      expect(vectors.map(({ document_id }) => document_id)).toEqual(
        expect.arrayContaining(kinds.flatMap(({ id, kind }) => (kind === 'message' ? [] : [id]))),
      )
    })
    expect(await world.rowsOf('outbox', 'id')).toEqual([])
    await eventually(async () =>
      expect(await world.health()).toMatchObject({
        embedding: { space: embedder.space.id, note: null },
        worker: { note: null },
      }),
    )
  })

  test('before any worker ran is seen to when one starts', async () => {
    const [sessionId = ''] = await world.send(buildSession('early'))
    expect((await world.health()).outbox.waiting).toBe(1)
    await work()
    await eventually(async () => expect(await world.stateOf(sessionId)).toBe('done'))
  })

  test('is distilled again when it grows, and keeps what was found', async () => {
    await work()
    const [sessionId = ''] = await world.send(buildSession('grower', 1))
    await eventually(async () => expect(await world.stateOf(sessionId)).toBe('done'))
    const before = await world.rowsOf('observations', 'id')
    await world.send(buildSession('grower', 3))
    await eventually(async () => expect(await world.titles()).toHaveLength(3))
    await eventually(async () => expect(await world.stateOf(sessionId)).toBe('done'))
    expect(await world.rowsOf('observations', 'id')).toEqual(expect.arrayContaining(before))
  })
})

describe('a job that fails', () => {
  test('is tried again and recovers', async () => {
    let failures = 0
    await work({
      wrap: beforeDistilling(() => {
        if (failures++ === 0) throw new Error('The database was away')
      }),
    })
    const [sessionId = ''] = await world.send(buildSession('flaky'))
    await eventually(async () => expect(await world.stateOf(sessionId)).toBe('done'))
    expect(failures).toBe(2)
    expect(await world.titles()).toHaveLength(1)
    expect((await world.health()).dead).toEqual([])
  })

  test('for good is shown, the session says so, and a retry mends it', async () => {
    let isPoisoned = true
    await work({
      wrap: beforeDistilling(() => {
        if (isPoisoned) throw poison
      }),
    })
    const [sessionId = ''] = await world.send(buildSession('poison'))
    const dead = await eventually(async () => {
      const [job] = (await world.health()).dead
      expect(job).toBeDefined()
      return job
    })
    expect(dead).toMatchObject({
      name: 'distil-session',
      payload: { team_id: world.teamId, session_id: sessionId },
      reason: 'This session is poison',
    })
    await eventually(async () => expect(await world.stateOf(sessionId)).toBe('failed'))
    isPoisoned = false
    await world.retry(dead?.id ?? '')
    await eventually(async () => expect(await world.stateOf(sessionId)).toBe('done'))
    await eventually(async () => expect((await world.health()).dead).toEqual([]))
    expect(await world.titles()).toHaveLength(1)
  })
})

describe('delivered twice', () => {
  test('events and jobs leave one of everything', async () => {
    const [sessionId = ''] = await world.send(buildSession('twice', 2))
    const session_id = sessionIdSchema.parse(sessionId)
    for (let n = 0; n < 3; n++)
      await world.unitOfWork.inTeam({ teamId: world.teamId, userId: 'system' }, ({ outbox }) =>
        outbox.add({ type: 'session.ingested', payload: { session_id: sessionId } }),
      )
    let runs = 0
    await work({ wrap: beforeDistilling(() => void runs++), concurrency: 4 })
    await work({ wrap: beforeDistilling(() => void runs++), concurrency: 4 })
    await eventually(async () => expect(await world.stateOf(sessionId)).toBe('done'))
    await createPublisher(queue).publish('distil-session', { team_id: world.teamId, session_id })
    const before = runs
    await eventually(() => expect(runs).toBeGreaterThan(before - 1))
    await eventually(async () => expect(await world.rowsOf('outbox', 'id')).toEqual([]))
    expect(await world.titles()).toHaveLength(2)
    expect(await world.rowsOf('summaries', 'id')).toHaveLength(2)
    const documents = await world.rowsOf<{ source_id: string }>(
      'documents',
      "source_id, kind = 'observation' as found",
    )
    expect(new Set(documents.map(({ source_id }) => source_id)).size).toBe(documents.length)
  })
})

describe('a worker that stops', () => {
  test('finishes what it is doing, and takes its report back', async () => {
    let isReleased = false
    let begun = false
    const worker = await work({
      wrap: beforeDistilling(async () => {
        begun = true
        await eventually(() => expect(isReleased).toBe(true))
      }),
    })
    expect(worker.check().isAlive).toBe(true)
    const [sessionId = ''] = await world.send(buildSession('slow'))
    await eventually(() => expect(begun).toBe(true))
    const closing = worker.close()
    expect(worker.check().reasons).toEqual(['shutting down'])
    isReleased = true
    await closing
    expect(await world.stateOf(sessionId)).toBe('done')
    const { worker: reported } = await world.health()
    expect(reported?.note).toMatch(/^No worker has reported/)
  })
})
