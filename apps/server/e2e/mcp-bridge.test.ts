import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLore } from './support/lore.ts'
import { isRealLane, repositoryRoot } from './support/repository.ts'
import { writeSessionFiles } from './support/session-files.ts'
import { freePort, type Spawned } from './support/spawned.ts'
import { newHome, newKey, startEmbedded } from './support/teamlore.ts'

/** `lore mcp` between the official client and a real server that goes away and comes back. */
describe.skipIf(isRealLane)('the bridge for clients that start a program', () => {
  const lore = createLore()
  const files = writeSessionFiles({ sessions: 2, messagesEach: 6 })
  const home = newHome()
  const adminKey = newKey()
  let port = 0
  let server: Spawned

  const startServer = async (): Promise<void> => {
    server = startEmbedded({ home, port, adminKey, env: { EMBEDDING_PROVIDER: 'none' } })
    await server.says(/Teamlore is ready at/)
  }
  beforeAll(async () => {
    port = await freePort()
    await startServer()
    const login = await lore.run('login', '--server', `http://localhost:${port}`, '--key', adminKey)
    expect(login.code, login.output).toBe(0)
    const result = await lore.run('import', '--path', files.folder)
    expect(result.code, result.output).toBe(0)
  })
  afterAll(async () => {
    await server?.stop('SIGTERM')
    lore.dispose()
    files.dispose()
    rmSync(home, { recursive: true, force: true })
  })

  const connect = async (era: string): Promise<Client> => {
    const client = new Client(
      { name: 'teamlore-e2e', version: '1' },
      era === '2026-07-28' ? { versionNegotiation: { mode: 'auto' } } : {},
    )
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [join(repositoryRoot, 'apps/agent/bin/lore.mjs'), 'mcp'],
        env: { PATH: process.env['PATH'] ?? '', LORE_CONFIG_DIR: lore.folder },
        stderr: 'inherit',
      }),
    )
    return client
  }
  const question = { name: 'lore_search', arguments: { query: 'berth refuses the tide table' } }

  test.each(['initialize era', '2026-07-28'])(
    'carries tools and their answers, one client after the other (%s)',
    async (era) => {
      const client = await connect(era)
      expect(client.getServerVersion()?.name).toBe('teamlore')
      const { tools } = await client.listTools()
      expect(tools.map(({ name }) => name)).toContain('lore_search')
      const answers = await Promise.all([1, 2, 3].map(() => client.callTool(question)))
      for (const answer of answers) {
        expect(answer.isError).not.toBe(true)
        expect(JSON.stringify(answer.structuredContent)).toMatch(/tide ?table/i)
      }
      const wrong = await client.callTool({ name: 'lore_search', arguments: { limit: 'many' } })
      expect(wrong.isError).toBe(true)
      await expect(client.callTool({ name: 'no_such_tool', arguments: {} })).rejects.toThrow()
      await client.close()
    },
  )

  test.each(['initialize era', '2026-07-28'])(
    'a cancelled call ends at once, and the next one is answered (%s)',
    async (era) => {
      const client = await connect(era)
      const stop = new AbortController()
      const call = client.callTool(question, { signal: stop.signal })
      stop.abort()
      await expect(call).rejects.toThrow()
      expect((await client.callTool(question)).isError).not.toBe(true)
      await client.close()
    },
  )

  test.each(['initialize era', '2026-07-28'])(
    'says clearly that the server is away, and goes on when it is back (%s)',
    async (era) => {
      const client = await connect(era)
      await server.stop('SIGTERM')
      await expect(client.callTool(question)).rejects.toThrow(/cannot be reached/)
      await expect(connect(era)).rejects.toThrow(/cannot be reached/)
      await startServer()
      expect((await client.callTool(question)).isError).not.toBe(true)
      await client.close()
    },
  )

  test('without a login it says what to do', async () => {
    const stranger = createLore()
    const client = new Client({ name: 'teamlore-e2e', version: '1' })
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [join(repositoryRoot, 'apps/agent/bin/lore.mjs'), 'mcp'],
      env: { PATH: process.env['PATH'] ?? '', LORE_CONFIG_DIR: stranger.folder },
    })
    await expect(client.connect(transport)).rejects.toThrow(/not logged in/)
    stranger.dispose()
  })
})
