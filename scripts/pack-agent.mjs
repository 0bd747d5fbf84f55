// Makes the package of the `lore` command: the bundle and nothing it would have to fetch, but for optional native parts.
//   npm run pack:agent [-- FOLDER]     leaves teamlore-agent-VERSION.tgz in the folder, else in the root
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from './build.mjs'
import { agentPackage } from './lib/agent-package.mjs'
import { root } from './lib/run.mjs'

const target = resolve(process.argv[2] ?? root)

await build(['agent'])
const { manifest, files } = agentPackage()
const stage = mkdtempSync(join(tmpdir(), 'teamlore-pack-'))
try {
  for (const { path, from } of files) cpSync(join(root, from), join(stage, path))
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
