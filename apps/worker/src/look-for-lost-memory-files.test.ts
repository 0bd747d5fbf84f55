import { makeSearch } from '@teamlore/core'
import { readAsOwner } from '@teamlore/db/testing'
import { createFakeEmbedder } from '@teamlore/models/testing'
import type { Job, JobHandlers } from '@teamlore/queue'
import { searchQuerySchema } from '@teamlore/shared'
import { describe, expect, test } from 'vitest'
import { lookForLostMemoryFiles } from './look-for-lost-memory-files.ts'
import { createLostSweep } from './lost-sweep.ts'
import { runningWorkers } from './testing/running-workers.ts'
import { createWorkerWorld, eventually, type WorkerWorld } from './testing/worker-world.ts'

const at = runningWorkers({ emptied: 'memory_files' })

const lose = ({ teamId }: WorkerWorld, condition = 'true') =>
  readAsOwner(
    at.engine,
    `delete from teamlore.documents where team_id = '${teamId}' and kind = 'memory_file' and ${condition}`,
  )

const documents = ({ rowsOf }: WorkerWorld) =>
  rowsOf(
    'documents',
    `source_id || lpad(chunk::text, 6, '0') as place, title, body, private_to, tsv::text`,
  )

const find = async ({ unitOfWork, asker }: WorkerWorld, words: string) =>
  (await makeSearch({ unitOfWork })(asker, searchQuerySchema.parse({ q: words }))).items.length

/** One beat of a sweep, without a queue. */
const beat = (sweep: ReturnType<typeof createLostSweep>): Promise<Job[]> =>
  at.world.unitOfWork.asSystem((repositories) => sweep(repositories.sweep))

const lost = () => beat(createLostSweep(lookForLostMemoryFiles()))

const job = ({ teamId }: WorkerWorld, id: string | undefined) => ({
  name: 'index-memory-file',
  payload: { team_id: teamId, memory_file_id: id },
})

const TIDES = '# Tides\n\nMind the tides.\n'
const LONG = Array.from({ length: 200 }, (_, n) => `Berth ${n} is free for a barge.`).join('\n\n')

describe('rows of the search index of memory files that were deleted', () => {
  test('are there again after a while, once each, are found, and are embedded, without a report', async () => {
    const embedder = createFakeEmbedder({ dimensions: 32 })
    await at.world.mirror({ 'CLAUDE.md': LONG, 'AGENTS.md': TIDES, 'EMPTY.md': '' })
    const before = await documents(at.world)
    await lose(at.world)
    expect(await find(at.world, 'barge')).toBe(0)
    // Each of them looks for what was lost, and finds the same.
    for (let n = 0; n < 2; n++) await at.work({ embedder })
    await eventually(async () => expect(await documents(at.world)).toEqual(before))
    expect(await find(at.world, 'barge')).toBe(1)
    await eventually(async () => {
      expect(await at.world.rowsOf('embedding_queue', 'document_id')).toEqual([])
      expect(await at.world.rowsOf('document_vectors', 'document_id')).toHaveLength(before.length)
    })
    expect((await at.world.health()).dead).toEqual([])
    expect(await lost()).toEqual([])
  })

  test('are lost still when the job fails permanently, which is shown, and a retry repairs it', async () => {
    const id = (await at.world.mirror({ 'AGENTS.md': TIDES })).get('AGENTS.md')
    await lose(at.world)
    let isPoisoned = true
    const poison = Object.assign(new Error('This file is poison'), { permanent: true })
    const wrap = (handlers: JobHandlers): JobHandlers => ({
      ...handlers,
      'index-memory-file': async (payload, context) => {
        if (isPoisoned) throw poison
        await handlers['index-memory-file'](payload, context)
      },
    })
    await at.work({ wrap })
    const dead = await eventually(async () => {
      const [failed] = (await at.world.health()).dead
      expect(failed).toMatchObject(job(at.world, id))
      return failed
    })
    expect(await lost()).toEqual([job(at.world, id)])
    isPoisoned = false
    await at.world.retry(dead?.id ?? '')
    await eventually(async () => expect(await find(at.world, 'mind the tides')).toBe(1))
  })
})

describe('a sweep over memory files', () => {
  test('names those of every team that lost something, if only one row, and no other', async () => {
    const others = await createWorkerWorld(at.engine)
    const mine = await at.world.mirror({ 'CLAUDE.md': LONG, 'AGENTS.md': TIDES, 'EMPTY.md': '' })
    const theirs = await others.mirror({ 'CLAUDE.md': LONG, 'AGENTS.md': TIDES })
    expect(await lost()).toEqual([])
    await lose(at.world, 'chunk = 1')
    await lose(others, `source_id = '${theirs.get('AGENTS.md')}'`)
    expect(await lost()).toEqual([
      job(at.world, mine.get('CLAUDE.md')),
      job(others, theirs.get('AGENTS.md')),
    ])
  })

  test('leaves files that are gone, and names one of which rows are left', async () => {
    await at.world.mirror({ 'AGENTS.md': TIDES })
    const id = (await at.world.mirror({}, 2)).get('AGENTS.md')
    expect(await lost()).toEqual([])
    await at.world.mirror({ 'AGENTS.md': TIDES }, 3)
    await readAsOwner(
      at.engine,
      `update teamlore.memory_files set gone_at = now() where team_id = '${at.world.teamId}'`,
    )
    expect(await lost()).toEqual([job(at.world, id)])
  })

  test('names those whose rows are of an older text, or for other readers', async () => {
    const files = await at.world.mirror({ 'a.md': TIDES, 'b.md': TIDES, 'c.md': TIDES })
    const [older, others] = [files.get('a.md'), files.get('b.md')]
    for (const [id, change] of [
      [older, `occurred_at = '2026-02-01T08:00:00Z'`],
      [others, `private_to = 'usr_ann'`],
    ])
      await readAsOwner(
        at.engine,
        `update teamlore.documents set ${change} where source_id = '${id}'`,
      )
    expect(await lost()).toEqual([older, others].sort().map((id) => job(at.world, id)))
  })

  test('looks through a few at once and goes on where it was', async () => {
    const paths = ['a.md', 'b.md', 'c.md', 'd.md', 'e.md']
    const files = await at.world.mirror(Object.fromEntries(paths.map((path) => [path, TIDES])))
    await lose(at.world)
    const sweep = createLostSweep(lookForLostMemoryFiles({ files: 2 }))
    const jobs = [...files.values()].sort().map((id) => job(at.world, id))
    const beats = [await beat(sweep), await beat(sweep), await beat(sweep), await beat(sweep)]
    expect(beats).toEqual([jobs.slice(0, 2), jobs.slice(2, 4), jobs.slice(4), []])
  })
})
