import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net'
import { afterEach } from 'vitest'
import { buildWebService } from '../web-service.ts'

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

export const listening = async (listener: RequestListener): Promise<string> => {
  const server: Server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(async () => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

export const serviceBefore = async (
  api: string,
  { trustProxy = false, publicUrl = 'http://lore.test', ownHosts = [] as string[] } = {},
): Promise<string> => {
  const service = buildWebService({
    config: { apiUrl: api, trustProxy, publicUrl, ownHosts },
    web: {
      handle: async (request, response) => {
        response.end(`page ${request.method} ${request.url} ${await bodyOf(request)}`)
      },
    },
  })
  const url = await service.listen({ port: 0, host: '127.0.0.1' })
  open.push(() => service.close())
  return url
}

/** An API that answers 413 once it has read so many bytes, and closes without looking at the rest. */
export const refusing = async (afterBytes: number): Promise<string> => {
  const body = '{"error":{"code":"request.too_large"}}'
  const server = createTcpServer((socket) => {
    let bytes = 0
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      bytes += chunk.length
      if (bytes <= afterBytes) return
      socket.pause()
      socket.end(
        `HTTP/1.1 413 Payload Too Large\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        () => socket.destroy(),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(async () => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** What a client that writes bytes itself gets back until the connection ends. */
export const sent = ({ hostname, port }: URL, bytes: string): Promise<{ text: string }> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    let text = ''
    socket.on('data', (chunk) => {
      text += String(chunk)
    })
    socket.on('error', reject)
    socket.on('close', () => resolve({ text }))
  })
