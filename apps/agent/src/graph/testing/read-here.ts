import { cpSync, mkdtempSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ReadCodeFiles } from '../build-graph.ts'
import { openCodeReader } from '../reading/read-code-file.ts'

const require = createRequire(import.meta.url)

/** The grammars as a build lays them beside the command. */
export const grammarsForTests = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'lore-grammars-'))
  cpSync(dirname(require.resolve('@vscode/tree-sitter-wasm')), folder, { recursive: true })
  cpSync(
    require.resolve('web-tree-sitter/web-tree-sitter.wasm'),
    join(folder, 'web-tree-sitter.wasm'),
  )
  return folder
}

/** Reads files within the process of the test. */
export const readHere: ReadCodeFiles = async function* (root, paths) {
  const read = openCodeReader({ grammars: grammarsForTests() })
  for (const path of paths) yield { path, facts: await read(root, path) }
}
