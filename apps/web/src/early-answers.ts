import type { Agent } from 'node:http'
import type { Duplex } from 'node:stream'

type Write = (...args: unknown[]) => void

/**
 * Who answers before the whole body is there may close right after. Writing fails then while the answer lies ready to be
 * read, and the socket would be thrown away with it. So a write to an end that is closed counts as done; what comes of
 * the request is for the reading side to say: an answer, or the end of the connection.
 */
export const readAnswersToTheEnd = <A extends Agent>(agent: A): A => {
  const create = agent.createConnection.bind(agent)
  agent.createConnection = (...args: Parameters<typeof create>) => {
    const socket = create(...args) as Duplex & { _write: Write; _writev?: Write }
    for (const name of ['_write', '_writev'] as const) {
      const write = socket[name]?.bind(socket)
      if (write === undefined) continue
      socket[name] = (...rest: unknown[]) => {
        const done = rest.pop() as (error?: Error | null) => void
        write(...rest, (error?: NodeJS.ErrnoException | null) =>
          done(error?.code === 'EPIPE' || error?.code === 'ECONNRESET' ? null : error),
        )
      }
    }
    return socket
  }
  return agent
}
