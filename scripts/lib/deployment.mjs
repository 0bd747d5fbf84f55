import { DockerfileParser } from 'dockerfile-ast'
import { parse } from 'yaml'

/** Variables that name a place inside the container: the image sets them, and a setting of the host must not. */
const OF_THE_IMAGE = new Set(['HOST', 'PORT', 'WORKER_HEALTH_HOST', 'WORKER_HEALTH_PORT'])
/** Those without which nobody outside of the container, or no health check, finds the service. */
const SET_BY_THE_IMAGE = ['HOST', 'PORT', 'WORKER_HEALTH_PORT']
/** What compose decides by itself, because it starts the other side. */
const OF_COMPOSE = {
  DATABASE_URL: /^postgres:\/\/teamlore:\$\{POSTGRES_PASSWORD\}@postgres:/,
  REDIS_URL: /^redis:\/\/valkey:/,
  API_URL: /^http:\/\/api:4000$/,
}
/** Behind the web service only; there it is the web service that knows whom to trust. */
const isFixed = (service, variable, value) =>
  OF_COMPOSE[variable]?.test(value) ||
  (service === 'api' && variable === 'TRUST_PROXY' && value !== '')

/** Those that an installation must set. Any other secret may be left out, and gets no default. */
const REQUIRED_SECRETS = new Set(['POSTGRES_PASSWORD', 'TEAMLORE_ADMIN_KEY'])
const isSecret = (variable) => /PASSWORD|KEY|SECRET/.test(variable)

const stagesOf = (dockerfile) => {
  const stages = new Map()
  for (const from of dockerfile.getFROMs())
    stages.set(from.getBuildStage(), { line: from.getRange().start.line, commands: [] })
  const starts = [...stages.values()]
  for (const instruction of dockerfile.getInstructions()) {
    const { line } = instruction.getRange().start
    starts.findLast((stage) => stage.line <= line)?.commands.push(instruction)
  }
  return stages
}

const environmentOf = (stage) =>
  new Set(
    (stage?.commands ?? [])
      .filter((one) => one.getKeyword() === 'ENV')
      .flatMap((one) => [...one.getArgumentsContent().matchAll(/([A-Z][A-Z0-9_]+)=/g)])
      .map(([, name]) => name),
  )

const checkServices = ({ services, volumes = {} }, expect) => {
  for (const [name, service] of Object.entries(services)) {
    expect(service.image || service.build, `${name} has neither image nor build`)
    expect(service.restart === 'unless-stopped', `${name} does not restart after a crash`)
    for (const dependency of Object.keys(service.depends_on ?? {}))
      expect(services[dependency], `${name} depends on ${dependency}, which is not a service`)
    for (const volume of service.volumes ?? [])
      expect(volume.split(':')[0] in volumes, `${name} mounts ${volume}, which is not declared`)
  }
}

const checkTarget = (name, { service, stage }, expect) => {
  expect(stage, `${name} builds the target ${service.build.target}, which the Dockerfile lacks`)
  const instruction = (keyword) => stage?.commands.find((i) => i.getKeyword() === keyword)
  const command = instruction('CMD')?.getArgumentsContent() ?? ''
  expect(
    command === `["node", "apps/${name}/dist/main.mjs"]`,
    `target ${name} runs ${command || 'nothing'}`,
  )
  expect(instruction('HEALTHCHECK'), `target ${name} has no HEALTHCHECK`)
}

/** Each setting that a service reads arrives in it, by the name that its schema has. */
const checkSettings = (name, { service, stage, known }, expect) => {
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
  const set = environmentOf(stage)
  for (const variable of SET_BY_THE_IMAGE)
    expect(
      !known.has(variable) || set.has(variable),
      `target ${name} does not set ${variable}, which apps/${name}/src/env.ts reads`,
    )
  for (const variable of set)
    expect(
      known.has(variable),
      `target ${name} sets ${variable}, which apps/${name}/src/env.ts does not know`,
    )
}

const checkSecrets = ({ services }, expect) => {
  for (const [name, service] of Object.entries(services))
    for (const [variable, value] of Object.entries(service.environment ?? {})) {
      if (!isSecret(variable) || variable in OF_COMPOSE) continue
      const isRequired = REQUIRED_SECRETS.has(variable)
      const wanted = isRequired ? `\${${variable}:?` : `\${${variable}:-}`
      expect(
        String(value).startsWith(wanted),
        `${name}: ${variable} must ${isRequired ? 'be required' : 'come from .env'}, without a default`,
      )
    }
}

/** Names in .env.example, set or not: what compose hands on must be there for somebody to set. */
const checkExample = (example, schemas, expect) => {
  const named = new Set(
    [...example.matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(([, variable]) => variable),
  )
  for (const [name, shape] of Object.entries(schemas))
    for (const variable of Object.keys(shape))
      expect(
        OF_THE_IMAGE.has(variable) || variable in OF_COMPOSE || named.has(variable),
        `${name} reads ${variable}, which .env.example lacks`,
      )
}

const checkImage = (dockerfile, stages, expect) => {
  expect(
    dockerfile.getInstructions().some((i) => i.getKeyword() === 'USER'),
    'the images must not run as root',
  )
  const made = (stages.get('build')?.commands ?? []).map((i) => i.getArgumentsContent() ?? '')
  // Session files that people hand in are read by a part of the API's own build.
  expect(/npm run build(?! --)/.test(made.join('\n')), 'the images must hold every build, not some')
}

/** Pages, API and links lie below one path, that of TEAMLORE_URL; the pages for it are written by the user of the image. */
const checkPath = (built, dockerfile, expect) => {
  const urls = new Set(built.map(([, { environment }]) => environment?.TEAMLORE_URL ?? ''))
  expect(
    urls.size === 1 && !urls.has(''),
    'api, worker and web must be given the same TEAMLORE_URL, or links lead elsewhere than pages lie',
  )
  const flagsOf = (instruction) =>
    new Map(instruction.getFlags().map((flag) => [flag.getName(), flag.getValue()]))
  const copied = dockerfile.getCOPYs().map(flagsOf)
  const ofBuild = copied.filter((flags) => flags.get('from') === 'build')
  expect(
    ofBuild.length > 0 && ofBuild.every((flags) => flags.get('chown') === 'node:node'),
    'the user of the images must own what they hold: the pages below a path are written beside the build',
  )
}

/**
 * What does not agree between the files of a deployment and what the services read. `schemas` has, by the name of a service, the
 * settings that it starts with.
 */
export const problemsOf = ({ compose: text, dockerfile: source, example, schemas }) => {
  const problems = []
  const expect = (holds, problem) => holds || problems.push(problem)
  const compose = parse(text, { strict: true, uniqueKeys: true })
  const dockerfile = DockerfileParser.parse(source)
  const stages = stagesOf(dockerfile)
  const built = Object.entries(compose.services).filter(([, service]) => service.build)
  expect(built.length === 3, 'docker-compose.yml must build exactly api, worker and web')
  checkServices(compose, expect)
  for (const [name, service] of built) {
    const stage = stages.get(service.build.target)
    const known = new Set(Object.keys(schemas[name] ?? {}))
    checkTarget(name, { service, stage }, expect)
    checkSettings(name, { service, stage, known }, expect)
  }
  checkSecrets(compose, expect)
  checkExample(example, schemas, expect)
  expect(
    /\$\{PORT:-4000\}/.test(compose.services.api?.environment?.TEAMLORE_URL),
    'the default of TEAMLORE_URL must follow PORT',
  )
  checkImage(dockerfile, stages, expect)
  checkPath(built, dockerfile, expect)
  const services = Object.keys(compose.services).length
  return { problems, summary: `${built.length} targets, ${services} services` }
}
