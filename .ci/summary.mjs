// Adds up the test reports: `node .ci/summary.mjs FOLDER FAILED_STEPS`. Steps that failed count as failures too, so a lane
// that never ran its tests cannot pass for green.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const [folder, failedSteps] = process.argv.slice(2)
let passed = 0
let failed = Number(failedSteps)
let skipped = 0
for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
  const report = JSON.parse(readFileSync(join(folder, file), 'utf8'))
  passed += report.numPassedTests
  failed += report.numFailedTests
  skipped += report.numPendingTests + report.numTodoTests
}
if (passed === 0) failed += 1
process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`)
process.exit(failed === 0 ? 0 : 1)
