import { request as ask, createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

type Options = {
  path: string
  /** Where Teamlore listens: known once the address of the proxy is. */
  upstream: () => string
  /** Whether the path is taken away before a request is passed on, as some proxies do. */
  isStripping?: boolean
}

type PathProxy = { origin: string; refused: string[]; close: () => void }

/**
 * A proxy of a host that other programs share: it passes on what is below the path, and knows nothing else. The path alone it
 * answers with the same and a slash behind it, as nginx does. `refused` is what it was asked for beside that.
 */
export const openPathProxy = async ({
  path,
  upstream,
  isStripping = false,
}: Options): Promise<PathProxy> => {
  const refused: string[] = []
  const server: Server = createServer((request, response) => {
    const { method, headers, url = '/' } = request
    const bare = url.split('?')[0]
    if (bare === path) {
      response.writeHead(301, { location: url.replace(path, `${path}/`) })
      return void response.end()
    }
    if (!url.startsWith(`${path}/`)) {
      refused.push(`${method} ${url}`)
      response.writeHead(404, { 'content-type': 'text/plain' })
      return void response.end('another program\n')
    }
    const passedOn = ask(
      `${upstream()}${isStripping ? url.slice(path.length) : url}`,
      { method, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        response.flushHeaders()
        answer.pipe(response)
      },
    )
    passedOn.on('error', () => response.destroy())
    response.on('close', () => passedOn.destroy())
    request.pipe(passedOn)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refused,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
