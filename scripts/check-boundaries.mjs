// The arrows of docs/architecture.md, and proof that the guard still bites: a planted violation must be reported.
import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bin, root } from './lib/run.mjs'

const cruise = () => {
  try {
    return execFileSync(
      bin('depcruise'),
      ['apps', 'packages', '--config', '.dependency-cruiser.cjs', '--output-type', 'json'],
      { cwd: root, maxBuffer: 256 * 1024 * 1024, stdio: ['ignore', 'pipe', 'inherit'] },
    )
  } catch (error) {
    // It ends with the number of violations as exit code; the report is on stdout all the same.
    if (error.stdout?.length > 0) return error.stdout
    throw error
  }
}
const report = () => JSON.parse(cruise().toString()).summary

const say = ({ rule, from, to }) => `  ${rule.name}: ${from} → ${to}`
const fail = (message) => {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

// One plant per kind of arrow: a leaf that looks up, core that touches a table, an app that skips the API.
const PLANTS = [
  ['packages/shared/src/planted-violation.ts', "import '@teamlore/core'\n", 'shared-is-a-leaf'],
  [
    'packages/redaction/src/planted-violation.ts',
    "import '@teamlore/core'\nimport 'node:fs'\n",
    'redaction-knows-shared-only',
    'redaction-runs-in-a-browser',
  ],
  [
    'packages/lorebook/src/planted-violation.ts',
    "import '@teamlore/core'\nimport 'node:fs'\n",
    'lorebook-knows-shared-only',
    'lorebook-has-no-input-or-output',
  ],
  [
    'apps/web/src/planted-violation.ts',
    "import '@teamlore/redaction'\n",
    'web-leaves-secrets-and-files-to-others',
  ],
  [
    'packages/sources/src/planted-violation.ts',
    "import '@teamlore/core'\nimport 'node:http'\n",
    'sources-know-redaction-and-shared',
    'sources-have-no-network',
  ],
  ['packages/core/src/planted-violation.ts', "import 'drizzle-orm'\n", 'core-has-no-framework'],
  [
    'apps/agent/src/planted-violation.ts',
    "import '../../../packages/db/src/index.ts'\n",
    'web-and-agent-speak-http',
  ],
  ['apps/api/src/planted-violation.ts', "import 'bullmq'\n", 'bullmq-stays-behind'],
]

const tracked = execFileSync('git', ['ls-files', '--', 'apps', 'packages'], { cwd: root })
  .toString()
  .split('\n')
  .filter((file) => /\/src\/.*\.tsx?$/.test(file) && !file.endsWith('.d.ts')).length

for (const [file, text] of PLANTS) writeFileSync(join(root, file), text)
let planted
try {
  planted = report()
} finally {
  for (const [file] of PLANTS) rmSync(join(root, file), { force: true })
}

const isPlant = ({ from }) => PLANTS.some(([file]) => from === file)
for (const [file, , ...rules] of PLANTS)
  for (const rule of rules) {
    const isReported = planted.violations.some((v) => v.from === file && v.rule.name === rule)
    if (!isReported)
      fail(`The boundary check is blind: ${file} broke ${rule} and nothing was said.`)
  }
const violations = planted.violations.filter((violation) => !isPlant(violation))
if (planted.totalCruised < tracked) {
  fail(`Only ${planted.totalCruised} modules were looked at, but ${tracked} sources are tracked.`)
}
if (violations.length > 0) fail(`Boundaries broken:\n${violations.map(say).join('\n')}`)
process.stdout.write(
  `boundaries: ${planted.totalCruised} modules, 0 violations, ${PLANTS.length} planted ones caught\n`,
)
