import type { IncomingMessage, ServerResponse } from 'node:http'
import { withBase } from '@teamlore/shared/base-path'
import next from 'next'
import { pagesAtPath } from './pages-at-path.ts'

export type WebHandler = {
  /** Answers one request for a page or one of its files. The response must not have been begun. */
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  close: () => Promise<void>
}

type Options = {
  /** The folder that holds `.next`. */
  dir: string
  /** Below which the pages are served, without a slash at its end; '' at the root of a host. */
  basePath?: string
}

/** Next prints its own start on the standard output, and has no setting that keeps it from that; warnings and errors pass. */
const withoutGreeting = async (start: () => Promise<void>): Promise<void> => {
  const { log } = console
  console.log = () => undefined
  try {
    await start()
  } finally {
    console.log = log
  }
}

/** Next reads its settings from the file of the dashboard once more, which takes these two from here. */
const sayWhere = (dir: string, basePath: string): void => {
  if (basePath === '') return
  // biome-ignore lint/style/noProcessEnv: the one way to next.config.mjs
  const { env } = process
  env['TEAMLORE_DASHBOARD_FOLDER'] = pagesAtPath(dir, basePath)
  env['TEAMLORE_BASE_PATH'] = basePath
}

/**
 * Runs the built dashboard in this process; resolves when pages can be served. Behind a proxy that takes the path away, pages are
 * found as well.
 * @throws when the dashboard has not been built, or PagesError when it cannot be served below the path.
 */
export const createWebHandler = async ({ dir, basePath = '' }: Options): Promise<WebHandler> => {
  sayWhere(dir, basePath)
  const app = next({ dev: false, dir })
  await withoutGreeting(() => app.prepare())
  const answer = app.getRequestHandler()
  return {
    handle: (request, response) => {
      request.url = withBase(request.url ?? '/', basePath)
      return answer(request, response)
    },
    close: () => app.close(),
  }
}
