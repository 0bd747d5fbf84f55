// What must not be written, one or more for every rule of .dependency-cruiser.cjs: the proof that none of them sleeps.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from './run.mjs'

const require = createRequire(import.meta.url)
const { AGENT_LAYERS } = require('./agent-layers.cjs')
const { forbidden } = require(join(root, '.dependency-cruiser.cjs'))

export const RULES = forbidden.map(({ name }) => name)

const AGENT = 'apps/agent/src'
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
    `packages/sources/src/${NAME}`,
    importing('@teamlore/core', 'node:http'),
    'sources-know-redaction-and-shared',
    'sources-have-no-network',
  ),
  plant(`packages/db/src/${NAME}`, importing('@teamlore/core'), 'db-knows-shared-only'),
  plant(
    `packages/queue/src/${NAME}`,
    importing('@teamlore/core'),
    'queue-and-models-know-shared-only',
  ),
  plant(
    `packages/core/src/${NAME}`,
    importing(
      'drizzle-orm',
      '../../db/src/index.ts',
      '../../queue/src/index.ts',
      '../../shared/src/process/index.ts',
      './testing/ingest-world.ts',
    ),
    'core-has-no-framework',
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
const fileOf = (folder) => {
  if (existsSync(join(root, AGENT, `${folder}.ts`))) return `${AGENT}/${folder}.ts`
  const files = readdirSync(join(root, AGENT, folder), { recursive: true })
  const file = files.sort().find((name) => /^[^/]+\.ts$/.test(name) && !/\.test\.ts$/.test(name))
  return `${AGENT}/${folder}/${file}`
}

/** In every folder of the agent a file that imports every folder it must not know. */
const ofAgent = () => {
  const folders = readdirSync(join(root, AGENT)).filter((name) =>
    statSync(join(root, AGENT, name)).isDirectory(),
  )
  const strays = folders.filter((name) => name !== 'testing' && !AGENT_LAYERS.flat().includes(name))
  if (strays.length > 0) throw new Error(`AGENT_LAYERS names no ${strays.join(', ')}.`)
  const plants = AGENT_LAYERS.slice(0, -1).flatMap((layer, index) =>
    layer.map((folder) => {
      const beside = layer.filter((other) => other !== folder)
      const targets = [...beside, ...AGENT_LAYERS.slice(index + 1).flat()].map(fileOf)
      return plant(
        `${AGENT}/${folder}/${NAME}`,
        importing(...targets.map((target) => `../${target.slice(AGENT.length + 1)}`)),
        ...targets.map((to) => ({ rule: `agent-${folder}-looks-down-only`, to })),
      )
    }),
  )
  return [
    ...plants,
    plant(`${AGENT}/planted-folder/${NAME}`, importing('../main.ts'), 'agent-folders-have-a-layer'),
    plant(
      `${AGENT}/commands/planted-shortcut.ts`,
      importing('../../../../packages/db/src/index.ts'),
      'web-and-agent-speak-http',
    ),
  ]
}

export const PLANTS = [...OF_PACKAGES, ...OF_APPS, ...ofAgent()]
