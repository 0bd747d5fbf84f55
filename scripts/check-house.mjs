// How the code is laid out, in figures with bounds that only come closer (scripts/house-bounds.json).
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compareHouse } from './lib/house/compare.mjs'
import { measureHouse } from './lib/house/measure.mjs'
import { root } from './lib/run.mjs'

const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  maxBuffer: 64 * 1024 * 1024,
})
const files = listed
  .toString()
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)))
const bounds = JSON.parse(readFileSync(join(root, 'scripts/house-bounds.json'), 'utf8'))
const { failures, closer, lines } = compareHouse(measureHouse(root, files), bounds)

for (const line of lines) process.stdout.write(`${line}\n`)
for (const one of closer) process.stdout.write(`In scripts/house-bounds.json, ${one}.\n`)
if (failures.length > 0) {
  process.stderr.write(`\n${failures.join('\n')}\n`)
  process.exit(1)
}
process.stdout.write(`house: ${files.length} files, ${lines.length} figures within their bounds\n`)
