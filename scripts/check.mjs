// `npm run check`: everything that must be green before a change is finished. `--fast` leaves the tests out.
import { bin, root, run } from './lib/run.mjs'
import { setUp } from './lib/setup.mjs'

const words = process.argv.slice(2)
if (words.some((word) => word !== '--fast')) {
  process.stderr.write('npm run check [-- --fast]: all steps; with --fast without the tests.\n')
  process.exit(2)
}
await setUp()
const node = (script, ...args) => [process.execPath, [`scripts/${script}`, ...args]]
const STEPS = [
  ['format and lint', bin('biome'), ['ci', '.']],
  ['types', bin('turbo'), ['run', 'typecheck', '--output-logs=errors-only', '--concurrency=100%']],
  ['boundaries', ...node('check-boundaries.mjs')],
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
if (!words.includes('--fast')) {
  STEPS.push(['tests', ...node('test.mjs')])
  STEPS.push(['tests that start a server or a browser', ...node('test.mjs', '--e2e')])
}

const failed = []
for (const [name, command, args = []] of STEPS) {
  process.stdout.write(`\n── ${name}\n`)
  const code = await run(command, args, {
    cwd: root,
    env: { TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' },
  })
  if (code !== 0) failed.push(name)
}
if (failed.length > 0) {
  process.stderr.write(`\ncheck failed: ${failed.join(', ')}\n`)
  process.exit(1)
}
process.stdout.write(`\ncheck: ${STEPS.length} steps, all green\n`)
