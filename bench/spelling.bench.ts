/**
 * "Did you mean": misspellings of words of real sessions, made the same way in every run. How many are answered, and how many
 * with the word that was meant or another form of it.
 */
import { makeRefreshLexemeStats, makeSearch } from '@teamlore/core'
import { stemOf } from '../packages/core/src/text/derive-lexemes.ts'
import { readBenchOptions } from './harness/bench-options.ts'
import { openBenchWorld } from './harness/bench-world.ts'
import { importSessions } from './harness/import-sessions.ts'
import { type Misspelling, misspellingsOf, SLIPS } from './harness/misspellings.ts'
import { createRandom } from './harness/random.ts'
import { readRows } from './harness/read-rows.ts'
import { newReport, printReport, type Row } from './harness/report.ts'
import { isTechnicalThere, readTechnical, technicalPaths } from './harness/technical-set.ts'

const EACH = 100
const SEED = 7
const LEAST_TEXTS = 3

const options = readBenchOptions()
const report = newReport('spelling')
const share = (part: number, all: number): number =>
  Math.round((part / Math.max(1, all)) * 1_000) / 1_000

for (const engine of isTechnicalThere() ? options.engines : []) {
  const world = await openBenchWorld(engine)
  try {
    const team = await world.addTeam()
    await importSessions(world, team, technicalPaths(readTechnical()))
    const { unitOfWork } = world
    await makeRefreshLexemeStats({ unitOfWork, lagMs: -60_000 })(team.systemScope)
    const bodies = await readRows<{ body: string }>(
      world,
      `select body from teamlore.documents where team_id = '${team.teamId}' order by source_id, chunk`,
    )
    const asked = misspellingsOf(
      bodies.map(({ body }) => body),
      {
        each: options.questions ?? EACH,
        least: LEAST_TEXTS,
        random: createRandom(SEED),
      },
    )
    const search = makeSearch({ unitOfWork })
    const outcomes: (Misspelling & { meantBy: string | undefined; isFound: boolean })[] = []
    for (const one of asked) {
      const { did_you_mean, items } = await search(team.scope, {
        q: one.typed,
        scope: 'all',
        include_superseded: false,
        limit: 1,
      })
      outcomes.push({ ...one, meantBy: did_you_mean, isFound: items.length > 0 })
    }
    for (const o of outcomes)
      if (!o.isFound && o.meantBy !== o.meant)
        console.error(o.slip, o.meant, '<-', o.typed, '->', o.meantBy)
    const rows = ['all', ...SLIPS].map((slip): Row => {
      const some = outcomes.filter((one) => slip === 'all' || one.slip === slip)
      const unknown = some.filter(({ isFound }) => !isFound)
      const answered = unknown.filter(({ meantBy }) => meantBy !== undefined)
      const same = answered.filter(({ meantBy, meant }) => stemOf(meantBy ?? '') === stemOf(meant))
      const exact = answered.filter(({ meantBy, meant }) => meantBy === meant)
      return {
        slip,
        misspellings: some.length,
        'found as they are': some.length - unknown.length,
        answered: share(answered.length, unknown.length),
        right: share(same.length, unknown.length),
        'the very word': share(exact.length, unknown.length),
      }
    })
    report.figures.push(...rows.map((row) => ({ engine, ...row })))
    report.tables.push(rows)
  } finally {
    await world.close()
  }
}
if (!isTechnicalThere())
  report.notes.push('Left out: the sessions whose words are misspelled are not here.')
printReport(report, options)
