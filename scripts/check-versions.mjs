// One version per dependency over all workspaces, what a package catalogue would give.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './lib/run.mjs'

const manifests = ['apps', 'packages']
  .flatMap((group) => readdirSync(join(root, group)).map((name) => `${group}/${name}/package.json`))
  .concat('package.json')
const seen = new Map()
for (const file of manifests) {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(
    readFileSync(join(root, file), 'utf8'),
  )
  for (const [name, range] of Object.entries({ ...dependencies, ...devDependencies })) {
    const ranges = seen.get(name) ?? new Map()
    ranges.set(range, [...(ranges.get(range) ?? []), file])
    seen.set(name, ranges)
  }
}
const split = [...seen].filter(([, ranges]) => ranges.size > 1)
for (const [name, ranges] of split) {
  process.stderr.write(`${name}:\n`)
  for (const [range, files] of ranges) process.stderr.write(`  ${range} in ${files.join(', ')}\n`)
}
if (split.length > 0) process.exit(1)
process.stdout.write(`versions: ${seen.size} dependencies, each at one version\n`)
