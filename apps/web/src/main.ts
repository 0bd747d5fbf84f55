import { fileURLToPath } from 'node:url'
import { ConfigError, readEnv } from './env.ts'
import { createWebHandler } from './web-handler.ts'
import { buildWebService } from './web-service.ts'

/** This app's folder, whether run from `src` or from the bundle in `dist`. */
const dir = fileURLToPath(new URL('..', import.meta.url))

try {
  const config = readEnv()
  const web = await createWebHandler({ dir })
  const service = buildWebService({ config, web })
  const url = await service.listen({ port: config.port, host: config.host })
  process.stdout.write(`The dashboard is ready at ${url}\n`)
  const stop = () => {
    void service
      .close()
      .then(() => web.close())
      .then(() => process.exit(0))
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
} catch (error) {
  const text = error instanceof ConfigError ? error.message : error
  process.stderr.write(`${text instanceof Error ? (text.stack ?? text.message) : text}\n`)
  process.exit(1)
}
