import { fileURLToPath } from 'node:url'
import { basePathOf } from '@teamlore/shared/base-path'
import { explainListenError, LEAVES_START_AFTER_MS, runProcess } from '@teamlore/shared/process'
import { readEnv } from './env.ts'
import { createWebHandler } from './web-handler.ts'
import { buildWebService } from './web-service.ts'

/** This app's folder, whether run from `src` or from the bundle in `dist`. */
const dir = fileURLToPath(new URL('..', import.meta.url))

await runProcess(
  async () => {
    const config = readEnv()
    const { port, host } = config
    const web = await createWebHandler({ dir, basePath: basePathOf(config.publicUrl) })
    const service = buildWebService({ config, web })
    const url = await service.listen({ port, host }).catch((error: unknown) => {
      throw explainListenError(error, port, host)
    })
    return {
      text: `The dashboard is ready at ${url}`,
      close: async () => {
        await service.close()
        await web.close()
      },
    }
  },
  { leavesAfterMs: LEAVES_START_AFTER_MS },
)
