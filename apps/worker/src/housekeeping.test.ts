import { readAsOwner } from '@teamlore/db/testing'
import { expect, test } from 'vitest'
import { runningWorkers } from './testing/running-workers.ts'
import { buildFindingSession, eventually } from './testing/worker-world.ts'

const at = runningWorkers()

const SESSIONS = 6

test('a database filled by ingest has statistics without anyone asking for them', async () => {
  await at.work()
  await at.world.send(
    ...Array.from({ length: SESSIONS }, (_, n) => buildFindingSession(`s${n}`, 2)),
  )
  await eventually(async () => {
    const known = await readAsOwner<{ name: string }>(
      at.engine,
      `select distinct tablename as name from pg_stats where schemaname = 'teamlore'`,
    )
    expect(known.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['sessions', 'messages', 'documents', 'observations']),
    )
  })
})
