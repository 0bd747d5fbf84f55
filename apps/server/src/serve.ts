import { buildApp, composeApi } from '@teamlore/api'
import { createShutdown } from '@teamlore/core'
import { createWebHandler } from '@teamlore/web'
import { startWorker } from '@teamlore/worker'
import pino from 'pino'
import { readyLines } from './banner.ts'
import { dashboardFolder } from './dashboard-folder.ts'
import type { Config } from './env.ts'
import { closeFrontDoor, createFrontDoor, listen } from './front-door.ts'
import { openHome } from './home.ts'
import { openEmbedder, openParts } from './open-parts.ts'

const GRACE_MS = 5_000

/** Opens everything in order, says when it serves, and gives back its closing in the reverse order. */
export const serve = async (config: Config, say: (text: string) => void) => {
  const home = openHome(config.home)
  const log = pino({ level: config.logLevel }, pino.destination({ dest: home.log, sync: false }))
  const shutdown = createShutdown({
    onError: (name, error) => log.error({ err: error }, `closing ${name} failed`),
  })
  const close = async () => {
    await shutdown.run()
    log.flush()
  }
  try {
    const url = await open(config, { home, log, shutdown, say })
    log.info({ url }, 'ready')
    return { url, close }
  } catch (error) {
    await close()
    throw error
  }
}
