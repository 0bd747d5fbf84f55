import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { register } from 'tsx/esm/api'
import { describe, expect, test } from 'vitest'
import { problemsOf } from './deployment.mjs'
import { root } from './run.mjs'

const read = (file) => readFileSync(join(root, file), 'utf8')

register()
const schemaOf = async (app) => (await import(join(root, `apps/${app}/src/env.ts`))).envSchema.shape
const real = {
  compose: read('docker-compose.yml'),
  dockerfile: read('Dockerfile'),
  example: read('.env.example'),
  schemas: {
    api: await schemaOf('api'),
    worker: await schemaOf('worker'),
    web: await schemaOf('web'),
  },
}
const found = (changed = {}) => problemsOf({ ...real, ...changed }).problems
const settings = Object.entries(real.schemas).flatMap(([service, shape]) =>
  Object.keys(shape).map((variable) => [service, variable]),
)

/** As compose spells a setting that comes from `.env`. */
const fromEnv = (variable, otherwise = '') => `\${${variable}:-${otherwise}}`

/** A service's lines in docker-compose.yml lose those that name a variable. */
const withoutSetting = (service, variable) => {
  let at = ''
  return real.compose
    .split('\n')
    .filter((line) => {
      at = /^ {2}(\w+):$/.exec(line)?.[1] ?? at
      return at !== service || !new RegExp(`^ +${variable}:`).test(line)
    })
    .join('\n')
}

describe('the check of deployments', () => {
  test('finds nothing in what lies here', () => {
    expect(found()).toEqual([])
    expect(settings.length).toBeGreaterThan(60)
  })

  test('names each setting that compose does not hand to the service that reads it', () => {
    const unnoticed = settings.filter(([service, variable]) => {
      const compose = withoutSetting(service, variable)
      // Some are set by the image, and some stand in a part that services share.
      if (compose === real.compose) return false
      return !found({ compose }).some((problem) => problem.includes(` ${variable}`))
    })
    expect(unnoticed).toEqual([])
  }, 120_000)

  test.each(['SIGN_IN_OIDC_ISSUER', 'LLM_API_KEY', 'SMTP_URL', 'TEAMLORE_SECRET'])(
    'names %s when it is nowhere in compose',
    (variable) => {
      const compose = real.compose.replaceAll(new RegExp(`^ +${variable}:.*\n`, 'gm'), '')
      expect(compose).not.toBe(real.compose)
      expect(found({ compose })).toContainEqual(
        expect.stringMatching(`is not given ${variable} of .env`),
      )
    },
  )

  test('names each setting that .env.example lacks', () => {
    for (const variable of ['SIGN_IN_OIDC_ISSUER', 'LLM_API_KEY', 'SMTP_FROM', 'TEAMLORE_SECRET']) {
      const example = real.example.replaceAll(new RegExp(`^#? ?${variable}=.*$`, 'gm'), '')
      expect(example).not.toBe(real.example)
      expect(found({ example })).toContainEqual(
        expect.stringMatching(`reads ${variable}, which .env.example lacks`),
      )
    }
  })

  test.each([
    [' HOST=0.0.0.0', 'target api does not set HOST'],
    [' PORT=4000', 'target api does not set PORT'],
    ['WORKER_HEALTH_PORT=4001', 'target worker does not set WORKER_HEALTH_PORT'],
  ])('names what the image no longer sets: %s', (words, problem) => {
    const dockerfile = real.dockerfile.replaceAll(words, ' OTHER=1')
    expect(found({ dockerfile })).toContainEqual(expect.stringContaining(problem))
  })
})

describe('a path of TEAMLORE_URL', () => {
  test('is the same for every service', () => {
    for (const service of ['api', 'worker', 'web'])
      expect(found({ compose: withoutSetting(service, 'TEAMLORE_URL') })).toContainEqual(
        expect.stringContaining('must be given the same TEAMLORE_URL'),
      )
    const [first, ...others] = real.compose.split(/(?=^ +TEAMLORE_URL:)/m)
    const compose = [
      first,
      ...others.slice(0, -1),
      others.at(-1).replace('TEAMLORE_URL:-', 'WEB_URL:-'),
    ]
    expect(found({ compose: compose.join('') })).toContainEqual(
      expect.stringContaining('must be given the same TEAMLORE_URL'),
    )
  })

  test('can be written into the pages by the user of the image', () => {
    const dockerfile = real.dockerfile.replace('--chown=node:node ', '')
    expect(dockerfile).not.toBe(real.dockerfile)
    expect(found({ dockerfile })).toContainEqual(expect.stringContaining('must own what they hold'))
  })
})

describe('what a service reads or is given since', () => {
  test('is named for each file that lacks it', () => {
    const schemas = { ...real.schemas, worker: { ...real.schemas.worker, NEW_LIMIT: {} } }
    expect(found({ schemas })).toEqual([
      'worker is not given NEW_LIMIT of .env, which docs/configuration.md names',
      'worker reads NEW_LIMIT, which .env.example lacks',
    ])
  })

  test('is named where compose or the image hand it to a service that does not read it', () => {
    const { ...web } = real.schemas.web
    delete web.PORT
    const schemas = { ...real.schemas, web }
    expect(found({ schemas })).toContainEqual(
      'target web sets PORT, which apps/web/src/env.ts does not know',
    )
    const compose = real.compose.replace(
      /^( +)LLM_API_KEY:.*$/m,
      `$&\n$1LLM_KEY_OLD: "${fromEnv('LLM_KEY_OLD')}"`,
    )
    expect(found({ compose })).toContainEqual(expect.stringContaining('is given LLM_KEY_OLD'))
  })

  test('may be a secret that is left out, and none that has a default', () => {
    const known = (fields) => ({ ...real.schemas, api: { ...real.schemas.api, ...fields } })
    const schemas = known({ VAULT_SECRET: {} })
    const given = (value) =>
      real.compose.replace(/^( +)TEAMLORE_SECRET:.*$/m, `$&\n$1VAULT_SECRET: "${value}"`)
    const example = `${real.example}\n# VAULT_SECRET=\n`
    const about = (value) =>
      found({ schemas, example, compose: given(value) }).filter((one) => one.includes('default'))
    expect(about(fromEnv('VAULT_SECRET'))).toEqual([])
    expect(about(fromEnv('VAULT_SECRET', 'hunter2')).length).toBeGreaterThan(0)
  })
})
