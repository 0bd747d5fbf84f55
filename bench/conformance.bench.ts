/**
 * `npm run bench -- conformance`: the official conformance suite of the Model Context Protocol against /mcp, with the tools, prompts and
 * resources that it calls by name (apps/api/src/mcp/testing/conformance) and without, and against the authorization server.
 * `--set 2026-07-28`, `--set 2025-11-25` or `--set authorization` for one part.
 */
import { CONFORMANCE } from '../apps/api/src/mcp/testing/conformance/conformance-offering.ts'
import { readBenchOptions } from './harness/bench-options.ts'
import { openBenchWorld } from './harness/bench-world.ts'
import { openConformanceServer } from './harness/conformance/conformance-server.ts'
import { openKeyProxy } from './harness/conformance/key-proxy.ts'
import { KNOWN_REDS } from './harness/conformance/known-reds.ts'
import { runAuthorizationSuite, runServerSuite } from './harness/conformance/run-suite.ts'
import { openSuite } from './harness/conformance/suite-program.ts'
import { requiredOf, type ScenarioResult } from './harness/conformance/suite-results.ts'
import { freePort } from './harness/loopback.ts'
import { newReport, printReport, progress, type Row } from './harness/report.ts'

const VERSIONS = ['2026-07-28', '2025-11-25']
const OFFERS = {
  'the same and fixtures': CONFORMANCE,
  'what Teamlore offers': undefined,
}
const AUTHORIZATION = ['authorization-server-metadata-endpoint', 'authorization-code-grant']
const CLIENT_DOCUMENTS = { 'by default': false, 'with documents of clients': true }

const { json, engines, sets } = readBenchOptions()
const isAsked = (set: string) => sets.length === 0 || sets.includes(set)
const report = newReport('conformance')
const suite = await openSuite().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})

const counts: Row[] = []
const reds: Row[] = []
const unscored: Row[] = []

type Part = { offers: string; asked: string; required: readonly string[] }

const count = ({ offers, asked, required }: Part, results: readonly ScenarioResult[]) => {
  const ofName = new Map(results.map((result) => [result.scenario, result]))
  const scored = required.map(
    (scenario) =>
      ofName.get(scenario) ?? { scenario, outcome: 'failed', check: null, why: 'It did not run.' },
  )
  const numberOf = (outcome: string) => scored.filter((one) => one.outcome === outcome).length
  counts.push({
    offers,
    asked,
    scenarios: scored.length,
    passed: numberOf('passed'),
    warned: numberOf('warned'),
    failed: numberOf('failed'),
  })
  return scored
}

const name = (asked: string, scored: ReturnType<typeof count>): void => {
  for (const { scenario, outcome, check, why } of scored) {
    if (outcome === 'passed') continue
    const cause = KNOWN_REDS[`${asked} ${scenario}`] ?? null
    reds.push({ asked, scenario, outcome, check, cause })
    if (cause === null) report.notes.push(`Not known before: ${asked} ${scenario}: ${why}`)
  }
}

const askServer = async (offers: keyof typeof OFFERS): Promise<void> => {
  const offering = OFFERS[offers]
  const server = await openConformanceServer(world, { offering })
  const proxy = await openKeyProxy(server.url, server.key)
  for (const asked of VERSIONS.filter(isAsked)) {
    progress(`conformance: ${asked}, ${offers}`)
    const required = requiredOf(suite.folder, asked)
    const results = await runServerSuite(suite, `${proxy.url}/mcp`, asked)
    const scored = count({ offers, asked, required }, results)
    if (offering === undefined) {
      const passed = scored.filter(({ outcome }) => outcome === 'passed')
      const names = passed.map(({ scenario }) => scenario)
      report.notes.push(`Without fixtures, ${asked} passes ${names.join(', ')}.`)
      continue
    }
    name(asked, scored)
    for (const { scenario, outcome, why } of results)
      if (!required.includes(scenario)) unscored.push({ asked, scenario, outcome, why })
  }
  proxy.close()
  await server.close()
}

const askAuthorizationServer = async (asked: keyof typeof CLIENT_DOCUMENTS): Promise<void> => {
  progress(`conformance: authorization, ${asked}`)
  const clientDocuments = CLIENT_DOCUMENTS[asked]
  const server = await openConformanceServer(world, { clientDocuments })
  const callbackPort = await freePort()
  const results = await runAuthorizationSuite(suite, { ...server, callbackPort })
  const part = { offers: 'its authorization server', asked, required: AUTHORIZATION }
  name(asked, count(part, results))
  await server.close()
}

const [engine = 'embedded'] = engines
const world = await openBenchWorld(engine)
try {
  for (const offers of Object.keys(OFFERS)) await askServer(offers as keyof typeof OFFERS)
  if (isAsked('authorization'))
    for (const asked of Object.keys(CLIENT_DOCUMENTS))
      await askAuthorizationServer(asked as keyof typeof CLIENT_DOCUMENTS)
} finally {
  await world.close()
}
report.tables.push(...[counts, reds, unscored].filter((rows) => rows.length > 0))
report.figures.push(...report.tables.flat())
printReport(report, { json })
if (reds.some(({ cause }) => cause === null)) process.exitCode = 1
