// Makes the package of the `lore` command: the bundle and nothing it would have to fetch, but for optional native parts.
//   npm run pack:agent [-- FOLDER]     leaves teamlore-agent-VERSION.tgz in the folder, else in the root
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from './build.mjs'
import { root } from './lib/run.mjs'

const target = resolve(process.argv[2] ?? root)
const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))

await build(['agent'])
const whole = read('package.json')
const agent = read('apps/agent/package.json')
const stage = mkdtempSync(join(tmpdir(), 'teamlore-pack-'))
try {
  // Its map is for those who have the sources.
  for (const path of ['bin/lore.mjs', 'dist/lore.cjs', 'dist/graph-parser.mjs', 'dist/grammars'])
    cpSync(join(root, 'apps/agent', path), join(stage, path), { recursive: true })
  for (const name of ['LICENSE', 'NOTICE']) cpSync(join(root, name), join(stage, name))
  cpSync(join(root, 'docs/cli.md'), join(stage, 'README.md'))
  const manifest = {
    name: agent.name,
    version: whole.version,
    description:
      'Sends the sessions of your AI coding tools to your team’s Teamlore, and finds what they hold.',
    license: agent.license,
    type: 'module',
    bin: agent.bin,
    engines: whole.engines,
    optionalDependencies: agent.optionalDependencies,
  }
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const words = ['pack', '--silent', '--pack-destination', target]
  const name = execFileSync(npm, words, {
    cwd: stage,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  process.stdout.write(`${join(target, name.trim())}\n`)
} finally {
  rmSync(stage, { recursive: true, force: true })
}
