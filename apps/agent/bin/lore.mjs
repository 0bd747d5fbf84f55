#!/usr/bin/env node
// Starts the bundled command; `npm run build` makes it.
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const bundle = new URL('../dist/main.mjs', import.meta.url)
if (existsSync(bundle)) {
  // From Node 22 on the compiled form is kept, which halves the start.
  module.enableCompileCache?.()
  await import(bundle.href)
} else {
  const root = fileURLToPath(new URL('../../../', import.meta.url))
  process.stderr.write(`lore is not built yet. Run \`npm run build\` in ${root} and try again.\n`)
  process.exitCode = 1
}
