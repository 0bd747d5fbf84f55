import { execFileSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { type StaleList, staleListSchema } from '@teamlore/shared/stale'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { environmentForGit } from '../../env.ts'
import { openAnsweringServer } from '../../testing/answering-server.ts'
import { fakeId } from '../../testing/fake-data.ts'
import { buildMemory, buildProject } from '../../testing/fake-memories.ts'
import { createTestCli } from '../../testing/test-cli.ts'

let folder: ReturnType<typeof temporaryFolder>
let answers: Record<string, unknown>
let server: Awaited<ReturnType<typeof openAnsweringServer>>
let cli: ReturnType<typeof createTestCli>
beforeEach(async () => {
  folder = temporaryFolder()
  cli = createTestCli()
  const remote = ['remote', 'add', 'origin', 'https://git.test/acme/harbour.git']
  for (const words of [['init', '-q'], remote])
    execFileSync('git', words, { cwd: folder.path, env: environmentForGit() })
  answers = { 'GET /v1/stale': STALE, 'POST /v1/stale/reported': { reported: 1 } }
  server = await openAnsweringServer(answers)
})
afterEach(async () => {
  cli.dispose()
  await server[Symbol.asyncDispose]()
  folder.remove()
})

const lore = (...words: string[]) =>
  cli.run(words, {
    cwd: folder.path,
    env: { LORE_SERVER: server.url, LORE_KEY: 'tlk_personal-0123456789' },
  })
const asked = () => server.asked.map(({ route, query }) => [route, decodeURIComponent(query)])

const changed = buildMemory({
  stale: { since: '2026-05-01T09:30:00.000Z', reason: 'the table moved' },
  anchors: [
    {
      path: 'src/tide.ts',
      symbol: 'readTide',
      start_line: 3,
      end_line: 9,
      content_hash: null,
      state: 'dirty',
      is_inherited: false,
    },
    {
      path: 'src/lock.ts',
      symbol: null,
      start_line: null,
      end_line: null,
      content_hash: null,
      state: 'fresh',
      is_inherited: false,
    },
  ],
})
const STALE: StaleList = { items: [{ memory: changed, is_news: true }], total: 1, news: 1 }

describe('lore stale', () => {
  test('reports what became of the code of a memory, and notes that its owner has seen it', async () => {
    const { stdout, code } = await lore('stale')
    expect(code).toBe(0)
    expect(stdout).toContain('1 memory to look at, 1 of yours that you have not seen yet.')
    expect(stdout).toContain('src/tide.ts#readTide:3-9: the code has changed')
    expect(stdout).toContain('said to be stale: the table moved')
    expect(stdout).not.toContain('src/lock.ts')
    expect(stdout).toContain('`lore memory ID --confirm`')
    expect(server.changes()).toMatchObject([{ body: { ids: [changed.id] } }])
  })

  test.each<[string[], string]>([
    [[], 'mine=false&project=https://git.test/acme/harbour'],
    [['--all', '--mine'], 'mine=true'],
    [['--project', 'tides', '--state', 'broken'], 'mine=false&state=broken&project=tides'],
  ])('with %j asks for what was said', async (words, query) => {
    answers['GET /v1/stale'] = { items: [], total: 0, news: 0 }
    const { stdout } = await lore('stale', ...words)
    expect(stdout).toContain('No memory is about code that has changed since.')
    expect(asked()[0]).toEqual(['GET /v1/stale', expect.stringContaining(query)])
  })

  test('goes on where a key may only read, and gives JSON as it came', async () => {
    server.refuse('POST /v1/stale/reported', {
      status: 403,
      code: 'access.forbidden',
      message: 'No.',
    })
    const { json, code } = await lore('stale', '--json')
    expect(code).toBe(0)
    expect(json()).toEqual(staleListSchema.parse(STALE))
  })

  test('of a folder without a remote asks for its own project, not for one that is called alike', async () => {
    execFileSync('git', ['remote', 'remove', 'origin'], { cwd: folder.path })
    const name = folder.path.split('/').at(-1) ?? ''
    const alike = buildProject({ name: `acme/${name}` })
    answers['GET /v1/projects'] = { items: [alike], next_cursor: null }
    answers['GET /v1/sessions'] = { items: [], next_cursor: null, total: null }
    const refused = await lore('stale')
    expect(refused.stderr).toContain('no project of this folder')
    expect(refused.code).toBe(2)
    const root_path = realpathSync(folder.path)
    const own = buildProject({ id: fakeId('prj', 2), name, remote_url: null, root_path })
    answers['GET /v1/projects'] = { items: [alike, own], next_cursor: null }
    await lore('stale')
    expect(asked()).toContainEqual(['GET /v1/stale', expect.stringContaining(own.id)])
  })

  test('says which states there are', async () => {
    const { stderr, code } = await lore('stale', '--state', 'rotten')
    expect(code).toBe(2)
    expect(stderr).toContain('dirty, broken, unknown')
  })
})
