import { setTimeout } from 'node:timers/promises'
import type { EmbeddedEngine, PostgresEngine } from '@teamlore/db'
import type { Embedder } from '@teamlore/models'
import { startWorker } from '../../apps/worker/src/index.ts'
import { createQueueBackend } from '../../packages/queue/src/index.ts'
import type { BenchTeam, BenchWorld } from './bench-world.ts'
import { readRows } from './read-rows.ts'
import { progress } from './report.ts'

export type BenchWorker = {
  /** Waits until the worker has nothing left to do for the team and the planner's statistics are there. */
  settled(team: BenchTeam): Promise<void>
  close(): Promise<void>
}

const LOOK_MS = 1_000
const SHOW_EVERY_MS = 30_000
/** Counting words takes up what is older than a minute, and looks every five. */
const MAX_IDLE_MS = 8 * 60_000

/** The product's own worker beside the bench, with the queue that goes with the engine. */
export const runWorker = async (world: BenchWorld, embedder: Embedder): Promise<BenchWorker> => {
  const queue = await openQueue(world)
  const quiet = { info: () => {}, warn: print, error: print }
  const worker = await startWorker({
    engine: world.engine,
    queue,
    embedder,
    log: quiet,
  })
  return {
    settled: (team) => waitFor(world, team),
    close: async () => {
      await worker.close()
      await queue.close()
    },
  }
}

const print = (fields: Record<string, unknown>, message: string): void =>
  progress(`${message}: ${JSON.stringify(fields)}`)

const openQueue = ({ engine }: BenchWorld) =>
  createQueueBackend(
    engine.kind === 'embedded'
      ? { kind: 'embedded', pool: (engine as EmbeddedEngine).pgPool(), prefix: 'bench' }
      : { kind: 'postgres', url: (engine as PostgresEngine).url, prefix: 'bench' },
  )

type Left = Record<'to distil' | 'to embed' | 'to count' | 'to analyse', number>

/** Read, not done: whatever is missing here, the product has left undone. */
const leftIn = async (world: BenchWorld, { teamId }: BenchTeam): Promise<Left> => {
  const [left] = await readRows<Left>(
    world,
    `select
       (select count(*)::int from teamlore.sessions where team_id = '${teamId}' and distilled = 'pending') as "to distil",
       (select count(*)::int from teamlore.embedding_queue where team_id = '${teamId}') as "to embed",
       (select count(*)::int from teamlore.documents where team_id = '${teamId}' and id >
         (select coalesce(max(counted_to), '') from teamlore.corpus_stats where team_id = '${teamId}')) as "to count",
       (select count(*)::int from unnest(array['sessions', 'messages', 'documents', 'document_vectors', 'lexeme_stats']) t
         where not exists (select from pg_stats where schemaname = 'teamlore' and tablename = t)) as "to analyse"`,
  )
  if (left === undefined) throw new Error('The database says nothing of what is left to do.')
  return left
}

const waitFor = async (world: BenchWorld, team: BenchTeam): Promise<void> => {
  let last = ''
  let changedAt = performance.now()
  let shownAt = changedAt
  for (;;) {
    const left = await leftIn(world, team)
    const text = Object.entries(left)
      .filter(([, count]) => count > 0)
      .map(([what, count]) => `${count} ${what}`)
      .join(', ')
    if (text === '') break
    const now = performance.now()
    if (text !== last) changedAt = now
    last = text
    if (now - changedAt > MAX_IDLE_MS) throw new Error(`The worker does not go on: ${text} left.`)
    if (now - shownAt > SHOW_EVERY_MS) {
      shownAt = now
      progress(`${text} left`)
    }
    await setTimeout(LOOK_MS)
  }
  // Tables that still grew when they were analysed are looked at again.
  await setTimeout(SHOW_EVERY_MS)
}
