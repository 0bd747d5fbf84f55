import { createHash } from 'node:crypto'
import type { Engine } from '@teamlore/db'
import { newId, type TeamId, type UserId } from '@teamlore/shared'
import type { BenchEngine } from './bench-options.ts'
import { type BenchTeam, type BenchWorld, benchTeamOf, openBenchWorld } from './bench-world.ts'
import {
  completeSynthetic,
  type LoadSeconds,
  type Synthetic,
  syntheticOf,
  writeSynthetic,
} from './load-synthetic.ts'
import { progress } from './report.ts'
import { selectRows } from './select-rows.ts'
import { createSyntheticCorpus } from './synthetic-corpus.ts'

export type SyntheticScene = { world: BenchWorld; team: BenchTeam; synthetic: Synthetic }

/**
 * A world with `size` synthetic documents; with `keep`, the one an earlier run has filled, if the corpus is the same; with `words`
 * it need not have an index of the vectors.
 */
export const openSynthetic = async (
  kind: BenchEngine,
  size: number,
  { keep = false, words = false } = {},
): Promise<SyntheticScene> => {
  const world = await openBenchWorld(kind, keep ? `${size}_${fingerprint()}` : undefined)
  try {
    const known = keep ? await keptTeam(world.engine) : undefined
    const team = known ?? (await world.addTeam())
    if (known === undefined) {
      progress(`${kind}: writing ${size} documents with their vectors`)
      show(kind, await writeSynthetic(world, team, size))
      if (keep) await noteTeam(world.engine, team)
    }
    show(kind, await completeSynthetic(world, team, { size, isIndexed: !words }))
    return { world, team, synthetic: syntheticOf(team) }
  } catch (error) {
    await world.close()
    throw error
  }
}

const show = (kind: BenchEngine, seconds: Partial<LoadSeconds>): void =>
  progress(
    `${kind}: ${Object.entries(seconds)
      .map(([what, took]) => `${what} ${took.toFixed(1)} s`)
      .join(', ')}`,
  )

/** Changes with what the analyser or the corpus make of the first documents. */
const fingerprint = (): string => {
  const corpus = createSyntheticCorpus({
    teamId: newId.team(),
    userId: newId.user(),
    dimensions: 4,
  })
  const texts = corpus.documents(0, 20).map(({ title, body, length }) => [title, body, length])
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 8)
}

/** The team of a load whose documents are all in; one that was cut off before is begun anew. */
const keptTeam = async (engine: Engine): Promise<BenchTeam | undefined> => {
  await engine.db.execute(
    'create table if not exists public.bench_kept (team_id text, user_id text)',
  )
  const [found] = await selectRows<{ team: TeamId; member: UserId }>(
    engine,
    'select team_id as team, user_id as member from public.bench_kept',
  )
  if (found !== undefined) return benchTeamOf(found.team, [found.member])
  await engine.db.execute('truncate teamlore.teams, teamlore.users, teamlore.documents cascade')
  return undefined
}

const noteTeam = async ({ db }: Engine, { teamId, userIds }: BenchTeam): Promise<void> => {
  await db.execute(`insert into public.bench_kept values ('${teamId}', '${userIds[0]}')`)
}
