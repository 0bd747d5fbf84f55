import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createClient, type SearchHit } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLore } from './support/lore.ts'
import { isRealLane } from './support/repository.ts'
import { freePort, type Spawned } from './support/spawned.ts'
import { newHome, newKey, startEmbedded } from './support/teamlore.ts'

const PATIENT = { timeout: 60_000, interval: 200 }
const SECRET = `ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3hJ6'}`

/** From a file in a repository to an answer, through the built agent and server. */
describe.skipIf(isRealLane)('memory files', () => {
  const serverHome = newHome()
  const adminKey = newKey()
  const home = mkdtempSync(join(tmpdir(), 'teamlore-home-'))
  const root = join(home, 'work', 'harbour')
  let server: Spawned
  let watching: Spawned
  let lore: ReturnType<typeof createLore>
  let client: ReturnType<typeof createClient>

  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  /** What is found and says it: by meaning alone, anything is found a little. */
  const found = async (words: string): Promise<SearchHit[]> => {
    const { items } = await client.search({ q: words, type: 'memory_file' })
    return items.filter(({ snippet }) => snippet.text.includes(words))
  }
  const titles = async (q: string) => (await found(q)).map(({ title }) => title)

  beforeAll(async () => {
    const port = await freePort()
    server = startEmbedded({ home: serverHome, port, adminKey })
    await server.says(/Teamlore is ready at/)
    client = createClient({ baseUrl: `http://localhost:${port}`, key: adminKey })
    write('CLAUDE.md', `# Harbour\n\nBerths count from the east. Token ${SECRET}.\n`)
    execFileSync('git', ['init', '-q', '-b', 'main'], { cwd: root })
    const session = '0b9c2d7e-1111-4222-8333-444455556666'
    const record = {
      type: 'user',
      uuid: 'u1',
      parentUuid: null,
      sessionId: session,
      cwd: root,
      timestamp: '2026-05-01T09:00:00.000Z',
      gitBranch: 'main',
      version: '2.1.0',
      message: { role: 'user', content: 'Where do berths begin?' },
    }
    const folder = join(home, '.claude', 'projects', '-work-harbour')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${session}.jsonl`), `${JSON.stringify(record)}\n`)
    lore = createLore({ home })
    const login = await lore.run('login', '--server', `http://localhost:${port}`, '--key', adminKey)
    expect(login.code, login.output).toBe(0)
    watching = lore.start('watch')
  })
  afterAll(async () => {
    await watching?.stop('SIGTERM')
    await server?.stop('SIGTERM')
    lore?.dispose()
    rmSync(home, { recursive: true, force: true })
    rmSync(serverHome, { recursive: true, force: true })
  })

  test('are found by what they say as soon as a watch runs, and open by their id', async () => {
    await expect.poll(() => titles('Berths count'), PATIENT).toEqual(['CLAUDE.md: Harbour'])
    const [hit] = await found('Berths count')
    const shown = await lore.run('show', hit?.id ?? '')
    expect(shown.output).toContain('Berths count from the east. Token [REDACTED:github].')
    const searched = await lore.run('search', 'berths count type:memory_file')
    expect(searched.output).toContain(`lore show ${hit?.id}`)
    expect(searched.output).toContain('memory_file')
    const [record] = (await client.records({ ids: hit?.id ?? '' })).items
    expect(record).toMatchObject({ kind: 'memory_file', url: `/memory-files/${hit?.id}` })
  })

  test('that change while it runs are found by their new words, and by the old ones no more', async () => {
    write('CLAUDE.md', '# Harbour\n\nBerths are named after birds.\n')
    await expect.poll(() => titles('named after birds'), PATIENT).toEqual(['CLAUDE.md: Harbour'])
    expect(await titles('count from the east')).toEqual([])
    expect((await client.memoryFiles.list()).items).toMatchObject([{ path: 'CLAUDE.md' }])
  })

  test('that are deleted are found no more, and new ones are', async () => {
    rmSync(join(root, 'CLAUDE.md'))
    write('.cursor/rules/names.mdc', '---\nalwaysApply: true\n---\nQuays have short names.\n')
    await expect
      .poll(() => titles('Quays have short names'), PATIENT)
      .toEqual(['.cursor/rules/names.mdc'])
    await expect.poll(() => titles('named after birds'), PATIENT).toEqual([])
    const { items } = await client.memoryFiles.list({ include_gone: true })
    expect(items.map(({ path, gone_at }) => [path, gone_at === null]).sort()).toEqual([
      ['.cursor/rules/names.mdc', true],
      ['CLAUDE.md', false],
    ])
  })

  test('are counted by `lore status`, and no secret of theirs is anywhere', async () => {
    const { output } = await lore.run('status')
    expect(output).toMatch(/Memory files +1 file in 1 folder, last sent/)
    const grep = (folder: string): string => {
      try {
        return execFileSync('grep', ['-rlaF', SECRET, folder], { encoding: 'utf8' })
      } catch (error) {
        return (error as { status?: number }).status === 1 ? '' : String(error)
      }
    }
    expect(readFileSync(join(root, '.cursor/rules/names.mdc'), 'utf8')).toContain('Quays')
    expect(grep(serverHome) + grep(lore.folder)).toBe('')
    expect(server.output() + watching.output()).not.toContain(SECRET)
  })
})
