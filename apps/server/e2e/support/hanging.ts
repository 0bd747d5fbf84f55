import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Loaded into each thread of the server; the script of a thread says which it is. */
const preload = (folder: string) => `
const { existsSync, rmSync } = require('node:fs')
const { basename, join } = require('node:path')
const folder = ${JSON.stringify(folder)}
const asked = (what) => existsSync(join(folder, what))
setInterval(() => {
  const script = basename(process.argv[1] ?? '')
  // As a statement that never ends: nothing else is computed in the thread of the database.
  if (script === 'pglite-thread.mjs' && asked('database')) for (;;) {}
  if (script === 'main.mjs' && asked('loop')) {
    rmSync(join(folder, 'loop'))
    const end = Date.now() + 3_000
    while (Date.now() < end) {}
  }
}, 20).unref()
`

/** Lets parts of a server that is started with its settings hang. */
export const createHanging = () => {
  const folder = mkdtempSync(join(tmpdir(), 'teamlore-hang-'))
  const script = join(folder, 'preload.cjs')
  writeFileSync(script, preload(folder))
  return {
    env: { NODE_OPTIONS: `--require ${script}` },
    /** The thread of the database computes for ever. */
    hangDatabase: () => writeFileSync(join(folder, 'database'), ''),
    /** The event loop of the server is held for three seconds. */
    holdLoop: () => writeFileSync(join(folder, 'loop'), ''),
    /** For the next start. */
    end: () => rmSync(join(folder, 'database'), { force: true }),
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  }
}
