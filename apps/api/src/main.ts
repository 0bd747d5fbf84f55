import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { createShutdown, grantTeamScope } from '@teamlore/core'
import { makeRotateSecret, rotationInWords } from '@teamlore/core/sealed'
import { createUnitOfWork, openEngine } from '@teamlore/db'
import { senderOf } from '@teamlore/hosts'
import { openEmbedders, openLanguageModel, serverModelOf } from '@teamlore/models'
import { explainListenError, LEAVES_START_AFTER_MS, runProcess } from '@teamlore/shared/process'
import { pino } from 'pino'
import { buildApp } from './app.ts'
import { type ComposedApi, composeApi } from './compose.ts'
import { type Config, parseEnv, parseRotation } from './env.ts'
import { createTranscriptReader } from './modules/transcripts/create-reader.ts'
import { builtReader } from './modules/transcripts/run-reader.ts'
import { ownLimits, sharedLimits } from './plugins/limit-store.ts'
import { createMetrics } from './plugins/metrics.ts'

/** The API as a process of its own, for installations with PostgreSQL. */
const serve = async (config: Config): Promise<{ close: () => Promise<void> }> => {
  const { port, host } = config
  const log = pino({ level: config.logLevel })
  const shutdown = createShutdown({
    onError: (name, error) => log.error({ name, failure: String(error) }, 'could not be closed'),
  })
  try {
    const engine = await openEngine({
      kind: 'postgres',
      url: config.database.url,
      max: config.database.pool,
    })
    shutdown.add({ name: 'database', close: () => engine.close() })
    await engine.migrate()
    const { embedder, earlierEmbedders } = await openEmbedders(config.embedding, { log, shutdown })
    const readTranscript = await createTranscriptReader({
      ...config.transcripts,
      reader: builtReader(),
      workRoot: join(tmpdir(), `teamlore-uploads-${userInfo().uid}`),
      log,
    })
    const api = await composeApi({
      ...config,
      engine,
      embedder,
      earlierEmbedders,
      log,
      readTranscript,
      language: serverModelOf(config.language),
      languageModel: openLanguageModel(config.language),
      sendMail: senderOf(config.mail),
    })
    shutdown.add({ name: 'live events', close: api.close })
    await welcome(api, config)
    const limitStore =
      config.redisUrl === undefined ? ownLimits() : await sharedLimits(config.redisUrl, { log })
    shutdown.add({ name: 'limits', close: limitStore.close })
    const app = buildApp({
      useCases: api.useCases,
      config,
      metrics: createMetrics({ ofProcess: true }),
      limitStore,
      log,
    })
    shutdown.add({ name: 'HTTP', close: () => app.close() })
    await app.listen({ port, host }).catch((error: unknown) => {
      throw explainListenError(error, port, host)
    })
    return { close: shutdown.run }
  } catch (error) {
    await shutdown.run()
    throw error
  }
}

/** On the first start somebody must get in: by the key that was set, or else by a link that works once. */
const welcome = async ({ useCases, ensureFirstTeam }: ComposedApi, { adminKey }: Config) => {
  const { principal, isNew } = await ensureFirstTeam({ adminKey })
  // Logs of containers are kept and read by many: no living token goes there without need.
  if (!isNew || adminKey !== undefined) return
  const { url } = await useCases.createSignInLink(grantTeamScope(principal, 'admin'))
  process.stdout.write(`Sign in once within a day: ${url}\n`)
}

/**
 * `main.mjs rotate-secret`: seals what is stored with TEAMLORE_NEW_SECRET in the place of TEAMLORE_SECRET, and ends. Run again, it does
 * what is left.
 */
const rotateSecret = async ({ database }: Config) => {
  const secrets = parseRotation()
  const engine = await openEngine({ kind: 'postgres', url: database.url })
  try {
    const rotate = makeRotateSecret({ unitOfWork: createUnitOfWork(engine) })
    const text = rotationInWords(await rotate(secrets))
    return { text, close: async () => {} }
  } finally {
    await engine.close()
  }
}

const isRotation = process.argv[2] === 'rotate-secret'
await runProcess(
  async () => (isRotation ? rotateSecret(parseEnv()) : serve(parseEnv())),
  // A rotation is brought to its end.
  { leavesAfterMs: isRotation ? undefined : LEAVES_START_AFTER_MS },
)
