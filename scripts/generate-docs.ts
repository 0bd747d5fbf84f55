// Writes docs/configuration.md and .env.example from the apps' own env schemas, and the list of addresses in docs/api.md from
// the table of routes, what lorebooks are checked by, and docs/commands.md from the command line; `--check` fails when they are stale.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { jsonSchemas, RULES } from '@teamlore/lorebook'
import { ROUTES, type RouteOf, rowsOf } from '@teamlore/shared'
import { incomingJsonSchema } from '@teamlore/shared/incoming-hooks'
import { z } from 'zod'
import { clientDocs } from './lib/client-docs.ts'
import { commandDocs } from './lib/command-docs.ts'
import { root } from './lib/run.mjs'

type Variable = {
  name: string
  description: string
  fallback: string | undefined
  isRequired: boolean
}

const APPS = {
  server: 'Everything in one process (`npm start`)',
  api: 'API process (production)',
  worker: 'Worker process (production)',
  web: 'Dashboard process (production)',
  agent: 'The agent on a developer’s machine (`lore`)',
} as const

const variablesOf = async (app: string): Promise<Variable[]> => {
  const module: { envSchema: z.ZodObject } = await import(join(root, 'apps', app, 'src/env.ts'))
  const schema = z.toJSONSchema(module.envSchema, { io: 'input', unrepresentable: 'any' })
  const required = new Set(schema.required ?? [])
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const { description, default: fallback } = property as {
      description?: string
      default?: unknown
    }
    if (!description) throw new Error(`apps/${app}/src/env.ts: ${name} has no .describe()`)
    return {
      name,
      description,
      fallback: fallback === undefined ? undefined : String(fallback),
      isRequired: required.has(name),
    }
  })
}

const row = ({ name, description, fallback, isRequired }: Variable) =>
  `| \`${name}\` | ${isRequired ? 'required' : fallback === undefined ? '–' : `\`${fallback}\``} | ${description.replaceAll('|', '\\|')} |`

const apps = await Promise.all(
  Object.entries(APPS).map(async ([app, title]) => ({ title, variables: await variablesOf(app) })),
)

const markdown = `${[
  '# Configuration',
  '',
  'Made from the schemas in `apps/*/src/env.ts` by `npm run generate`; do not edit by hand.',
  'Everything is set by environment variables. An empty value counts as unset.',
  ...apps.flatMap(({ title, variables }) => [
    '',
    `## ${title}`,
    '',
    '| variable | default | what it does |',
    '|---|---|---|',
    ...variables.map(row),
  ]),
].join('\n')}\n`

const seen = new Set<string>()
const example = `${[
  '# Settings of Teamlore; copy to `.env`. Made by `npm run generate`. docs/configuration.md says which process reads what.',
  '# For docker compose these two are required, the rest may stay as it is:',
  'POSTGRES_PASSWORD=',
  'TEAMLORE_ADMIN_KEY=',
  ...apps.flatMap(({ variables }) =>
    variables
      .filter(({ name }) => !seen.has(name) && name !== 'TEAMLORE_ADMIN_KEY' && seen.add(name))
      .flatMap(({ name, description, fallback }) => [
        '',
        `# ${description}`,
        `#${name}=${fallback ?? ''}`,
      ]),
  ),
].join('\n')}\n`

const lineOf = ({ method, path, needs, docs }: RouteOf): string =>
  `| \`${method} ${path}\` | ${needs === 'nobody' ? '–' : needs} | ${docs.replaceAll(/(?<!\\)\|/g, '\\|')} |`

/** A question may be asked by POST too (apps/api/src/routing/question-routes.ts). */
const linesOf = (row: RouteOf): string[] =>
  row.wire === 'question'
    ? [
        lineOf(row),
        lineOf({ ...row, method: 'POST', docs: 'the same with the fields in the body' }),
      ]
    : [lineOf(row)]

/** A page whose list between the marks of a name is written anew. */
const withList = (file: string, name: string, list: readonly string[]): string => {
  const before = readFileSync(join(root, file), 'utf8')
  const [start, end] = [before.indexOf(`<!-- ${name}:`), before.indexOf(`<!-- /${name} -->`)]
  if (start < 0 || end < start) throw new Error(`${file} has lost the marks of its list`)
  const mark = before.slice(start, before.indexOf('\n', start))
  return `${before.slice(0, start)}${[mark, ...list].join('\n')}\n${before.slice(end)}`
}

const CLIENTS_GUIDE = 'docs/guides/connect-an-agent.md'

const apiDoc = (): string =>
  withList('docs/api.md', 'routes', [
    '| address | role | what |',
    '|---|---|---|',
    ...rowsOf(ROUTES).flatMap(({ row }) => linesOf(row)),
  ])

const bookDoc = (): string =>
  withList('docs/lorebooks.md', 'rules', [
    '| rule | severity | what it says |',
    '|---|---|---|',
    ...Object.entries(RULES).map(
      ([name, { severity, about }]) => `| \`${name}\` | ${severity} | ${about} |`,
    ),
  ])

const editorSchemas = Object.entries(jsonSchemas()).map(([name, schema]): [string, string] => [
  `docs/schemas/${name}`,
  `${JSON.stringify(schema, null, 2)}\n`,
])

const hookSchemas = [
  ['docs/schemas/incoming-hook.schema.json', `${JSON.stringify(incomingJsonSchema(), null, 2)}\n`],
] as const

const isChecking = process.argv.includes('--check')
const stale: string[] = []
for (const [file, text] of [
  ['docs/configuration.md', markdown],
  ['.env.example', example],
  ['docs/api.md', apiDoc()],
  ['docs/lorebooks.md', bookDoc()],
  ['docs/commands.md', commandDocs()],
  [CLIENTS_GUIDE, withList(CLIENTS_GUIDE, 'clients', clientDocs())],
  ...editorSchemas,
  ...hookSchemas,
] as const) {
  const path = join(root, file)
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue
  if (isChecking) stale.push(file)
  else {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
}
if (stale.length > 0) {
  process.stderr.write(
    `Out of date: ${stale.join(', ')}. Run \`npm run generate\` and commit what it writes.\n`,
  )
  process.exit(1)
}
process.stdout.write(
  `generated: docs/configuration.md, docs/commands.md, .env.example, the lists in docs/api.md, docs/lorebooks.md and docs/guides/connect-an-agent.md, and docs/schemas ${isChecking ? 'are up to date' : 'written'}\n`,
)
