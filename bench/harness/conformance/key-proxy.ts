import { createServer, request as send } from 'node:http'
import { listenOnLoopback } from '../loopback.ts'

/** Passes everything on as it came, with a key: the suite has no way to send one. */
export const openKeyProxy = async (upstream: string, key: string) => {
  const server = createServer((request, response) => {
    const { method, headers, url = '/' } = request
    const passed = send(
      `${upstream}${url}`,
      { method, headers: { ...headers, authorization: `Bearer ${key}` } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        response.flushHeaders()
        answer.pipe(response)
      },
    )
    passed.on('error', () => response.destroy())
    response.on('close', () => passed.destroy())
    request.pipe(passed)
  })
  const port = await listenOnLoopback(server)
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
