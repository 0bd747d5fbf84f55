import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createTestCli } from '../../testing/test-cli.ts'

const MANAGED = {
  id: `mcl_${'1'.padStart(26, '0')}`,
  name: 'Editor',
  provider: { id: 'oidc', name: 'Acme' },
  scopes: ['read'],
  created_at: '2026-05-01T09:00:00.000Z',
}
const ANSWERS: Record<string, object> = {
  'POST /v1/managed-clients': { ...MANAGED, client_secret: 'shown-once' },
  'GET /v1/managed-clients': {
    items: [MANAGED],
    providers: [{ id: 'oidc', name: 'Acme' }],
    audience: 'https://lore.test',
    resource: 'https://lore.test/mcp',
  },
}

test('lore clients adds, lists and removes clients that a provider vouches for', async () => {
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const route = `${request.method} ${request.url?.split('?')[0]}`
    asked.push(`${route} ${body}`.trim())
    const answer = ANSWERS[route]
    response.writeHead(answer === undefined ? 204 : 200, { 'content-type': 'application/json' })
    response.end(answer && JSON.stringify(answer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cli = createTestCli()
  const lore = async (...words: string[]) => {
    const { port } = server.address() as AddressInfo
    const env = {
      LORE_SERVER: `http://127.0.0.1:${port}`,
      LORE_KEY: 'tlk_personal-0123456789abcdefghijklmnop',
    }
    return (await cli.run(['clients', ...words], { env })).stdout
  }
  const added = await lore('manage', 'Editor', '--provider', 'oidc', '--scope', 'read')
  expect(added).toContain(MANAGED.id)
  expect(added).toContain('shown-once')
  const listed = await lore('managed')
  expect(listed).toMatch(/Editor may read, vouched for by Acme.*mcl_/)
  expect(listed).toContain('Acme (--provider oidc)')
  await lore('unmanage', MANAGED.id)
  expect(asked.filter((one) => one.includes('managed-clients'))).toEqual([
    'POST /v1/managed-clients {"name":"Editor","provider":"oidc","scopes":["read"]}',
    'GET /v1/managed-clients',
    `DELETE /v1/managed-clients/${MANAGED.id}`,
  ])
  cli.dispose()
  server.closeAllConnections()
  server.close()
})
