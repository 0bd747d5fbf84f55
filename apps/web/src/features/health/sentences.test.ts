import type { JobHealth } from '@teamlore/shared'
import { describe, expect, test } from 'vitest'
import { headline, healthLines, jobSubject } from './sentences.ts'

const calm: JobHealth = {
  outbox: { waiting: 0, oldest_seconds: null },
  jobs: [],
  dead: [],
  backlog: { sessions_to_distil: 0, documents_to_embed: 0 },
  embedding: { space: 'local', note: null },
}
const says = (health: JobHealth) => healthLines(health).map((line) => line.says)
const progress = {
  sessions: 1_119,
  distilled: 1_119,
  not_distilled: 0,
  documents: 9_000,
  embedded: 9_000,
}

describe('health in sentences', () => {
  test('says when all is done', () => {
    expect(headline(calm)).toMatchObject({ tone: 'ok', says: 'All caught up.' })
    expect(says(calm)).toContain('All sessions are distilled.')
  })

  test('says that limits are not counted together where they should be, and nothing of it else', () => {
    const note = 'Redis does not answer.'
    const away = { ...calm, limits: { counted: 'process' as const, note } }
    expect(healthLines(away).at(-1)).toEqual({
      tone: 'error',
      says: 'Limits are not counted together.',
      detail: note,
    })
    const own = { ...calm, limits: { counted: 'process' as const, note: null } }
    expect(says(own)).toEqual(says(calm))
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
      'No job has failed permanently.',
    ])
  })

  test('is not caught up as long as a document is not embedded, and says how far the work has come', () => {
    const busy = {
      ...calm,
      backlog: { sessions_to_distil: 119, documents_to_embed: 2_707 },
      progress: { ...progress, distilled: 1_000, embedded: 6_293 },
    }
    expect(headline(busy)).toMatchObject({
      tone: 'wait',
      says: 'Work is under way: 119 sessions to distil, 2,707 documents to embed.',
    })
    expect(says(busy).slice(1, 3)).toEqual([
      '119 sessions still to distil, of 1,119.',
      '2,707 documents still to embed.',
    ])
    expect(healthLines(busy)[2]?.detail).toMatch(/^6,293 of 9,000 documents can be searched by/)
    const embedding = { ...calm, backlog: { sessions_to_distil: 0, documents_to_embed: 1 } }
    expect(headline(embedding)).toMatchObject({
      tone: 'wait',
      says: 'Work is under way: 1 document to embed.',
    })
    expect(says({ ...calm, progress }).slice(1, 3)).toEqual([
      'All 1,119 sessions are distilled.',
      'All 9,000 documents can be searched by meaning.',
    ])
  })

  test('says what could not be done', () => {
    const failed = { ...calm, progress: { ...progress, distilled: 1_117, not_distilled: 2 } }
    expect(headline(failed).tone).toBe('error')
    expect(says(failed)).toContain('1,117 of 1,119 sessions are distilled.')
    const note = 'Embedding failed: no such model'
    const broken = {
      ...calm,
      backlog: { sessions_to_distil: 0, documents_to_embed: 5 },
      embedding: { space: 'local', note },
    }
    expect(headline(broken).tone).toBe('error')
    expect(healthLines(broken)[2]?.detail).toContain(note)
  })

  test('an outbox that nobody empties needs a look', () => {
    const stuck = { ...calm, outbox: { waiting: 3, oldest_seconds: 600 } }
    expect(headline(stuck).tone).toBe('error')
    expect(healthLines(stuck)[0]?.detail).toContain('is a worker running?')
  })

  test('says when no worker is there to do it, and what to do', () => {
    const note = 'No worker has reported for 30 s. Start one.'
    const alone = { ...calm, worker: { reported_at: null, note } }
    expect(headline(alone).tone).toBe('error')
    expect(healthLines(alone)[0]).toMatchObject({ detail: note })
    expect(says({ ...calm, worker: { reported_at: '2026-11-21T10:00:00Z', note: null } })).toEqual(
      says(calm),
    )
  })

  test('dead jobs are counted even when only some are listed', () => {
    const job = { name: 'x', waiting: 0, active: 0, delayed: 0, completed: 0, dead: 3 }
    expect(says({ ...calm, jobs: [job] })).toContain('3 jobs failed permanently.')
  })

  test('without a model it says why search goes by words only', () => {
    const off = { ...calm, embedding: { space: null, note: 'Turned off by EMBEDDING_PROVIDER.' } }
    expect(headline(off)).toMatchObject({ tone: 'ok' })
    expect(healthLines(off)[2]).toMatchObject({
      says: 'Search by meaning is off.',
      detail: 'Turned off by EMBEDDING_PROVIDER.',
    })
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
