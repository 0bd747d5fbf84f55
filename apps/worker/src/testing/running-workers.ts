import type { Engine } from '@teamlore/db'
import { createOwnTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import type { QueueBackend } from '@teamlore/queue'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { RunningWorker } from '../start-worker.ts'
import { createWorkerWorld, discardQueue, openTestQueue, type WorkerWorld } from './worker-world.ts'

type Running = {
  engine: Engine
  queue: QueueBackend
  world: WorkerWorld
  /** Starts a worker that ends with the test. */
  work: (options?: Parameters<WorkerWorld['work']>[1]) => Promise<RunningWorker>
}

/** A database for a file of tests, and for each of them a queue and a team of its own. `emptied` is a table that begins empty. */
export const runningWorkers = ({ emptied }: { emptied?: string } = {}): Running => {
  let database: TestDatabase
  let started: RunningWorker[] = []
  const running = {
    work: async (options = {}) => {
      const worker = await running.world.work(running.queue, options)
      started.push(worker)
      return worker
    },
  } as Running

  beforeAll(async () => {
    database = await createOwnTestDatabase()
    running.engine = database.engine
  })
  afterAll(() => database[Symbol.asyncDispose]())
  beforeEach(async () => {
    const { engine } = running
    if (emptied !== undefined)
      await readAsOwner(engine, `delete from teamlore.${emptied} where true`)
    running.queue = await openTestQueue(engine)
    await running.queue.migrate()
    running.world = await createWorkerWorld(engine)
    started = []
  })
  afterEach(async () => {
    for (const worker of started) await worker.close()
    await discardQueue(running.queue)
  })
  return running
}
