// Bundles the apps. Each is skipped when its sources are as they were. `npm run build` builds all; `--only=agent,api` some.
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bin, root, runQuietly } from './lib/run.mjs'
import { setUp } from './lib/setup.mjs'
import { hashOf, isFresh, writeStamp } from './lib/stamp.mjs'

const at = (...parts) => join(root, ...parts)
const PACKAGES = ['core', 'db', 'models', 'queue', 'shared'].map((name) => at('packages', name))
const COMMON = [
  at('package-lock.json'),
  at('tsconfig.base.json'),
  at('scripts/build.mjs'),
  at('NOTICE'),
]

const threads = {
  'pglite-thread': 'packages/db/src/engine/pglite-thread.ts',
  'embed-thread': 'packages/models/src/local/embed-thread.ts',
}

const app = (name, entries, options = {}) => ({
  name,
  entries,
  inputs: [at('apps', name)],
  ...options,
})

const APPS = [
  app(
    'agent',
    // What a server runs to read a file that somebody gave it lies beside the command.
    { main: 'apps/agent/src/main.ts', 'read-transcript': 'apps/agent/src/transcript/main.ts' },
    { selfContained: true, packages: ['shared'] },
  ),
  app('api', { main: 'apps/api/src/main.ts', ...threads }, { migrations: true }),
  app('worker', { main: 'apps/worker/src/main.ts', ...threads }, { migrations: true }),
  app('web', { main: 'apps/web/src/main.ts' }, { next: true, packages: ['shared'] }),
  app(
    'server',
    { main: 'apps/server/src/main.ts', ...threads },
    { migrations: true, inputs: ['server', 'api', 'worker', 'web'].map((n) => at('apps', n)) },
  ),
]

const ownPackage = /^@teamlore\//

const packageOf = (path) =>
  path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/')

/** A package npm put beside one of ours, not at the top, could not be found from a bundle: it goes in. */
const isAtTop = (path) => existsSync(at('node_modules', packageOf(path)))

/** Packages from npm stay outside the bundle (some are native, all are in the lock file); our own go in. */
const keepNpmOutside = {
  name: 'keep-npm-outside',
  setup: (build) => {
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind !== 'entry-point' && !ownPackage.test(path) && !isBuiltin(path) && isAtTop(path)
        ? { path, external: true }
        : undefined,
    )
  },
}

/** Of all the languages zod can complain in, the one that `lore` speaks: the others are a third of its bundle. */
const oneLanguage = {
  name: 'one-language',
  setup: (build) => {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js'",
    }))
  },
}

const bundle = async ({ name, entries, selfContained, migrations }) => {
  const esbuild = await import(pathToFileURL(at('node_modules/esbuild/lib/main.js')).href)
  const outdir = at('apps', name, 'dist')
  rmSync(outdir, { recursive: true, force: true })
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: Object.entries(entries).map(([out, input]) => ({ in: input, out })),
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // What a command does not need is not read when it starts.
    splitting: Boolean(selfContained),
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'linked',
    legalComments: 'none',
    logLevel: 'warning',
    define: { __TEAMLORE_VERSION__: JSON.stringify(version) },
    // Some packages that get bundled still call require().
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    // The engine keeps the text of what it runs: less of it, and nothing that takes two bytes a character.
    minifySyntax: Boolean(selfContained),
    minifyWhitespace: Boolean(selfContained),
    ...(selfContained ? { lineLimit: 160 } : {}),
    // Native and optional: looked for when it is wanted, wherever npm put it.
    external: selfContained ? ['libsql'] : [],
    // Its main file finds its parts in a way no bundler follows.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    plugins: selfContained ? [oneLanguage] : [keepNpmOutside],
  })
  if (migrations)
    cpSync(at('packages/db/migrations'), join(outdir, 'migrations'), { recursive: true })
}

const buildNext = () =>
  runQuietly('Building the dashboard (once, about a minute)', bin('next'), ['build'], {
    cwd: at('apps/web'),
    env: { NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
  })

const version = JSON.parse(readFileSync(at('package.json'), 'utf8')).version

const buildApp = async (target) => {
  const packages = target.packages?.map((name) => at('packages', name)) ?? PACKAGES
  const hash = hashOf([...COMMON, ...target.inputs, ...packages], version)
  const stamp = at('apps', target.name, 'dist', '.built')
  const isBuilt = existsSync(at('apps', target.name, 'dist', 'main.mjs')) && isFresh(stamp, hash)
  if (isBuilt && (!target.next || existsSync(at('apps/web/.next/BUILD_ID')))) return
  if (target.next) await buildNext()
  await bundle(target)
  writeStamp(stamp, hash)
}

export const build = async (names) => {
  for (const target of APPS) if (!names || names.includes(target.name)) await buildApp(target)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await setUp()
  const only = process.argv.find((word) => word.startsWith('--only='))
  await build(only?.slice('--only='.length).split(','))
}
