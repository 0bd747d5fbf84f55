// `npm run check`: everything that must be green before a change is finished. `--fast` leaves the tests out.
import { bin, run, runCaptured } from './lib/run.mjs'
import { setUp } from './lib/setup.mjs'

const words = process.argv.slice(2)
if (words.some((word) => word !== '--fast')) {
  process.stderr.write('npm run check [-- --fast]: all steps; with --fast without the tests.\n')
  process.exit(2)
}
await setUp()
const node = (script, ...args) => [process.execPath, [`scripts/${script}`, ...args]]
/** The first two use all cores that there are, the third plants files that no other may meet. */
const ALONE = [
  ['format and lint', bin('biome'), ['ci', '.']],
  ['types', bin('turbo'), ['run', 'typecheck', '--output-logs=errors-only', '--concurrency=100%']],
  ['boundaries', ...node('check-boundaries.mjs')],
]
/** These use one core each, and write nothing that another one reads: two of them run at a time. */
const SIDE_BY_SIDE = [
  ['house', ...node('check-house.mjs')],
  ['unused code', bin('knip')],
  ['versions', ...node('check-versions.mjs')],
  ['lock file', ...node('complete-lock.mjs', '--check')],
  ['kinds', ...node('check-kinds.mjs')],
  ['module mocks', ...node('check-mocks.mjs')],
  ['sentences', ...node('check-sentences.mjs')],
  ['deployment files', ...node('check-deployment.mjs')],
  ['generated files', bin('tsx'), ['scripts/generate-docs.ts', '--check']],
]
const TESTS = words.includes('--fast')
  ? []
  : [
      ['tests', ...node('test.mjs')],
      ['tests that start a server or a browser', ...node('test.mjs', '--e2e')],
    ]

const failed = []
const env = { TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' }
const began = Date.now()
const heading = (name) => `\n── ${name} (after ${Math.round((Date.now() - began) / 1000)} s)\n`

const inTurn = async (steps) => {
  for (const [name, command, args = []] of steps) {
    process.stdout.write(heading(name))
    if ((await run(command, args, { env })) !== 0) failed.push(name)
  }
}
const beside = async (steps) => {
  for (let step = steps.shift(); step !== undefined; step = steps.shift()) {
    const [name, command, args = []] = step
    const { code, output } = await runCaptured(command, args, { env })
    process.stdout.write(`${heading(name)}${output}`)
    if (code !== 0) failed.push(name)
  }
}
const count = ALONE.length + SIDE_BY_SIDE.length + TESTS.length
await inTurn(ALONE)
// Both take from the same list.
await Promise.all([beside(SIDE_BY_SIDE), beside(SIDE_BY_SIDE)])
await inTurn(TESTS)
if (failed.length > 0) {
  process.stderr.write(`\ncheck failed: ${failed.join(', ')}\n`)
  process.exit(1)
}
process.stdout.write(`\ncheck: ${count} steps, all green\n`)
