// What tests start as threads and processes, bundled once for a run: from its sources each of them would be read by tsx anew,
// which takes more CPU time than what most of them do.
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { ALIAS, keepNpmOutside, MODULES } from './bundling.mjs'
import { root } from './run.mjs'
import { bundleName } from './test-programs.mjs'

/** They are looked for beside whoever starts them, by the names that `npm run build` gives them. */
const THREADS = [
  'packages/db/src/engine/pglite-thread.ts',
  'packages/models/src/local/embed-thread.ts',
  'apps/api/src/bodies/body-thread.ts',
]

/** Processes that tests start. What is not named here runs from its sources. */
export const PROGRAMS = [
  'packages/db/src/testing/embedded-child.ts',
  'packages/db/src/testing/locking-child.ts',
  'packages/models/src/local/testing/leave-early.ts',
  'packages/queue/src/testing/crash-child.ts',
  'apps/worker/src/testing/crash-child.ts',
  'apps/worker/src/testing/killed-removal.ts',
  'apps/api/src/main.ts',
  'apps/agent/src/main.ts',
]

const KEEP = 4
const cache = join(root, 'node_modules', '.cache', 'teamlore', 'test-bundles')

const prune = (keep) => {
  const old = readdirSync(cache)
    .filter((name) => name !== keep)
    .map((name) => ({ path: join(cache, name), mtime: statSync(join(cache, name)).mtimeMs }))
    .sort((a, b) => b.mtime - a.mtime)
    .slice(KEEP)
  for (const { path } of old) rmSync(path, { recursive: true, force: true })
}

/** Named by what is in it, so that two runs at a time share a folder or have two. */
const store = (files) => {
  const hash = createHash('sha256')
  for (const { path, contents } of files) hash.update(path).update('\0').update(contents)
  const name = hash.digest('hex').slice(0, 16)
  const folder = join(cache, name)
  if (existsSync(folder)) return folder
  const unfinished = `${folder}.${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  for (const { path, contents } of files) writeFileSync(join(unfinished, basename(path)), contents)
  symlinkSync(join(root, 'packages/db/migrations'), join(unfinished, 'migrations'), 'junction')
  try {
    renameSync(unfinished, folder)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
  prune(name)
  return folder
}

/** @returns the folder of the bundles, for `TEAMLORE_TEST_BUNDLES` in the environment of the tests; without it everything runs from its sources. */
export const bundleForTests = async () => {
  const esbuild = await import('esbuild')
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [
      ...THREADS.map((path) => ({ in: path, out: basename(path, '.ts') })),
      ...PROGRAMS.map((path) => ({ in: path, out: bundleName(path) })),
    ],
    outdir: cache,
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node20',
    write: false,
    logLevel: 'warning',
    alias: ALIAS,
    plugins: [keepNpmOutside],
    ...MODULES,
  })
  return store(outputFiles)
}
