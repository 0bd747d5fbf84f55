import { createFakeEmbedder } from '@teamlore/models/testing'
import { createPublisher, type JobHandlers } from '@teamlore/queue'
import { sessionIdSchema } from '@teamlore/shared'
import { describe, expect, test } from 'vitest'
import { runningWorkers } from './testing/running-workers.ts'
import { buildFindingSession, eventually } from './testing/worker-world.ts'

const at = runningWorkers()

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
    await at.work({ embedder })
    const [sessionId = ''] = await at.world.send(buildFindingSession('alpha', 2))
    await eventually(async () => expect(await at.world.stateOf(sessionId)).toBe('done'))
    expect(await at.world.titles()).toHaveLength(2)
    await eventually(async () => {
      expect(await at.world.rowsOf('embedding_queue', 'document_id')).toEqual([])
      const kinds = await at.world.rowsOf<{ id: string; kind: string }>('documents', 'id, kind')
      const vectors = await at.world.rowsOf<{ document_id: string }>(
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
    // Its events are taken out once the queue has their jobs, which may be done before.
    await eventually(async () => expect(await at.world.rowsOf('outbox', 'id')).toEqual([]))
    await eventually(async () =>
      expect(await at.world.health()).toMatchObject({
        embedding: { space: embedder.space.id, note: expect.stringContaining('by form alone') },
        worker: { note: null },
      }),
    )
  })

  test('before any worker ran is seen to when one starts', async () => {
    const [sessionId = ''] = await at.world.send(buildFindingSession('early'))
    expect((await at.world.health()).outbox.waiting).toBe(1)
    await at.work()
    await eventually(async () => expect(await at.world.stateOf(sessionId)).toBe('done'))
  })

  test('is distilled again when it grows, and keeps what was found', async () => {
    await at.work()
    const [sessionId = ''] = await at.world.send(buildFindingSession('grower', 1))
    await eventually(async () => expect(await at.world.stateOf(sessionId)).toBe('done'))
    const before = await at.world.rowsOf('observations', 'id')
    await at.world.send(buildFindingSession('grower', 3))
    await eventually(async () => expect(await at.world.titles()).toHaveLength(3))
    await eventually(async () => expect(await at.world.stateOf(sessionId)).toBe('done'))
    expect(await at.world.rowsOf('observations', 'id')).toEqual(expect.arrayContaining(before))
  })
})

describe('a job that fails', () => {
  test('is tried again and recovers', async () => {
    let failures = 0
    await at.work({
      wrap: beforeDistilling(() => {
        if (failures++ === 0) throw new Error('The database was away')
      }),
    })
    const [sessionId = ''] = await at.world.send(buildFindingSession('flaky'))
    await eventually(async () => expect(await at.world.stateOf(sessionId)).toBe('done'))
    expect(failures).toBe(2)
    expect(await at.world.titles()).toHaveLength(1)
    expect((await at.world.health()).dead).toEqual([])
  })

  test('permanently is shown, the session says so, and a retry repairs it', async () => {
    let isPoisoned = true
    await at.work({
      wrap: beforeDistilling(() => {
        if (isPoisoned) throw poison
      }),
    })
    const [sessionId = ''] = await at.world.send(buildFindingSession('poison'))
    const dead = await eventually(async () => {
      const [job] = (await at.world.health()).dead
      expect(job).toBeDefined()
      return job
    })
    expect(dead).toMatchObject({
      name: 'distil-session',
      payload: { team_id: at.world.teamId, session_id: sessionId },
      reason: 'This session is poison',
    })
    await eventually(async () => expect(await at.world.stateOf(sessionId)).toBe('failed'))
    isPoisoned = false
    await at.world.retry(dead?.id ?? '')
    await eventually(async () => expect(await at.world.stateOf(sessionId)).toBe('done'))
    await eventually(async () => expect((await at.world.health()).dead).toEqual([]))
    expect(await at.world.titles()).toHaveLength(1)
  })
})

describe('delivered twice', () => {
  test('events and jobs leave one of everything', async () => {
    const [sessionId = ''] = await at.world.send(buildFindingSession('twice', 2))
    const session_id = sessionIdSchema.parse(sessionId)
    for (let n = 0; n < 3; n++)
      await at.world.unitOfWork.inTeam(
        { teamId: at.world.teamId, userId: 'system' },
        ({ outbox }) =>
          outbox.add({ type: 'session.ingested', payload: { session_id: sessionId } }),
      )
    let runs = 0
    await at.work({ wrap: beforeDistilling(() => void runs++), concurrency: 4 })
    await at.work({ wrap: beforeDistilling(() => void runs++), concurrency: 4 })
    await eventually(async () => expect(await at.world.stateOf(sessionId)).toBe('done'))
    await createPublisher(at.queue).publish('distil-session', {
      team_id: at.world.teamId,
      session_id,
    })
    const before = runs
    await eventually(() => expect(runs).toBeGreaterThan(before - 1))
    await eventually(async () => expect(await at.world.rowsOf('outbox', 'id')).toEqual([]))
    expect(await at.world.titles()).toHaveLength(2)
    expect(await at.world.rowsOf('summaries', 'id')).toHaveLength(2)
    const documents = await at.world.rowsOf<{ source_id: string }>(
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
    const worker = await at.work({
      wrap: beforeDistilling(async () => {
        begun = true
        await eventually(() => expect(isReleased).toBe(true))
      }),
    })
    expect(worker.check().isAlive).toBe(true)
    const [sessionId = ''] = await at.world.send(buildFindingSession('slow'))
    await eventually(() => expect(begun).toBe(true))
    const closing = worker.close()
    expect(worker.check().reasons).toEqual(['shutting down'])
    isReleased = true
    await closing
    expect(await at.world.stateOf(sessionId)).toBe('done')
    const { worker: reported } = await at.world.health()
    expect(reported?.note).toMatch(/^No worker has reported/)
  })
})
