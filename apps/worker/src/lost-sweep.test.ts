import { makeSearch } from '@teamlore/core'
import { readAsOwner } from '@teamlore/db/testing'
import { createFakeEmbedder } from '@teamlore/models/testing'
import type { Job, JobHandlers } from '@teamlore/queue'
import { type IngestMessage, type IngestSession, searchQuerySchema } from '@teamlore/shared'
import { describe, expect, test } from 'vitest'
import { lookForLostSessions } from './look-for-lost-sessions.ts'
import { createLostSweep } from './lost-sweep.ts'
import { runningWorkers } from './testing/running-workers.ts'
import {
  buildSession,
  createWorkerWorld,
  eventually,
  type WorkerWorld,
} from './testing/worker-world.ts'

const at = runningWorkers({ emptied: 'sessions' })

const lose = ({ teamId }: WorkerWorld, condition = 'true') =>
  readAsOwner(
    at.engine,
    `delete from teamlore.documents where team_id = '${teamId}' and ${condition}`,
  )

const documents = ({ rowsOf }: WorkerWorld) =>
  rowsOf('documents', 'source_id, chunk, kind, title, body, tsv::text')

const find = async ({ unitOfWork, asker }: WorkerWorld, words: string) =>
  (await makeSearch({ unitOfWork })(asker, searchQuerySchema.parse({ q: words }))).items.length

/** One beat of a sweep, without a queue. */
const beat = (sweep: ReturnType<typeof createLostSweep>): Promise<Job[]> =>
  at.world.unitOfWork.asSystem((repositories) => sweep(repositories.sweep))

const sessionsOf = (jobs: readonly Job[]) =>
  jobs.flatMap((job) => (job.name === 'index-messages' ? [job.payload.session_id] : []))

describe('rows of the search index that were deleted', () => {
  test('are there again after a while, once each, are found, and are embedded', async () => {
    const embedder = createFakeEmbedder({ dimensions: 32 })
    const first = await at.world.work(at.queue, { embedder })
    const sessions = await at.world.send(buildSession('alpha', 3), buildSession('beta', 2))
    for (const session of sessions)
      await eventually(async () => expect(await at.world.stateOf(session)).toBe('done'))
    await eventually(async () =>
      expect(await at.world.rowsOf('embedding_queue', 'document_id')).toEqual([]),
    )
    await first.close()
    const before = await documents(at.world)
    const vectors = await at.world.rowsOf('document_vectors', 'document_id')
    await lose(at.world)
    expect(await find(at.world, 'stage of alpha')).toBe(0)
    // Each of them looks for what was lost, and finds the same.
    for (let n = 0; n < 2; n++) await at.work({ embedder })
    await eventually(async () => expect(await documents(at.world)).toEqual(before))
    expect(await find(at.world, 'stage of alpha')).toBeGreaterThan(0)
    await eventually(async () => {
      expect(await at.world.rowsOf('embedding_queue', 'document_id')).toEqual([])
      expect(await at.world.rowsOf('document_vectors', 'document_id')).toHaveLength(vectors.length)
    })
    expect((await at.world.health()).dead).toEqual([])
    expect(await beat(createLostSweep(lookForLostSessions()))).toEqual([])
  })

  test('are lost still when the job fails permanently, which is shown, and a retry repairs it', async () => {
    const [session = ''] = await at.world.send(buildSession('alpha'))
    await lose(at.world)
    let isPoisoned = true
    const poison = Object.assign(new Error('This session is poison'), { permanent: true })
    const wrap = (handlers: JobHandlers): JobHandlers => ({
      ...handlers,
      'index-messages': async (payload, context) => {
        if (isPoisoned) throw poison
        await handlers['index-messages'](payload, context)
      },
    })
    await at.work({ wrap })
    const dead = await eventually(async () => {
      const [job] = (await at.world.health()).dead
      expect(job).toMatchObject({ name: 'index-messages', payload: { session_id: session } })
      return job
    })
    expect(sessionsOf(await beat(createLostSweep(lookForLostSessions())))).toEqual([session])
    isPoisoned = false
    await at.world.retry(dead?.id ?? '')
    await eventually(async () => expect(await find(at.world, 'stage of alpha')).toBeGreaterThan(0))
  })
})

describe('a sweep', () => {
  test('names the sessions of every team that lost something, and no other', async () => {
    const others = await createWorkerWorld(at.engine)
    const [, mine] = await at.world.send(buildSession('whole'), buildSession('lost'))
    const [theirs] = await others.send(buildSession('theirs'), buildSession('theirs too'))
    await lose(at.world, `session_id = '${mine}'`)
    await lose(others, `session_id = '${theirs}' and kind = 'prompt'`)
    const jobs = await beat(createLostSweep(lookForLostSessions()))
    expect(jobs).toEqual([
      { name: 'index-messages', payload: { team_id: at.world.teamId, session_id: mine } },
      { name: 'index-messages', payload: { team_id: others.teamId, session_id: theirs } },
    ])
  })

  test('names a session that lost one row of a long message, or of a tool output, and it comes back whole', async () => {
    const long = Array.from({ length: 200 }, (_, n) => `Line ${n} of what was said.`).join('\n')
    const longSession = (nativeId: string): IngestSession => {
      const session = buildSession(nativeId)
      const [asked, answer] = session.messages as [IngestMessage, IngestMessage]
      const text: IngestMessage = { ...answer, blocks: [{ type: 'text', text: long }] }
      const output: IngestMessage = {
        ...answer,
        key: 'm2',
        ordinal: 2,
        kind: 'tool_result',
        blocks: [{ type: 'tool_result', tool_call_id: 'c', text: long, is_error: false }],
      }
      return { ...session, messages: [asked, text, output] }
    }
    const sessions = await at.world.send(
      longSession('1 text'),
      longSession('2 output'),
      longSession('3 whole'),
    )
    const [text, output] = sessions
    const before = await documents(at.world)
    await lose(at.world, `session_id = '${text}' and chunk = 1`)
    await lose(at.world, `session_id = '${output}' and chunk = 10001`)
    expect(await documents(at.world)).toHaveLength(before.length - 2)
    const jobs = await beat(createLostSweep(lookForLostSessions()))
    expect(sessionsOf(jobs)).toEqual([text, output])
    await at.work()
    await eventually(async () => {
      const standing = await documents(at.world)
      expect(standing).toEqual(expect.arrayContaining(before))
    })
  })

  test('looks through a few messages at once and goes on where it was', async () => {
    const sessions = await at.world.send(
      buildSession('1', 2),
      buildSession('2', 1),
      buildSession('3', 1),
      buildSession('4', 1),
    )
    await lose(at.world)
    const sweep = createLostSweep(lookForLostSessions({ messages: 5 }))
    const beats = [await beat(sweep), await beat(sweep), await beat(sweep)]
    expect(beats.map(sessionsOf)).toEqual([sessions.slice(0, 2), sessions.slice(2), []])
  })

  test('passes a session that holds more than is looked through at once', async () => {
    const sessions = await at.world.send(buildSession('long', 3), buildSession('short'))
    await lose(at.world)
    const sweep = createLostSweep(lookForLostSessions({ messages: 1 }))
    const beats = [await beat(sweep), await beat(sweep)]
    expect(beats.map(sessionsOf)).toEqual(sessions.map((session) => [session]))
  })

  test('rests after a round until the next, so a session that cannot be repaired is not tried for ever', async () => {
    const [session] = await at.world.send(buildSession('one'))
    await lose(at.world)
    let now = 0
    const sweep = createLostSweep(lookForLostSessions(), { roundMs: 1_000, now: () => now })
    const named = async () => sessionsOf(await beat(sweep))
    expect(await named()).toEqual([session])
    for (now of [1, 2, 999]) expect(await named()).toEqual([])
    now = 1_000
    expect(await named()).toEqual([session])
  })

  test('has nothing to do with messages that are lost themselves', async () => {
    await at.world.send(buildSession('1', 2))
    await readAsOwner(
      at.engine,
      `delete from teamlore.messages where team_id = '${at.world.teamId}' and kind = 'human'`,
    )
    expect(await beat(createLostSweep(lookForLostSessions()))).toEqual([])
  })
})
