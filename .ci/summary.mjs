// Adds up the test reports: `node .ci/summary.mjs FOLDER FAILED_STEPS`. Steps that failed count as failures too, so a lane
// that never ran its tests cannot pass for green. Names what failed and what took longest, since the end of a log is what
// people read.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'

const SLOWEST = 12

const [folder, failedSteps] = process.argv.slice(2)
const reports = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => ({
    lane: basename(name, '.json'),
    report: JSON.parse(readFileSync(join(folder, name), 'utf8')),
  }))

for (const { lane, report } of reports) {
  process.stdout.write(slowest(lane, report.testResults))
  process.stdout.write(failures(lane))
}

const sum = (field) => reports.reduce((total, { report }) => total + report[field], 0)
const passed = sum('numPassedTests')
const skipped = sum('numPendingTests') + sum('numTodoTests')
const failed = sum('numFailedTests') + Number(failedSteps) + (passed === 0 ? 1 : 0)
process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`)
process.exit(failed === 0 ? 0 : 1)

function slowest(lane, files) {
  const lines = files
    .map((file) => ({ name: shown(file.name), seconds: (file.endTime - file.startTime) / 1000 }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST)
    .map(({ name, seconds }) => `  ${seconds.toFixed(0).padStart(5)} s  ${name}\n`)
  return `slowest files of ${lane}:\n${lines.join('')}`
}

function failures(lane) {
  const file = join(folder, `${lane}.failures`)
  const failed = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return failed === '' ? '' : `failed in ${lane}:\n${failed}`
}

function shown(file) {
  return relative(process.cwd(), file)
}
