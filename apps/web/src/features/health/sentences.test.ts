import type { JobHealth } from '@teamlore/shared'
import { describe, expect, test } from 'vitest'
import { headline, healthLines, jobSubject, jobTitle } from './sentences.ts'

const calm: JobHealth = {
  outbox: { waiting: 0, oldest_seconds: null },
  jobs: [],
  dead: [],
  backlog: { sessions_to_distil: 0, documents_to_embed: 0 },
  embedding: { space: 'local', note: null },
}
const says = (health: JobHealth) => healthLines(health, undefined).map((line) => line.says)

describe('health in sentences', () => {
  test('says when all is done', () => {
    expect(headline(calm)).toMatchObject({ tone: 'ok', says: 'All caught up.' })
    expect(says(calm)).toContain('All sessions are distilled.')
  })

  test('says what is on its way', () => {
    const busy = {
      ...calm,
      outbox: { waiting: 1, oldest_seconds: 4 },
      backlog: { sessions_to_distil: 12, documents_to_embed: 1 },
    }
    expect(headline(busy).tone).toBe('wait')
    expect(says(busy)).toEqual([
      '1 event waits in the outbox, the oldest for 4 s.',
      '12 sessions still to distil.',
      '1 document still to embed.',
      'No job has failed for good.',
    ])
  })

  test('an outbox that nobody empties needs a look', () => {
    const stuck = { ...calm, outbox: { waiting: 3, oldest_seconds: 600 } }
    expect(headline(stuck).tone).toBe('error')
    expect(healthLines(stuck, undefined)[0]?.detail).toContain('is a worker running?')
  })

  test('says when no worker is there to do it, and what to do', () => {
    const note = 'No worker has reported for 30 s. Start one.'
    const alone = { ...calm, worker: { reported_at: null, note } }
    expect(headline(alone).tone).toBe('error')
    expect(healthLines(alone, undefined)[0]).toMatchObject({ detail: note })
    expect(says({ ...calm, worker: { reported_at: '2026-11-21T10:00:00Z', note: null } })).toEqual(
      says(calm),
    )
  })

  test('dead jobs are counted even when only some are listed', () => {
    const job = { name: 'x', waiting: 0, active: 0, delayed: 0, completed: 0, dead: 3 }
    expect(says({ ...calm, jobs: [job] })).toContain('3 jobs failed for good.')
  })

  test('without a model it says why search goes by words only', () => {
    const off = { ...calm, embedding: { space: null, note: 'Turned off by EMBEDDING_PROVIDER.' } }
    expect(healthLines(off, undefined)[2]).toMatchObject({
      says: 'Search by meaning is off.',
      detail: 'Turned off by EMBEDDING_PROVIDER.',
    })
  })

  test('a job it does not know keeps its name', () => {
    expect(['distil-session', 'new-job', 'toString'].map(jobTitle)).toEqual([
      'Distil a session',
      'new-job',
      'toString',
    ])
  })

  test('a job leads to the session or memory file it works on, if to one', () => {
    const payloads = [{ session_id: 'ses_1' }, { memory_file_id: 'mfl_1' }, { team_id: 'team_1' }]
    expect(payloads.map((payload) => jobSubject({ payload })?.href)).toEqual([
      '/sessions/ses_1',
      '/memory-files/mfl_1',
      undefined,
    ])
  })
})
