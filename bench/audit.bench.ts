/**
 * What sealing audit events costs those who write them: 64 writers at once, with it and without, by turns. `--sizes` says how many
 * events a turn has. `--help` names the options.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { makeSealAudit } from '@teamlore/core/teams'
import { newId } from '@teamlore/shared'
import { type BenchEngine, readBenchOptions } from './harness/bench-options.ts'
import { type BenchTeam, type BenchWorld, openBenchWorld } from './harness/bench-world.ts'
import { newReport, printReport, progress, type Row } from './harness/report.ts'
import { percentile } from './harness/statistics.ts'

const WRITERS = 64
const TURNS = 4
const SEAL_MS = 1_000
const INDEXES = {
  audit_events_waiting: 'on teamlore.audit_events (team_id, id) where batch is null',
  audit_events_of_batch: 'on teamlore.audit_events (team_id, batch) where batch is not null',
}

const { json, engines, sizes } = readBenchOptions(undefined, { sizes: '2560' })
const EVENTS = sizes[0] ?? 2_560

const write = async ({ unitOfWork }: BenchWorld, { scope, userIds }: BenchTeam) => {
  const taken: number[] = []
  for (let n = 0; n < EVENTS / WRITERS; n += 1) {
    const begun = performance.now()
    await unitOfWork.inTeam(scope, ({ audit }) =>
      audit.add({
        id: newId.event(),
        action: 'team.renamed',
        userId: userIds[0] ?? null,
        details: { n },
      }),
    )
    taken.push(performance.now() - begun)
  }
  return taken
}

const setIndexes = async ({ engine }: BenchWorld, isOn: boolean): Promise<void> => {
  for (const [name, on] of Object.entries(INDEXES))
    await engine.db.execute(
      isOn ? `create index if not exists ${name} ${on}` : `drop index if exists teamlore.${name}`,
    )
}

/** Milliseconds of each event. What a turn leaves unsealed is sealed after it, so that no turn pays for another. */
const turn = async (world: BenchWorld, team: BenchTeam, isSealed: boolean): Promise<number[]> => {
  const seal = makeSealAudit({ unitOfWork: world.unitOfWork })
  await setIndexes(world, isSealed)
  let isOver = !isSealed
  const sealing = (async () => {
    while (!isOver) {
      await seal(team.systemScope)
      await pause(SEAL_MS)
    }
  })()
  const taken = await Promise.all(Array.from({ length: WRITERS }, () => write(world, team)))
  isOver = true
  await sealing
  await seal(team.systemScope)
  return taken.flat()
}

const measure = async (engine: BenchEngine): Promise<Row[]> => {
  const world = await openBenchWorld(engine)
  const team = await world.addTeam()
  const taken = { 'without a chain': [] as number[], sealed: [] as number[] }
  await turn(world, team, false)
  for (let n = 0; n < TURNS; n += 1) {
    progress(`audit on ${engine}: turn ${n + 1} of ${TURNS}`)
    taken['without a chain'].push(...(await turn(world, team, false)))
    taken.sealed.push(...(await turn(world, team, true)))
  }
  await world.close()
  return Object.entries(taken).map(([what, times]) => ({
    engine,
    what,
    events: times.length,
    'p50 ms': Math.round(percentile(times, 0.5) * 10) / 10,
    'p95 ms': Math.round(percentile(times, 0.95) * 10) / 10,
  }))
}

const report = newReport('audit')
for (const engine of engines) report.tables.push(await measure(engine))
printReport(report, { json })
