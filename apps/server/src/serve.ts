import { fileURLToPath } from 'node:url'
import {
  buildApp,
  builtReader,
  type ComposedApi,
  composeApi,
  createMetrics,
  createTranscriptReader,
  type Metrics,
} from '@teamlore/api'
import { createShutdown, grantTeamScope, type Shutdown } from '@teamlore/core'
import { senderOf } from '@teamlore/hosts'
import { openEmbedders, openLanguageModel, serverModelOf } from '@teamlore/models'
import { giveBackHeldJobs } from '@teamlore/queue'
import { basePathOf } from '@teamlore/shared/base-path'
import { createWebHandler } from '@teamlore/web'
import { openLanguage, startWorker } from '@teamlore/worker'
import pino, { type Logger } from 'pino'
import { readyLines } from './banner.ts'
import { dashboardFolder } from './dashboard-folder.ts'
import type { Config } from './env.ts'
import { type FrontDoor, takeFrontDoor } from './front-door.ts'
import { type Home, openHome } from './home.ts'
import { openParts } from './open-parts.ts'
import { reportTurns } from './report-turns.ts'
import { createTraffic, type Traffic } from './traffic.ts'

/** Answers get this long to end; live streams are cut then. */
const GRACE_MS = 2_000
/** Running jobs get this long; what is left runs again after the next start. */
const DRAIN_MS = 4_000
/** From the signal until the database is ended, whatever it does. */
const CLOSE_MS = 8_000
/** What still hangs then is left to the end of the process. */
const LEAVE_MS = 1_500

type Work = {
  config: Config
  home: Home
  log: Logger
  shutdown: Shutdown
  door: FrontDoor
  dashboard: string
  /** A part that nothing works without has died. */
  onFatal: (error: Error) => void
}

export type Serving = { url: string; text: string; close: () => Promise<void> }

/** Opens everything in order and gives back its closing in the reverse order. `text` is for the person who started it. */
export const serve = async (config: Config, onFatal: (error: Error) => void): Promise<Serving> => {
  // What can keep a start from succeeding is found out before anything is made.
  const dashboard = dashboardFolder(basePathOf(config.publicUrl))
  const door = await takeFrontDoor(config)
  try {
    return await serveBehind(door, dashboard, config, onFatal)
  } catch (error) {
    await door.close(0)
    throw error
  }
}

const serveBehind = async (
  door: FrontDoor,
  dashboard: string,
  config: Config,
  onFatal: (error: Error) => void,
): Promise<Serving> => {
  const home = openHome(config.home)
  const log = openLog(home.log, config)
  const shutdown = createShutdown({
    onError: (name, error) => log.error({ err: error }, `closing ${name} failed`),
  })
  try {
    const { url, text, abandon } = await open({
      config,
      home,
      log,
      shutdown,
      door,
      dashboard,
      onFatal,
    })
    log.info({ url }, 'ready')
    return { url, text, close: () => closeInTime(shutdown, abandon, log) }
  } catch (error) {
    log.fatal({ err: error }, 'start failed')
    await shutdown.run()
    throw error
  }
}

/**
 * Closes in order; a statement that occupies the database for ever, which nothing can cancel there, keeps it from that. Its thread
 * is ended then, so that whoever waits for it is refused, and the rest closes.
 */
const closeInTime = async (
  shutdown: Shutdown,
  abandon: () => Promise<void>,
  log: Logger,
): Promise<void> => {
  const isLate = setTimeout(() => {
    log.warn({}, 'the database did not close in time; the next start recovers it')
    void abandon()
  }, CLOSE_MS)
  const leave = setTimeout(() => process.exit(0), CLOSE_MS + LEAVE_MS)
  await shutdown.run()
  clearTimeout(isLate)
  clearTimeout(leave)
}

/** A log that cannot be written, on a full disk for instance, ends nothing. */
const openLog = (path: string, { logLevel }: Config): Logger => {
  const destination = pino.destination({ dest: path, sync: true })
  destination.on('error', () => undefined)
  return pino({ level: logLevel }, destination)
}

const open = async (work: Work) => {
  const { config, home, log, shutdown, onFatal } = work
  const { publicUrl: url } = config
  const metrics = createMetrics({ ofProcess: true })
  const { engine, machines, background, queue, where, abandon } = await openParts(
    config,
    home,
    shutdown,
    { onFatal, onTurn: reportTurns(metrics, log) },
  )
  const { embedder, earlierEmbedders } = await openEmbedders(config.embedding, { log, shutdown })
  const readTranscript = await createTranscriptReader({
    ...config.transcripts,
    reader: builtReader(),
    workRoot: home.uploads,
    log,
  })
  // Nobody needs to set a key for what one process alone must read again.
  const secret = config.signIn.secret ?? home.secretKey()
  const api = await composeApi({
    ...config,
    engine,
    machines,
    embedder,
    earlierEmbedders,
    log,
    readTranscript,
    language: serverModelOf(config.language),
    languageModel: openLanguageModel(config.language),
    sendMail: senderOf(config.mail),
    signIn: { ...config.signIn, secret },
  })
  shutdown.add({ name: 'live events', close: api.close })

  await giveBackHeldJobs(queue)
  const traffic = createTraffic()
  const worker = await startWorker({
    engine: background,
    queue,
    embedder,
    log,
    giveWay: traffic.calm,
    drainMs: DRAIN_MS,
    language: openLanguage(config.language),
    hosts: hostsOf(config, { secret, url }),
  })
  shutdown.add({ name: 'worker', close: () => worker.close() })
  const doors = await openDoors(work, { url, api, traffic, metrics })
  // Last, so that a start that fails before has not used up the one link that a first start prints.
  const signInUrl = await admitOwner(api, config, home)
  work.door.open(doors)
  shutdown.add({ name: 'front door', close: () => work.door.close(GRACE_MS) })

  return {
    url,
    abandon,
    text: readyLines({
      url,
      signInUrl,
      adminKeyFile: home.adminKeyFile,
      engine: where,
      log: home.log,
      lore: fileURLToPath(new URL('../../agent/bin/lore.mjs', import.meta.url)),
    }),
  }
}

/** What is needed to ask code hosts and Slack, and to send mail. */
const hostsOf = ({ signIn, mail }: Config, { secret, url }: { secret: string; url: string }) => ({
  secret,
  allowedHosts: signIn.allowedHosts,
  mail: mail && { smtp: mail, pages: url },
})

/** Sees to it that somebody can come in: by the key in its file, and on the first start by a link that works once. */
const admitOwner = async (api: ComposedApi, { adminKey }: Config, home: Home) => {
  const { principal, isNew, adminKey: stored } = await api.ensureFirstTeam({ adminKey })
  if (stored !== undefined) home.writeAdminKey(stored)
  const scope = grantTeamScope(principal, 'admin')
  // Who has set the key has a credential already.
  const link =
    isNew && adminKey === undefined ? await api.useCases.createSignInLink(scope) : undefined
  return link?.url
}

const openDoors = async (
  { config, dashboard, log, shutdown }: Work,
  {
    url,
    api: { useCases },
    traffic,
    metrics,
  }: { url: string; api: ComposedApi; traffic: Traffic; metrics: Metrics },
) => {
  const ingest: typeof useCases.ingest = (...request) =>
    traffic.during(() => useCases.ingest(...request))
  const ingestCommits: typeof useCases.ingestCommits = (...request) =>
    traffic.during(() => useCases.ingestCommits(...request))
  const app = buildApp({
    useCases: { ...useCases, ingest, ingestCommits },
    config: { publicUrl: url, ownHosts: config.ownHosts },
    metrics,
    log,
  })
  await app.ready()
  shutdown.add({ name: 'api', close: () => app.close() })
  const web = await createWebHandler({ dir: dashboard, basePath: basePathOf(url) })
  shutdown.add({ name: 'dashboard', close: () => web.close() })
  return { api: app.routing, web: web.handle }
}
