// Module mocks are not used here: collaborators arrive as arguments. The allowed number is zero.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './lib/run.mjs'

const files = execFileSync('git', ['ls-files', '--', '*.test.ts', '*.test.tsx'], { cwd: root })
  .toString()
  .split('\n')
  .filter(Boolean)
const MOCK = /\b(?:vi|jest)\.(?:mock|doMock|hoisted)\s*\(/
const mocking = files.filter((file) => MOCK.test(readFileSync(join(root, file), 'utf8')))
if (files.length === 0 || mocking.length > 0) {
  process.stderr.write(`Module mocks found in:\n${mocking.join('\n')}\n`)
  process.exit(1)
}
process.stdout.write(`mocks: ${files.length} test files, 0 module mocks\n`)
