/**
 * What a team has after its first hour: the recorded sessions come in whole, are distilled by rules and by the recorded answers of a
 * language model, curated and embedded. Counted is what is served afterwards, what reading took of tokens and money, and how long the
 * product was at work. `FIRST_HOUR_SAMPLE=FILE` writes what is served, to be judged. `--help` names the options.
 */
import { writeFileSync } from 'node:fs'
import { readBenchOptions } from './harness/bench-options.ts'
import { openBenchWorld } from './harness/bench-world.ts'
import { openFirstHour } from './harness/first-hour.ts'
import { readRows } from './harness/read-rows.ts'
import { newReport, printReport, progress, type Row } from './harness/report.ts'

/** Of whom prices are known; what was recorded is of none of them. */
const PRICED = ['claude-haiku-4-5', 'claude-sonnet-4']

type Served = {
  id: string
  status: string
  kind: string
  topic: string
  statement: string
  reason: string
  confidence: number
  anchors: number
}

const options = readBenchOptions()
const report = newReport('first-hour')
const minutes = (since: number): number => Math.round((performance.now() - since) / 6_000) / 10

for (const engine of options.engines) {
  const world = await openBenchWorld(engine)
  try {
    const team = await world.addTeam(['Ann'])
    const hour = await openFirstHour(world, team)
    const began = performance.now()
    progress(`first-hour on ${engine}: sessions come in`)
    const sessions = await hour.send()
    progress(`first-hour on ${engine}: ${sessions.length} sessions are distilled`)
    await hour.distil(sessions)
    progress(`first-hour on ${engine}: curating and embedding`)
    const curated = await hour.curate()
    const worked = minutes(began)
    const served = await readRows<Served>(
      world,
      `select m.id, m.status, m.kind, m.topic, m.statement, m.reason, m.confidence,
         (select count(*)::int from teamlore.memory_anchors a where a.memory_id = m.id) as anchors
       from teamlore.memories m where m.team_id = '${team.teamId}' order by m.id`,
    )
    const isServed = ({ status }: Served) => status === 'active' || status === 'unreviewed'
    const count = (of: (one: Served) => boolean) => served.filter(of).length
    const { asked, missing, tokens } = hour.account()
    const row: Row = {
      engine,
      sessions: sessions.length,
      active: count(({ status }) => status === 'active'),
      unreviewed: count(({ status }) => status === 'unreviewed'),
      others: count((one) => !isServed(one)),
      'served a 100 sessions': Math.round((100 * count(isServed)) / sessions.length),
      'anchored %': Math.round(
        (100 * count((one) => isServed(one) && one.anchors > 0)) / Math.max(1, count(isServed)),
      ),
      questions: asked,
      'not recorded': missing,
      'tokens in': tokens.inputTokens,
      'tokens out': tokens.outputTokens,
      'minutes of the product': worked,
    }
    for (const model of PRICED) row[`$ by ${model}`] = hour.dollars(model)
    report.figures.push(row)
    const waiting = await readRows<Row>(
      world,
      `select m.status, m.origin, count(*)::int as memories from teamlore.memories m
       where m.team_id = '${team.teamId}' group by 1, 2 order by 1, 2`,
    )
    report.figures.push({ engine, ...curated }, ...waiting)
    report.tables.push([row], [curated], waiting)
    const file = process.env['FIRST_HOUR_SAMPLE']
    if (file !== undefined) {
      const lines = await hour.judgeable(served.filter(isServed).map(({ id }) => id))
      writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    }
  } finally {
    await world.close()
  }
}
printReport(report, options)
