/**
 * What one team notices of another's backfill, on PostgreSQL and Valkey: the API and the worker as docker-compose.yml starts them,
 * `--sizes` messages that come in for one team as fast as they are taken, and another team that searches twice a second, opens a page and sends
 * a session now and then: first alone, then while they come in, then for five minutes while they are distilled and embedded. The same on
 * the embedded engine is `waiting --set another-team`.
 */
import { randomBytes } from 'node:crypto'
import { readBenchOptions } from './harness/bench-options.ts'
import { startDeployed } from './harness/deployed-stack.ts'
import { besideBackfill, sendAll, untilCalm } from './harness/noticing.ts'
import { newReport, printReport, progress } from './harness/report.ts'
import { callerOf, foundTeam } from './harness/two-teams.ts'

const OWN_MESSAGES = 2_000
const WORKING_MS = 300_000

const { json, sizes } = readBenchOptions(undefined, { sizes: '100k' })
const messages = sizes[0] ?? 100_000
const report = newReport('turns')

const adminKey = `tlk_${randomBytes(32).toString('base64url')}`
const stack = await startDeployed(adminKey)
try {
  const large = callerOf(stack.url, adminKey)
  const small = callerOf(stack.url, await foundTeam(stack.url, adminKey, 'Second'))
  progress(`turns: ${OWN_MESSAGES} messages of the second team`)
  await sendAll(small, OWN_MESSAGES)
  await untilCalm(small)
  const { whole, rows } = await besideBackfill(
    { large, small },
    { messages, ms: WORKING_MS, say: (when) => progress(`turns: ${when}`) },
  )
  report.figures.push(whole, ...rows)
  report.tables.push([whole], rows)
} finally {
  await stack.stop()
}
printReport(report, { json })
