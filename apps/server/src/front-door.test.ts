import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FrontDoor, takeFrontDoor } from './front-door.ts'

const freePort = async (): Promise<number> => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

let door: FrontDoor
let port: number
beforeAll(async () => {
  port = await freePort()
  const publicUrl = 'https://a.test/teamlore'
  door = await takeFrontDoor({ port, host: '127.0.0.1', publicUrl, ownHosts: ['backup.test'] })
  door.open({
    api: (asked, answer) => void answer.end(`api ${asked.url}`),
    web: (asked, answer) => void answer.end(`page ${asked.url}`),
  })
})
afterAll(() => door.close(0))

const ask = (path: string, headers: Record<string, string> = {}): Promise<string> =>
  new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', path, headers }, (answer) => {
      let text = ''
      answer.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      answer.on('end', () => resolve(`${answer.statusCode} ${text}`))
    })
    asked.on('error', reject)
    asked.end()
  })

describe('the front door', () => {
  test('knows what is for the API below a path, whether or not a proxy took it away', async () => {
    expect(await ask('/teamlore/v1/me')).toBe('200 api /teamlore/v1/me')
    expect(await ask('/v1/me')).toBe('200 api /v1/me')
    expect(await ask('/teamlore/sessions?a=1')).toBe('200 page /teamlore/sessions?a=1')
    expect(await ask('/.well-known/oauth-authorization-server/teamlore')).toMatch(/^200 api/)
  })

  test.each(['a.test', 'a.test:8443', 'backup.test', 'localhost:4000'])(
    'shows pages under the name %s',
    async (host) => {
      expect(await ask('/teamlore', { host })).toBe('200 page /teamlore')
    },
  )

  test('shows no page under another name, nor to a page of another site', async () => {
    expect(await ask('/teamlore', { host: 'evil.test' })).toMatch(/^403 .*ALLOWED_HOSTS/)
    expect(await ask('/teamlore', { origin: 'https://evil.test' })).toMatch(/^403 .*another site/)
    expect(await ask('/teamlore', { origin: 'https://a.test' })).toMatch(/^200/)
  })

  test('leaves it to the API to judge names for itself', async () => {
    expect(await ask('/teamlore/healthz', { host: 'evil.test' })).toMatch(/^200 api/)
  })
})
