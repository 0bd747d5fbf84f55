import { newId } from '@teamlore/shared'
import { expect, test } from 'vitest'
import { type JobName, jobs } from '../jobs.ts'
import { createPublisher } from '../publisher.ts'
import { startWorkers } from '../start-workers.ts'
import { eventually, type Stand } from './queue-fixture.ts'

const quiet = { info: () => {}, warn: () => {}, error: () => {} }
const names = Object.keys(jobs) as JobName[]

export const describeAllJobs = (stand: () => Stand): void => {
  test('a process works on all jobs that there are', async () => {
    const { backend } = stand()
    const done = new Set<string>()
    const handlers = Object.fromEntries(
      names.map((name) => [name, async (): Promise<void> => void done.add(name)]),
    ) as Record<JobName, () => Promise<void>>
    const workers = await startWorkers({ backend, handlers, log: quiet })
    try {
      const team_id = newId.team()
      const publisher = createPublisher(backend)
      await publisher.publish('seal-audit', { team_id })
      await publisher.publish('refresh-lexeme-stats', { team_id })
      await eventually(() =>
        expect([...done].sort()).toEqual(['refresh-lexeme-stats', 'seal-audit']),
      )
    } finally {
      await workers.close()
      for (const name of names) await backend.queue(name).obliterate({ force: true })
    }
  }, 60_000)
}
