// What must not be written, one or more for every rule of .dependency-cruiser.cjs: the proof that none of them sleeps.
import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { root } from './run.mjs'

const require = createRequire(import.meta.url)
const { LAYERED, ruleOf } = require('./layers.cjs')
const { forbidden } = require(join(root, '.dependency-cruiser.cjs'))

export const RULES = forbidden.map(({ name }) => name)

const NAME = 'planted-violation.ts'
const importing = (...modules) => modules.map((module) => `import '${module}'\n`).join('')

/** `file`, what stands in it, and the rules it breaks, each with what the arrow must be reported to lead to. */
const plant = (file, text, ...breaks) => ({
  file,
  text,
  breaks: breaks.map((one) => (typeof one === 'string' ? { rule: one } : one)),
})

const OF_PACKAGES = [
  plant(
    `packages/shared/src/${NAME}`,
    importing('@teamlore/core', 'node:fs'),
    'shared-is-a-leaf',
    'shared-runs-in-a-browser',
  ),
  plant(
    `packages/redaction/src/${NAME}`,
    importing('@teamlore/core', 'node:fs'),
    'redaction-knows-shared-only',
    'redaction-runs-in-a-browser',
  ),
  plant(
    `packages/lorebook/src/${NAME}`,
    importing('@teamlore/core', 'node:fs'),
    'lorebook-knows-shared-only',
    'lorebook-has-no-input-or-output',
  ),
  plant(
    `packages/bots/src/${NAME}`,
    importing('@teamlore/core', 'node:fs'),
    'bots-know-shared-only',
    'bots-have-no-input-or-output',
  ),
  plant(
    `packages/sources/src/${NAME}`,
    importing('@teamlore/core', 'node:http'),
    'sources-know-redaction-and-shared',
    'sources-have-no-network',
  ),
  plant(
    'packages/sources/src/planted-violation.test.ts',
    importing('../../../apps/agent/src/capture/file-index.ts'),
    {
      rule: 'sources-know-redaction-and-shared',
      to: 'apps/agent/src/capture/file-index.ts',
    },
  ),
  plant(`packages/db/src/${NAME}`, importing('@teamlore/core'), 'db-knows-shared-only'),
  plant(`packages/hosts/src/${NAME}`, importing('@teamlore/core'), 'hosts-know-shared-only'),
  plant(
    `packages/queue/src/${NAME}`,
    importing('@teamlore/core'),
    'queue-and-models-know-shared-only',
  ),
  plant(
    `packages/core/src/${NAME}`,
    importing(
      '@octokit/core',
      'drizzle-orm',
      '../../db/src/index.ts',
      '../../queue/src/index.ts',
      '../../shared/src/process/index.ts',
      './testing/ingest-world.ts',
    ),
    'core-has-no-framework',
    'octokit-stays-behind',
    'sql-lives-in-db',
    'core-takes-types-not-tables',
    'core-knows-db-lorebook-redaction-and-shared',
    'only-processes-know-the-process',
    'test-code-stays-in-tests',
  ),
]

const OF_APPS = [
  plant(
    `apps/web/src/${NAME}`,
    importing('@teamlore/redaction'),
    'web-leaves-secrets-and-files-to-others',
  ),
  plant(
    `apps/api/src/${NAME}`,
    importing('bullmq', 'pg', '../../../packages/db/src/index.ts', '../../worker/src/index.ts'),
    'bullmq-stays-behind',
    'pg-serves-the-queue',
    'only-compose-builds-things',
    'apps-never-import-apps',
  ),
  plant('packages/core/src/planted-orphan.ts', 'export const alone = 1\n', 'no-orphans'),
  plant('packages/core/src/planted-circle-a.ts', importing('./planted-circle-b.ts'), 'no-cycles'),
  // A circle is reported once.
  plant('packages/core/src/planted-circle-b.ts', importing('./planted-circle-a.ts')),
]

/** A file of a folder, for somebody to import who must not. */
const fileOf = (source, folder) => {
  if (existsSync(join(root, source, `${folder}.ts`))) return `${source}/${folder}.ts`
  const files = readdirSync(join(root, source, folder))
  const file = files.sort().find((name) => /^[^/]+\.ts$/.test(name) && !/\.test\.ts$/.test(name))
  return `${source}/${folder}/${file}`
}

/** Folders of a source that hold code themselves, tests apart; below one that does, all belongs to it. */
const foldersOf = (source, folder = '') =>
  readdirSync(join(root, source, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
    .flatMap(({ name }) => {
      const path = folder === '' ? name : `${folder}/${name}`
      const holdsCode = readdirSync(join(root, source, path)).some((file) =>
        /(?<!\.test)\.ts$/.test(file),
      )
      return holdsCode ? [path] : foldersOf(source, path)
    })

/** In every folder that has a layer a file that imports every folder it must not know. */
const ofLayers = ({ name, source, layers }) => {
  const known = layers.flat()
  const strays = foldersOf(source).filter((folder) => !known.includes(folder))
  if (strays.length > 0)
    throw new Error(`scripts/lib/layers.cjs names no layer of ${source} for ${strays.join(', ')}.`)
  const plants = layers.slice(0, -1).flatMap((layer, index) =>
    layer.map((folder) => {
      const beside = layer.filter((other) => other !== folder)
      const above = [...beside, ...layers.slice(index + 1).flat()]
      const targets = above.map((other) => fileOf(source, other))
      const file = `${source}/${folder}/${NAME}`
      return plant(
        file,
        importing(...targets.map((target) => relative(dirname(file), target))),
        ...targets.map((to) => ({ rule: ruleOf(name, folder), to })),
      )
    }),
  )
  const entry = fileOf(source, layers.at(-1)[0])
  const stray = `${source}/planted-folder/${NAME}`
  return [
    ...plants,
    plant(stray, importing(relative(dirname(stray), entry)), `${name}-folders-have-a-layer`),
  ]
}

const OF_AGENT = [
  plant(
    'apps/agent/src/commands/search/planted-shortcut.ts',
    importing('../../../../../packages/db/src/index.ts'),
    'web-and-agent-speak-http',
  ),
]

export const PLANTS = [...OF_PACKAGES, ...OF_APPS, ...LAYERED.flatMap(ofLayers), ...OF_AGENT]
