import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createClient } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLore } from './support/lore.ts'
import { countIndependently, phrasesFromTheMiddle } from './support/real-transcripts.ts'
import { realClaudeCodeSessions } from './support/repository.ts'
import { writeSessionFiles } from './support/session-files.ts'
import { openTeamlore, type Teamlore } from './support/teamlore.ts'

/**
 * The main job through the front door: sessions go in with `lore import`; a person, a script and a coding agent find what
 * they hold. Runs against one embedded process, or against api + worker + web on real servers.
 */
describe('the main job, end to end', () => {
  let teamlore: Teamlore
  const lore = createLore()
  const files = writeSessionFiles({ sessions: 3, messagesEach: 8 })
  const client = () => createClient({ baseUrl: teamlore.url, key: teamlore.adminKey })

  beforeAll(async () => {
    teamlore = await openTeamlore()
    const login = await lore.run('login', '--server', teamlore.url, '--key', teamlore.adminKey)
    expect(login.code, login.output).toBe(0)
  })
  afterAll(async () => {
    await teamlore?.close()
    lore.dispose()
    files.dispose()
  })

  test('import brings in every session and message', async () => {
    const result = await lore.run('import', '--path', files.folder)
    expect(result.code, result.output).toBe(0)
    expect(await client().stats()).toMatchObject({
      sessions: files.sessions,
      messages: files.messages,
      prompts: files.prompts,
    })
  })

  test('a second import sends nothing', async () => {
    const takenIn = async () =>
      (await client().sessions.list({ limit: 10 })).items.map(({ id, updated_at }) => [
        id,
        updated_at,
      ])
    const before = await takenIn()
    const result = await lore.run('import', '--path', files.folder)
    expect(result.code, result.output).toBe(0)
    expect(result.output.toLowerCase()).toContain('nothing new')
    expect(await takenIn()).toEqual(before)
  })

  test('what was imported is searchable at once, by a person at the terminal and by a script', async () => {
    const shown = await lore.run('search', 'berth refuses the tide table')
    expect(shown.code, shown.output).toBe(0)
    expect(shown.output).toContain('tide table')
    const found = await client().search({ q: '"tide-1.ts"' })
    expect(found.items.length).toBeGreaterThan(0)
    expect(found.items[0]?.url).toMatch(/^\/sessions\/ses_/)
  })

  test('the worker distils and embeds without being asked', async () => {
    const isDone = async () => {
      const stats = await client().stats()
      return stats.observations > 0 && stats.summaries > 0 && stats.embedded > 0
    }
    await expect.poll(isDone, { timeout: 60_000, interval: 500 }).toBe(true)
    await expect
      .poll(async () => (await client().search({ q: 'why are readers blocked' })).arms, {
        timeout: 60_000,
        interval: 500,
      })
      .toContain('vector')
    const observations = await client().observations.list({ limit: 5 })
    expect(observations.items[0]?.files_read.length).toBeGreaterThanOrEqual(0)
    const health = await client().jobs.health()
    expect(health.dead).toEqual([])
  })

  test.each(['initialize era', '2026-07-28'])(
    'the official MCP client lists the tools and finds the same (%s)',
    async (era) => {
      const mcp = new Client(
        { name: 'teamlore-e2e', version: '1' },
        era === '2026-07-28' ? { versionNegotiation: { mode: 'auto' } } : {},
      )
      const transport = new StreamableHTTPClientTransport(new URL(`${teamlore.url}/mcp`), {
        requestInit: { headers: { authorization: `Bearer ${teamlore.adminKey}` } },
      })
      await mcp.connect(transport)
      const { tools } = await mcp.listTools()
      expect(tools.map(({ name }) => name).sort()).toEqual([
        'lore_blame',
        'lore_changes',
        'lore_context',
        'lore_get',
        'lore_get_linked_sessions',
        'lore_get_session',
        'lore_handover',
        'lore_list_sessions',
        'lore_remember',
        'lore_search',
        'lore_timeline',
        'lore_update',
        'lore_why',
      ])
      const found = await mcp.callTool({
        name: 'lore_search',
        arguments: { query: 'berth refuses the tide table' },
      })
      expect(found.isError).not.toBe(true)
      expect(JSON.stringify(found.structuredContent)).toMatch(/tide ?table/i)
      await mcp.close()
    },
  )

  test('pages and API answer on the same address', async () => {
    const page = await fetch(`${teamlore.url}/sessions`)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toContain('text/html')
    const api = await fetch(`${teamlore.url}/v1/me`)
    expect(api.status).toBe(401)
    const docs = await fetch(`${teamlore.url}/docs`)
    expect(docs.status).toBe(200)
  })

  describe.skipIf(!realClaudeCodeSessions)('real transcripts (needs ../shared)', () => {
    const folder = realClaudeCodeSessions ?? ''

    test('come in whole: the server holds what an independent count finds in the files', async () => {
      const before = await client().stats()
      const result = await lore.run('import', '--path', folder)
      expect(result.code, result.output).toBe(0)
      const after = await client().stats()
      const counted = await countIndependently(folder)
      expect({
        messages: after.messages - before.messages,
        prompts: after.prompts - before.prompts,
      }).toEqual({ messages: counted.messages, prompts: counted.prompts })
    })

    test('a second import of them sends nothing', async () => {
      const again = await lore.run('import', '--path', folder)
      expect(again.output.toLowerCase()).toContain('nothing new')
    })

    test.each(phrasesFromTheMiddle(folder))(
      'the phrase "%s" is found in its session',
      async (phrase, nativeId) => {
        const found = await client().search({ q: `"${phrase}"`, limit: 10 })
        const sessions = await Promise.all(
          found.items.map(({ session_id }) => client().sessions.get(session_id ?? '')),
        )
        expect(sessions.map(({ native_id }) => native_id)).toContain(nativeId)
      },
    )
  })
})
