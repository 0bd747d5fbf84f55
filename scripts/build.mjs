// Bundles the apps. Each is skipped when its sources are as they were. `npm run build` builds all; `--only=agent,api` some.
// `web-path` is the dashboard for a TEAMLORE_URL with a path: any path, which is put in when the server starts.
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { writeAgentList } from './lib/agent-package.mjs'
import { ALIAS, keepNpmOutside, MODULES } from './lib/bundling.mjs'
import { foldersOf } from './lib/our-packages.mjs'
import { bin, root, runQuietly } from './lib/run.mjs'
import { setUp } from './lib/setup.mjs'
import { hashOf, isFresh, writeStamp } from './lib/stamp.mjs'

const at = (...parts) => join(root, ...parts)
const COMMON = [
  at('package-lock.json'),
  at('tsconfig.base.json'),
  at('scripts/build.mjs'),
  at('scripts/lib/agent-package.mjs'),
  at('scripts/lib/bundling.mjs'),
  at('NOTICE'),
]

const threads = {
  'pglite-thread': 'packages/db/src/engine/pglite-thread.ts',
  'embed-thread': 'packages/models/src/local/embed-thread.ts',
}

/** Reads large bodies of requests, so that nobody waits for it. */
const apiThreads = { 'body-thread': 'apps/api/src/bodies/body-thread.ts' }

/**
 * What a server runs, as a process of its own, to read a file that somebody gave it. It may read the folder that it lies in, so
 * that nothing else lies there, and it holds all it needs.
 */
const READER = { 'reader/read-transcript': 'apps/agent/src/transcript/main.ts' }

/** Reads code for `lore graph`, as a process of its own, so that no parser weighs on `lore`. Its grammars lie beside it. */
const GRAPH_PARSER = { 'graph-parser': 'apps/agent/src/graph/main.ts' }
const GRAMMARS = ['cpp', 'go', 'java', 'javascript', 'python', 'rust', 'tsx', 'typescript']

const copyGrammars = (outdir) => {
  const folder = join(outdir, 'grammars')
  for (const name of GRAMMARS)
    cpSync(
      at(`node_modules/@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`),
      join(folder, `tree-sitter-${name}.wasm`),
    )
  cpSync(
    at('node_modules/web-tree-sitter/web-tree-sitter.wasm'),
    join(folder, 'web-tree-sitter.wasm'),
  )
}

const app = (name, entries, options = {}) => ({
  name,
  entries,
  ...options,
})

const APPS = [
  app('agent', {}, { command: { lore: 'apps/agent/src/main.ts' } }),
  app(
    'api',
    { main: 'apps/api/src/main.ts', ...threads, ...apiThreads },
    { migrations: true, reader: READER },
  ),
  app('worker', { main: 'apps/worker/src/main.ts', ...threads }, { migrations: true }),
  app('web', { main: 'apps/web/src/main.ts' }, { next: true }),
  app('web-path', {}, { next: true, folder: 'web' }),
  app(
    'server',
    { main: 'apps/server/src/main.ts', ...threads, ...apiThreads },
    {
      migrations: true,
      reader: READER,
    },
  ),
]

/** Of all the languages zod can complain in, the one that `lore` speaks: the others are a third of its bundle. */
const oneLanguage = {
  name: 'one-language',
  setup: (build) => {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js'",
    }))
  },
}

/** Holds all it needs, since its package is installed alone. */
const SELF_CONTAINED = {
  // The engine keeps the text of what it runs: less of it, and nothing that takes two bytes a character.
  minifySyntax: true,
  minifyWhitespace: true,
  lineLimit: 160,
  // Native and optional: looked for when it is wanted, wherever npm put it.
  external: ['libsql', 'oxc-parser'],
  plugins: [oneLanguage],
}

/** One script: of a script the engine can keep the compiled form, of a module it cannot (apps/agent/bin/lore.mjs). */
const SCRIPT = {
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  // A script that was compiled before cannot import on Node 20: it requires.
  supported: { 'dynamic-import': false },
}

/** The bundler leaves patterns as they were written; one such letter would make the engine keep two bytes for each. */
const onlyAscii = (file) => {
  const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  writeFileSync(file, readFileSync(file, 'utf8').replace(/[^\0-\x7f]/g, escaped))
}

const bundle = async ({ name, entries, command, migrations, reader }) => {
  const esbuild = await import(pathToFileURL(at('node_modules/esbuild/lib/main.js')).href)
  const outdir = at('apps', name, 'dist')
  rmSync(outdir, { recursive: true, force: true })
  const build = (points, options) =>
    esbuild.build({
      absWorkingDir: root,
      entryPoints: Object.entries(points).map(([out, input]) => ({ in: input, out })),
      outdir,
      bundle: true,
      platform: 'node',
      target: 'node20',
      sourcemap: 'linked',
      legalComments: 'none',
      logLevel: 'warning',
      define: { __TEAMLORE_VERSION__: JSON.stringify(version) },
      alias: ALIAS,
      ...(command ? SELF_CONTAINED : { plugins: [keepNpmOutside] }),
      ...options,
    })
  if (Object.keys(entries).length > 0) await build(entries, MODULES)
  if (reader) await build(reader, { ...MODULES, ...SELF_CONTAINED })
  if (command) {
    await build(command, SCRIPT)
    for (const name of Object.keys(command)) onlyAscii(join(outdir, `${name}.cjs`))
    await build(GRAPH_PARSER, { ...MODULES, ...SELF_CONTAINED })
    copyGrammars(outdir)
    writeAgentList()
  }
  if (migrations)
    cpSync(at('packages/db/migrations'), join(outdir, 'migrations'), { recursive: true })
}

/** Where Next.js puts the dashboard. */
const NEXT_AT = { web: '.next', 'web-path': '.next-path' }
/** What stands for the path in a build for any: apps/web/src/pages-at-path.ts knows it too. */
const BASE_PATHS = { web: '', 'web-path': '/__teamlore_path__' }

const buildNext = (name) =>
  runQuietly('Building the dashboard (once, about a minute)', bin('next'), ['build'], {
    cwd: at('apps/web'),
    env: {
      NEXT_TELEMETRY_DISABLED: '1',
      NODE_ENV: 'production',
      TEAMLORE_DASHBOARD_FOLDER: NEXT_AT[name],
      TEAMLORE_BASE_PATH: BASE_PATHS[name],
    },
  })

const version = JSON.parse(readFileSync(at('package.json'), 'utf8')).version

/** Whoever reads transcripts holds a part of the agent, which it starts and does not import. */
const sourcesOf = ({ name, folder = name, reader }) => [
  ...new Set([...foldersOf(folder), ...(reader ? foldersOf('agent') : [])]),
]

const buildApp = async (target) => {
  const hash = hashOf([...COMMON, ...sourcesOf(target)], version)
  const next = target.next && at('apps/web', NEXT_AT[target.name])
  const stamp = target.folder ? join(next, '.built') : at('apps', target.name, 'dist', '.built')
  if (isFresh(stamp, hash) && (!next || existsSync(join(next, 'BUILD_ID')))) return
  if (next) await buildNext(target.name)
  if (!target.folder) await bundle(target)
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
