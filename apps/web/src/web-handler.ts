import type { IncomingMessage, ServerResponse } from 'node:http'
import next from 'next'

export type WebHandler = {
  /** Answers one request for a page or one of its files. The response must not have been begun. */
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  close: () => Promise<void>
}

/**
 * Runs the built dashboard in this process. `dir` is the folder that holds `.next`; resolves when pages can be served.
 * @throws when the dashboard has not been built.
 */
export const createWebHandler = async ({ dir }: { dir: string }): Promise<WebHandler> => {
  const app = next({ dev: false, dir })
  await app.prepare()
  const answer = app.getRequestHandler()
  return {
    handle: (request, response) => answer(request, response),
    close: () => app.close(),
  }
}
