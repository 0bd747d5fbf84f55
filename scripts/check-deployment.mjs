// Reads docker-compose.yml and the Dockerfile with parsers and holds them to what the code says: targets that exist, commands
// that run files the build makes, variables that the apps' own schemas know, health checks, no secret with a default.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DockerfileParser } from 'dockerfile-ast'
import { register } from 'tsx/esm/api'
import { parse } from 'yaml'
import { root } from './lib/run.mjs'

const problems = []
const expect = (holds, problem) => holds || problems.push(problem)
const read = (file) => readFileSync(join(root, file), 'utf8')

const compose = parse(read('docker-compose.yml'), { strict: true, uniqueKeys: true })
const dockerfile = DockerfileParser.parse(read('Dockerfile'))

const stages = new Map()
for (const from of dockerfile.getFROMs()) {
  const { start } = from.getRange()
  stages.set(from.getBuildStage(), { from: from.getImage(), line: start.line, commands: [] })
}
const starts = [...stages.values()]
for (const instruction of dockerfile.getInstructions()) {
  const { line } = instruction.getRange().start
  starts.findLast((stage) => stage.line <= line)?.commands.push(instruction)
}

/** Variables that name a place inside the container: the image sets them, and a setting of the host must not. */
const OF_THE_IMAGE = new Set(['HOST', 'PORT', 'WORKER_HEALTH_HOST', 'WORKER_HEALTH_PORT'])
/** What compose decides by itself, because it starts the other side. */
const OF_COMPOSE = {
  DATABASE_URL: /^postgres:\/\/teamlore:\$\{POSTGRES_PASSWORD\}@postgres:/,
  REDIS_URL: /^redis:\/\/valkey:/,
  API_URL: /^http:\/\/api:4000$/,
}
/** Behind the web service only; there it is the web service that is told whom to trust. */
const isFixed = (service, variable, value) =>
  OF_COMPOSE[variable]?.test(value) || (service === 'api' && variable === 'TRUST_PROXY')

/** What a service reads, by the very schema it starts with: a spread, a rename or a new file cannot hide a name. */
register()
const schemaOf = async (app) => (await import(`../apps/${app}/src/env.ts`)).envSchema.shape
const schemas = {
  api: await schemaOf('api'),
  worker: await schemaOf('worker'),
  web: await schemaOf('web'),
}
/** The one that an installation must set. Any other secret may be left out, and gets no default. */
const REQUIRED_SECRETS = new Set(['POSTGRES_PASSWORD', 'TEAMLORE_ADMIN_KEY'])
const isSecret = (variable) => /PASSWORD|KEY|SECRET/.test(variable)

const volumes = new Set(Object.keys(compose.volumes ?? {}))
const built = Object.entries(compose.services).filter(([, service]) => service.build)
expect(built.length === 3, 'docker-compose.yml must build exactly api, worker and web')

for (const [name, service] of Object.entries(compose.services)) {
  expect(service.image || service.build, `${name} has neither image nor build`)
  expect(service.restart === 'unless-stopped', `${name} does not restart after a crash`)
  for (const dependency of Object.keys(service.depends_on ?? {}))
    expect(compose.services[dependency], `${name} depends on ${dependency}, which is not a service`)
  for (const volume of service.volumes ?? [])
    expect(volumes.has(volume.split(':')[0]), `${name} mounts ${volume}, which is not declared`)
}

for (const [name, service] of built) {
  const stage = stages.get(service.build.target)
  expect(stage, `${name} builds the target ${service.build.target}, which the Dockerfile lacks`)
  const instruction = (keyword) => stage?.commands.find((i) => i.getKeyword() === keyword)
  const command = instruction('CMD')?.getArgumentsContent() ?? ''
  expect(
    command === `["node", "apps/${name}/dist/main.mjs"]`,
    `target ${name} runs ${command || 'nothing'}`,
  )
  expect(instruction('HEALTHCHECK'), `target ${name} has no HEALTHCHECK`)
  const known = new Set(Object.keys(schemas[name] ?? {}))
  expect(known.size > 0, `apps/${name}/src/env.ts declares no settings`)
  for (const variable of Object.keys(service.environment ?? {}))
    expect(
      known.has(variable),
      `${name} is given ${variable}, which apps/${name}/src/env.ts does not know`,
    )
  for (const variable of known) {
    if (OF_THE_IMAGE.has(variable)) continue
    const value = String(service.environment?.[variable] ?? '')
    expect(
      value.startsWith(`\${${variable}:`) || isFixed(name, variable, value),
      `${name} is not given ${variable} of .env, which docs/configuration.md names`,
    )
  }
}

for (const [name, service] of Object.entries(compose.services))
  for (const [variable, value] of Object.entries(service.environment ?? {}))
    if (isSecret(variable) && !(variable in OF_COMPOSE)) {
      const wanted = REQUIRED_SECRETS.has(variable) ? ':?' : ':-}'
      expect(
        new RegExp(`^\\$\\{${variable}${wanted.replace('?', '\\?')}`).test(String(value)),
        `${name}: ${variable} must ${wanted === ':?' ? 'be required' : 'come from .env'}, without a default`,
      )
    }

/** Names in .env.example, set or not: what compose hands on must be there for somebody to set. */
const inExample = new Set(
  [...read('.env.example').matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name),
)
for (const [name, shape] of Object.entries(schemas))
  for (const variable of Object.keys(shape))
    expect(
      OF_THE_IMAGE.has(variable) || variable in OF_COMPOSE || inExample.has(variable),
      `${name} reads ${variable}, which .env.example lacks`,
    )
for (const [name, { commands }] of stages)
  for (const instruction of commands.filter((one) => one.getKeyword() === 'ENV'))
    for (const [, variable] of instruction.getArgumentsContent().matchAll(/([A-Z][A-Z0-9_]+)=/g))
      expect(
        !(name in schemas) || variable in schemas[name],
        `target ${name} sets ${variable}, which apps/${name}/src/env.ts does not know`,
      )

expect(
  /\$\{PORT:-4000\}/.test(compose.services.api.environment.TEAMLORE_URL),
  'the default of TEAMLORE_URL must follow PORT',
)
expect(
  dockerfile.getInstructions().some((i) => i.getKeyword() === 'USER'),
  'the images must not run as root',
)
// Session files that people hand in are read by a part of the API's own build.
const made =
  stages
    .get('build')
    ?.commands.map((i) => i.getArgumentsContent() ?? '')
    .join('\n') ?? ''
expect(/npm run build(?! --)/.test(made), 'the images must hold every build, not some')
expect(
  read('apps/api/src/transcripts/run-reader.ts').includes("'./reader/read-transcript.mjs'") &&
    read('scripts/build.mjs').includes(
      "'reader/read-transcript': 'apps/agent/src/transcript/main.ts'",
    ),
  'the API looks for the reader of session files where no build leaves it',
)
if (problems.length > 0) {
  process.stderr.write(`${problems.map((problem) => `  ${problem}`).join('\n')}\n`)
  process.exit(1)
}
process.stdout.write(
  `deployment: ${built.length} targets, ${Object.keys(compose.services).length} services agree with the code\n`,
)
