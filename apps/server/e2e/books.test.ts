import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { createClient } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLore } from './support/lore.ts'
import { isRealLane, repositoryRoot } from './support/repository.ts'
import { freePort, type Spawned } from './support/spawned.ts'
import { newHome, newKey, startEmbedded } from './support/teamlore.ts'

const SECRET = `ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3hJ6'}`

/** From notes in a folder to the answer of a coding agent's tool, through the built agent and server. */
describe.skipIf(isRealLane)('a lorebook', () => {
  const serverHome = newHome()
  const adminKey = newKey()
  const root = mkdtempSync(join(tmpdir(), 'teamlore-book-'))
  const lore = createLore({ cwd: root })
  let server: Spawned
  let client: ReturnType<typeof createClient>

  const note = (path: string, frontMatter: string, body = ''): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), `---\n${frontMatter}\n---\n${body}`)
  }
  const ingest = async (...words: string[]) => {
    const { code, output, json } = await lore.run('book', 'ingest', '--json', ...words)
    expect(code, output).toBe(0)
    return json()
  }

  beforeAll(async () => {
    const port = await freePort()
    server = startEmbedded({ home: serverHome, port, adminKey })
    await server.says(/Teamlore is ready at/)
    client = createClient({ baseUrl: `http://localhost:${port}`, key: adminKey })
    const login = await lore.run('login', '--server', `http://localhost:${port}`, '--key', adminKey)
    expect(login.code, login.output).toBe(0)
    const init = await lore.run('book', 'init', '--name', 'Web shop')
    expect(init.code, init.output).toBe(0)
    note('architecture/shop.md', 'title: Shop\ntype: system\nstatus: live')
    note(
      'architecture/checkout.md',
      'title: Checkout\ntype: component\nstatus: live\npart_of: Shop',
      `Takes money. Token ${SECRET}.\n`,
    )
    note(
      'delivery/12.md',
      'title: Split\ntype: event\nsession: 12\naffects: [Checkout]\nconsequences:\n  - { entity: Checkout, property: status, value: deprecated }',
    )
  })
  afterAll(async () => {
    await server?.stop('SIGTERM')
    lore.dispose()
    rmSync(serverHome, { recursive: true, force: true })
    rmSync(root, { recursive: true, force: true })
  })

  test('is sent, and sent again only as far as it changed', async () => {
    expect(await ingest()).toMatchObject({ state: 'ingested', sent: 3, summary: { entities: 3 } })
    expect(await ingest()).toMatchObject({ state: 'unchanged', sent: 0 })
    note('architecture/basket.md', 'title: Basket\ntype: component\npart_of: Shop')
    expect(await ingest()).toMatchObject({
      state: 'ingested',
      sent: 1,
      plan: { created: ['architecture/basket'] },
    })
    rmSync(join(root, 'architecture/basket.md'))
    // One of four is more than a tenth.
    const refused = await lore.run('book', 'ingest')
    expect(refused.code, refused.output).toBe(1)
    expect(refused.output).toContain('1 entity would be deleted')
    expect(refused.output).toContain('lore book ingest --allow-deletions')
    expect(await ingest('--full', '--allow-deletions')).toMatchObject({
      sent: 3,
      plan: { deleted: ['architecture/basket'] },
    })
  })

  test('says which files share a path without their secrets, and keeps the first', async () => {
    const paths = [SECRET, SECRET.replace('aB3', 'xY9')].map((key) => `architecture/${key}.md`)
    paths.forEach((path, at) => {
      note(path, `title: Hook ${at}\ntype: component\npart_of: Shop`)
    })
    const { code, output } = await lore.run('book', 'ingest')
    expect(code, output).toBe(1)
    expect(output).toContain('1 created')
    expect(output).toContain('1 error')
    expect(output).toContain('duplicate-path')
    expect(output).not.toContain(SECRET)
    for (const path of paths) rmSync(join(root, path))
    expect(await ingest('--allow-deletions')).toMatchObject({ summary: { entities: 3 } })
  })

  test('answers over the API by a client of ours', async () => {
    const state = await client.books.state('Web shop', { name: 'checkout', layer: 'delivery' })
    expect(state).toMatchObject({ base: { status: 'live' }, current: { status: 'deprecated' } })
    const { items } = await client.books.relationships('Web shop', { name: 'Shop' })
    expect(items).toMatchObject([{ relationship: 'CONTAINS', name: 'Checkout' }])
  })

  test('answers an agent that asks over `lore mcp` what is known of something', async () => {
    const agent = new Client({ name: 'e2e', version: '1' })
    await agent.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [join(repositoryRoot, 'apps/agent/bin/lore.mjs'), 'mcp'],
        env: {
          PATH: process.env['PATH'] ?? '',
          HOME: root,
          LORE_CONFIG_DIR: lore.folder,
          XDG_STATE_HOME: lore.folder,
        },
      }),
    )
    try {
      const { tools } = await agent.listTools()
      expect(tools.map(({ name }) => name)).toContain('get_current_state')
      const known = await agent.callTool({ name: 'get_entity', arguments: { name: 'CHECKOUT' } })
      expect(known.structuredContent).toMatchObject({
        name: 'Checkout',
        source_file: 'architecture/checkout.md',
      })
      expect(JSON.stringify(known)).toContain('[REDACTED:github]')
    } finally {
      await agent.close()
    }
  })

  test('keeps back what .loreignore names, and no secret is anywhere', async () => {
    note('architecture/inside.md', 'title: Inside\ntype: system\nstatus: live')
    writeFileSync(join(root, '.loreignore'), 'architecture/inside.md\n')
    expect(await ingest()).toMatchObject({ kept_back: 1 })
    const { items } = await client.books.entities('Web shop', { type: 'system' })
    expect(items.map(({ name }) => name)).toEqual(['Shop'])
    let found = ''
    try {
      found = execFileSync('grep', ['-rlaF', SECRET, serverHome, lore.folder], { encoding: 'utf8' })
    } catch (error) {
      expect((error as { status?: number }).status).toBe(1)
    }
    expect(found + server.output()).not.toContain(SECRET)
    expect(found).toBe('')
  })
})
