// Reads docker-compose.yml and the Dockerfile with parsers and holds them to what the code says: targets that exist, commands
// that run files the build makes, variables that the apps' own schemas know, health checks, no secret with a default.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { register } from 'tsx/esm/api'
import { problemsOf } from './lib/deployment.mjs'
import { root } from './lib/run.mjs'

const read = (file) => readFileSync(join(root, file), 'utf8')

/** What a service reads, by the very schema it starts with: a spread, a rename or a new file cannot hide a name. */
register()
const schemaOf = async (app) => (await import(`../apps/${app}/src/env.ts`)).envSchema.shape

const { problems, summary } = problemsOf({
  compose: read('docker-compose.yml'),
  dockerfile: read('Dockerfile'),
  example: read('.env.example'),
  schemas: {
    api: await schemaOf('api'),
    worker: await schemaOf('worker'),
    web: await schemaOf('web'),
  },
})
if (
  !read('apps/api/src/modules/transcripts/run-reader.ts').includes(
    "'./reader/read-transcript.mjs'",
  ) ||
  !read('scripts/build.mjs').includes(
    "'reader/read-transcript': 'apps/agent/src/transcript/main.ts'",
  )
)
  problems.push('the API looks for the reader of session files where no build leaves it')
if (problems.length > 0) {
  process.stderr.write(`${problems.map((problem) => `  ${problem}`).join('\n')}\n`)
  process.exit(1)
}
process.stdout.write(`deployment: ${summary} agree with the code\n`)
