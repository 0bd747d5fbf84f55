import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createGzip, gzipSync } from 'node:zlib'
import { createClient, importTranscriptResponseSchema } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLore } from './support/lore.ts'
import { isRealLane } from './support/repository.ts'
import { freePort, type Spawned } from './support/spawned.ts'
import { newHome, newKey, openTeamlore, startEmbedded, type Teamlore } from './support/teamlore.ts'
import { TOOL_WRITERS } from './support/tool-writers.ts'

/** A session file of one tool with three prompts, the last of which holds a key. */
const fileOf = (tool: string) => {
  const writer = TOOL_WRITERS.find((one) => one.tool === tool)
  if (writer === undefined) throw new Error(`nobody writes ${tool}`)
  const session = randomUUID()
  const word = `kittiwake${randomBytes(4).toString('hex')}`
  const secret = `AKIA${randomBytes(20)
    .toString('base64')
    .replace(/[^A-Z2-7]/g, 'Q')
    .slice(0, 16)}`
  const texts = [`Why does the ${word} nest here?`, 'Count them.', `The key is ${secret} for now.`]
  let before: string | null = null
  const prompts = texts.map((text, at) => {
    const said = { session, nth: at, id: randomUUID(), before, text }
    before = said.id
    return writer.prompt(said)
  })
  const lines = [...writer.head(session), ...prompts].map((record) => JSON.stringify(record))
  return { session, word, secret, name: writer.pathOf(session), text: `${lines.join('\n')}\n` }
}

/** Search by meaning finds more than what has the word. */
const sessionsWith = async (client: ReturnType<typeof createClient>, word: string) => {
  const { items } = await client.search({ q: word })
  const having = items.filter(({ snippet }) => snippet.text.includes(word))
  return [...new Set(having.map(({ session_id }) => session_id))]
}

describe('a session file that somebody hands in', () => {
  let teamlore: Teamlore
  beforeAll(async () => {
    teamlore = await openTeamlore()
  })
  afterAll(() => teamlore?.close())

  const send = (body: BodyInit, query: Record<string, string>, key = teamlore.adminKey) =>
    fetch(`${teamlore.url}/v1/import/transcripts?${new URLSearchParams(query)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body,
      duplex: 'half',
    } as RequestInit)
  const imported = async (answer: Response) => {
    expect(answer.status, await answer.clone().text()).toBe(200)
    return importTranscriptResponseSchema.parse(await answer.json())
  }
  const codeOf = async (answer: Response) =>
    `${answer.status} ${((await answer.json()) as { error: { code: string } }).error.code}`

  test.each(TOOL_WRITERS.map(({ tool }) => tool))(
    'of %s is found by its words, without its secret, and twice is once',
    async (tool) => {
      const file = fileOf(tool)
      const client = createClient({ baseUrl: teamlore.url, key: teamlore.adminKey })
      const query = { name: `../../${file.name}` }
      const { sessions } = await imported(await send(file.text, query))
      expect(sessions).toMatchObject([
        { tool, native_id: file.session, created: true, total_messages: 3 },
      ])
      expect(Object.values(sessions[0]?.redactions ?? {})).toEqual([1])
      const found = await client.search({ q: file.word, tool })
      expect(found.items.map(({ session_id }) => session_id)).toContain(sessions[0]?.session_id)
      const messages = await client.sessions.messages(sessions[0]?.session_id ?? '')
      expect(JSON.stringify(messages)).not.toContain(file.secret)
      expect(JSON.stringify(messages)).toContain('[REDACTED:')
      const again = await imported(await send(gzipSync(file.text), { name: `${file.name}.gz` }))
      expect(again.sessions).toMatchObject([
        {
          session_id: sessions[0]?.session_id,
          created: false,
          inserted_messages: 0,
          updated_messages: 0,
        },
      ])
    },
  )

  test('is one session with what the machine of its owner sends of it', async () => {
    const lore = createLore()
    try {
      const login = await lore.run('login', '--server', teamlore.url, '--key', teamlore.adminKey)
      expect(login.code, login.output).toBe(0)
      const file = fileOf('claude-code')
      const { sessions } = await imported(await send(file.text, { name: `${file.session}.jsonl` }))
      const path = join(lore.folder, `${file.session}.jsonl`)
      writeFileSync(path, file.text)
      const result = await lore.run('import', '--path', path)
      expect(result.code, result.output).toBe(0)
      const client = createClient({ baseUrl: teamlore.url, key: teamlore.adminKey })
      expect(await sessionsWith(client, file.word)).toEqual([sessions[0]?.session_id])
    } finally {
      lore.dispose()
    }
  })

  test('is refused with a sentence when it is something else', async () => {
    expect(await codeOf(await send(randomBytes(50_000), { name: 'noise.jsonl' }))).toBe(
      '422 transcript.not_understood',
    )
    const page = '<html><script>alert(1)</script></html>'
    expect(await codeOf(await send(page, { name: 'page.html' }))).toBe(
      '422 transcript.not_understood',
    )
    expect(await codeOf(await send('', { name: 'empty.jsonl' }))).toBe(
      '422 transcript.not_understood',
    )
    expect(await codeOf(await send('PK\u0003\u0004xxxx', { name: 'a.zip' }))).toBe(
      '422 transcript.is_archive',
    )
    const task = [{ ts: 1, type: 'say', say: 'text', text: 'Feed the tide' }]
    expect(await codeOf(await send(JSON.stringify(task), { name: 'ui_messages.json' }))).toBe(
      '422 transcript.needs_folder',
    )
  })

  test('that unpacks to a gigabyte is cut off, and the server goes on', async () => {
    const gzip = createGzip()
    const chunks: Buffer[] = []
    gzip.on('data', (chunk: Buffer) => chunks.push(chunk))
    const zeros = Buffer.alloc(16 * 1024 * 1024)
    for (let at = 0; at < 64; at++)
      await new Promise<void>((resolve) => gzip.write(zeros, () => resolve()))
    await new Promise<void>((resolve) => gzip.end(() => resolve()))
    const bomb = Buffer.concat(chunks)
    expect(bomb.length).toBeLessThan(2 * 1024 * 1024)
    expect(await codeOf(await send(bomb, { name: 'a.jsonl.gz' }))).toBe('413 transcript.too_large')
    expect((await fetch(`${teamlore.url}/healthz`)).status).toBe(200)
  })

  test('may not be handed in by a viewer, or without a key', async () => {
    const client = createClient({ baseUrl: teamlore.url, key: teamlore.adminKey })
    const { key } = await client.keys.create({ name: 'A viewer’s', role: 'viewer' })
    const file = fileOf('codex')
    expect(await codeOf(await send(file.text, { name: file.name }, key))).toBe(
      '403 access.forbidden',
    )
    expect(await codeOf(await send(file.text, { name: file.name }, 'tlk_nobody'))).toBe(
      '401 access.unauthenticated',
    )
    expect(await sessionsWith(client, file.word)).toEqual([])
  })
})

describe.skipIf(isRealLane)('a server that is killed while a file is being handed in', () => {
  const homes: string[] = []
  const servers: Spawned[] = []
  afterAll(async () => {
    for (const server of servers) await server.stop('SIGKILL')
    for (const home of homes) rmSync(home, { recursive: true, force: true })
  })

  test('leaves nothing of it behind once it runs again', async () => {
    const home = newHome()
    homes.push(home)
    const port = await freePort()
    const adminKey = newKey()
    const start = async () => {
      const server = startEmbedded({ home, port, adminKey, env: { EMBEDDING_PROVIDER: 'none' } })
      servers.push(server)
      await server.says(/Teamlore is ready at/)
      return server
    }
    const left = () => (existsSync(join(home, 'uploads')) ? readdirSync(join(home, 'uploads')) : [])
    const first = await start()
    const slow = new ReadableStream({
      pull: async (controller) => {
        await delay(50)
        controller.enqueue(Buffer.alloc(1024, 'x'))
      },
    })
    const sending = fetch(`http://127.0.0.1:${port}/v1/import/transcripts?name=a.jsonl`, {
      method: 'POST',
      headers: { authorization: `Bearer ${adminKey}` },
      body: slow,
      duplex: 'half',
    } as RequestInit).then(
      () => 'answered',
      () => 'cut off',
    )
    await expect.poll(left, { timeout: 30_000 }).toHaveLength(1)
    await first.stop('SIGKILL')
    expect(await sending).toBe('cut off')
    expect(left()).toHaveLength(1)
    await start()
    expect(left()).toEqual([])
  })
})
