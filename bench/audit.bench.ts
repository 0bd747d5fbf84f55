/** What sealing audit events costs those who write them: 64 writers at once, with and without it, by turns. `--help` names the options. */
import { parseArgs } from 'node:util'
import { makeSealAudit } from '@teamlore/core/teams'
import { newId } from '@teamlore/shared'
import { openBenchWorld } from './harness/bench-world.ts'

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: 'embedded' },
    rounds: { type: 'string', default: '4' },
    events: { type: 'string', default: '40' },
    help: { type: 'boolean', default: false },
  },
})
if (options.help) {
  process.stdout.write(
    'npm run bench -- audit [--engine embedded|postgres] [--rounds 4] [--events 40 of each writer]\n',
  )
  process.exit(0)
}

const WRITERS = 64
const world = await openBenchWorld(options.engine === 'postgres' ? 'postgres' : 'embedded')
const { engine, unitOfWork } = world
const { scope, systemScope, userIds } = await world.addTeam()
const seal = makeSealAudit({ unitOfWork })

const write = async (into: number[]): Promise<void> => {
  for (let n = 0; n < Number(options.events); n += 1) {
    const begun = performance.now()
    await unitOfWork.inTeam(scope, ({ audit }) =>
      audit.add({
        id: newId.event(),
        action: 'team.renamed',
        userId: userIds[0] ?? null,
        details: { n },
      }),
    )
    into.push(performance.now() - begun)
  }
}

const INDEXES = {
  audit_events_waiting: 'on teamlore.audit_events (team_id, id) where batch is null',
  audit_events_of_batch: 'on teamlore.audit_events (team_id, batch) where batch is not null',
}
const setIndexes = async (isOn: boolean): Promise<void> => {
  for (const [name, on] of Object.entries(INDEXES))
    await engine.db.execute(
      isOn ? `create index if not exists ${name} ${on}` : `drop index if exists teamlore.${name}`,
    )
}

const round = async (isSealed: boolean): Promise<number[]> => {
  const taken: number[] = []
  await setIndexes(isSealed)
  let isOver = false
  const sealing = (async () => {
    while (isSealed && !isOver) {
      await seal(systemScope)
      await new Promise((resolve) => setTimeout(resolve, 1_000))
    }
  })()
  await Promise.all(Array.from({ length: WRITERS }, () => write(taken)))
  isOver = true
  await sealing
  return taken
}

const at = (values: number[], share: number): string =>
  (values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0).toFixed(2)

const taken = { without: [] as number[], sealed: [] as number[] }
await round(false)
for (let n = 0; n < Number(options.rounds); n += 1) {
  taken.without.push(...(await round(false)))
  taken.sealed.push(...(await round(true)))
}
for (const [name, values] of Object.entries(taken))
  process.stdout.write(
    `audit ${engine.kind}, ${name}: ${values.length} events, median ${at(values, 0.5)} ms, p95 ${at(values, 0.95)} ms\n`,
  )
await world.close()
