import { openEngine } from '@teamlore/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createQueueBackend } from './create-queue-backend.ts'

/**
 * On the embedded engine the queue finds its tables and functions by their plain names, after ours.
 */

let engine: Awaited<ReturnType<typeof openEmbedded>>
const openEmbedded = () => openEngine({ kind: 'embedded', memory: true })
beforeAll(async () => {
  engine = await openEmbedded()
  await engine.migrate()
})
afterAll(() => engine.close())

test("no table or function of Teamlore hides one of the queue's", async () => {
  const pool = engine.pgPool()
  const backend = await createQueueBackend({ kind: 'embedded', pool })
  // Two processes of the production size may do this at once.
  await Promise.all([backend.migrate(), backend.migrate()])
  const { rows: queueNames } = await pool.query(
    `select relname as name from pg_class where relnamespace = 'bullmq'::regnamespace and relkind in ('r', 'S', 'v')
     union select proname from pg_proc where pronamespace = 'bullmq'::regnamespace`,
  )
  expect(queueNames.map(({ name }) => name)).toContain('job')
  const { rows: hidden } = await pool.query(
    `select relname as name from pg_class where relnamespace in ('teamlore'::regnamespace, 'public'::regnamespace)
       and relname in (select relname from pg_class where relnamespace = 'bullmq'::regnamespace)
     union select proname from pg_proc where pronamespace in ('teamlore'::regnamespace, 'public'::regnamespace)
       and proname in (select proname from pg_proc where pronamespace = 'bullmq'::regnamespace)`,
  )
  expect(hidden).toEqual([])
  await backend.close()
})
