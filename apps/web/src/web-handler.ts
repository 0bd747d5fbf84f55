import type { IncomingMessage, ServerResponse } from 'node:http'
import next from 'next'

export type WebHandler = {
  /** Answers one request for a page or one of its files. The response must not have been begun. */
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  close: () => Promise<void>
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

/**
 * Runs the built dashboard in this process. `dir` is the folder that holds `.next`; resolves when pages can be served.
 * @throws when the dashboard has not been built.
 */
export const createWebHandler = async ({ dir }: { dir: string }): Promise<WebHandler> => {
  const app = next({ dev: false, dir })
  await withoutGreeting(() => app.prepare())
  const answer = app.getRequestHandler()
  return {
    handle: (request, response) => answer(request, response),
    close: () => app.close(),
  }
}
