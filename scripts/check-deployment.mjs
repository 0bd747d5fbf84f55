// Reads docker-compose.yml and the Dockerfile with parsers and holds them to what the code says: targets that exist, commands
// that run files the build makes, variables that the apps' own schemas know, health checks, no secret with a default.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DockerfileParser } from 'dockerfile-ast'
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

/** Names an app's env schema declares, read from its source so that a renamed variable cannot linger here. */
const knownVariables = (app) => {
  const own = read(`apps/${app}/src/env.ts`)
  const shared = own.includes('...embeddingEnv') ? read('packages/models/src/embedding-env.ts') : ''
  return new Set([...`${own}\n${shared}`.matchAll(/^\s+([A-Z][A-Z0-9_]+):/gm)].map((m) => m[1]))
}
/** Secrets that an installation may go without; they still get no default. */
const OPTIONAL_SECRETS = new Set(['EMBEDDING_API_KEY'])

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
  const known = knownVariables(name)
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
    if (OPTIONAL_SECRETS.has(variable))
      expect(
        /^\$\{[A-Z_]+:-\}$/.test(String(value)),
        `${name}: ${variable} must come from .env, without a default`,
      )
    else if (/PASSWORD|KEY|SECRET/.test(variable))
      expect(
        /^\$\{[A-Z_]+:\?/.test(String(value)),
        `${name}: ${variable} must be required, without a default`,
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
