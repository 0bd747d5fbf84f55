// `npm run bench [-- NAME …] [-- --json …]`: the benchmarks of bench/*.bench.ts. Without a name, all of them.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { bin, root, run } from './lib/run.mjs'
import { setUp } from './lib/setup.mjs'

await setUp()
const known = readdirSync(join(root, 'bench'))
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.slice(0, -'.bench.ts'.length))
const words = process.argv.slice(2)
const firstOption = words.findIndex((word) => word.startsWith('-'))
const names = firstOption === -1 ? words : words.slice(0, firstOption)
const options = firstOption === -1 ? [] : words.slice(firstOption)
const unknown = names.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  process.stderr.write(
    `No benchmark named ${unknown.join(', ')}. There are: ${known.join(', ')}.\n`,
  )
  process.exit(2)
}
if (names.length === 0 && options.includes('--help')) {
  process.stdout.write(`Benchmarks: ${known.join(', ')}.\nOptions: npm run bench -- NAME --help\n`)
  process.exit(0)
}
for (const name of names.length > 0 ? names : known) {
  const code = await run(bin('tsx'), [`bench/${name}.bench.ts`, ...options])
  if (code !== 0) process.exit(code)
}
