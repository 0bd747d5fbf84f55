import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'

const run = promisify(execFile)
const atPackage = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

let folder: string
/** Inside the package, since a bundle finds npm packages by the folders above it. */
beforeAll(async () => {
  await mkdir(atPackage('dist'), { recursive: true })
  folder = await mkdtemp(atPackage('dist/bundle-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

const PROGRAM = `
import { createLocalEmbedder } from './main.mjs'
const embedder = createLocalEmbedder()
const [vector] = await embedder.embed(['hello'], { mode: 'query' })
await embedder.close()
console.log(Math.hypot(...vector).toFixed(3))
`

test('bundled, with npm packages outside, it starts its thread from embed-thread.mjs', async () => {
  await build({
    entryPoints: {
      main: atPackage('src/index.ts'),
      'embed-thread': atPackage('src/local/embed-thread.ts'),
    },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
  })
  await writeFile(join(folder, 'program.mjs'), PROGRAM)
  const { stdout, stderr } = await run(process.execPath, [join(folder, 'program.mjs')])
  expect({ stdout, stderr }).toEqual({ stdout: '1.000\n', stderr: '' })
})
