import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { environmentForGit } from '../../env.ts'
import { openAnsweringServer } from '../../testing/answering-server.ts'
import { buildMe } from '../../testing/fake-data.ts'
import { createTestCli } from '../../testing/test-cli.ts'

const GRAPH = {
  project: { id: `prj_${'0'.repeat(26)}`, name: 'acme/tides' },
  files: 2,
  imports: 1,
  unresolved: 0,
  languages: [],
  commit: null,
  branch: 'main',
  is_default_branch: true,
  built_at: '2026-05-01T09:00:00.000Z',
}
const RECEIPT = {
  project_id: '',
  state: 'stored',
  wants_whole: false,
  files: { sent: 2, changed: 2, gone: 0 },
}

let repository: ReturnType<typeof temporaryFolder>
let answers: Record<string, unknown>
let server: Awaited<ReturnType<typeof openAnsweringServer>>
let cli: ReturnType<typeof createTestCli>

beforeEach(async () => {
  repository = temporaryFolder()
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: repository.path, env: environmentForGit(), stdio: 'ignore' })
  git('init', '-q', '-b', 'main')
  git('remote', 'add', 'origin', 'https://github.com/acme/tides.git')
  mkdirSync(join(repository.path, 'src'))
  write('src/tide.ts', "import { moor } from './quay.ts'\nmoor()\n")
  write('src/quay.ts', 'export const moor = () => 4\n')
  answers = {
    'GET /v1/me': buildMe(),
    'GET /v1/code-graph': GRAPH,
    'POST /v1/code-graph': RECEIPT,
  }
  server = await openAnsweringServer(answers)
  cli = createTestCli()
})
afterEach(async () => {
  cli.dispose()
  await server[Symbol.asyncDispose]()
  repository.remove()
})

const write = (path: string, text: string) => writeFileSync(join(repository.path, path), text)
const build = (...words: string[]) =>
  cli.run(['graph', 'build', ...words], {
    cwd: repository.path,
    env: { LORE_SERVER: server.url, LORE_KEY: 'tlk_personal-0123456789abcdefghijklmnop' },
  })
const sent = () =>
  server.asked
    .filter(({ route }) => route === 'POST /v1/code-graph')
    .map(({ body }) => (body as { mode: string; files: unknown[] }).mode)

describe('lore graph build', () => {
  test('sends the whole graph, then what changed, then nothing', async () => {
    expect((await build()).stdout).toContain('Sent 2 files.')
    write('src/quay.ts', 'export const moor = () => 5\nexport const berth = 1\n')
    expect((await build()).stdout).toContain('Sent 1 file.')
    expect((await build()).stdout).toContain('The server has it already.')
    expect(sent()).toEqual(['whole', 'changes'])
  })

  test.each([
    ['knows no such project', undefined],
    ['has an empty graph of it', { ...GRAPH, files: 0 }],
  ])('sends all of it again to a server that %s', async (_, graph) => {
    await build()
    if (graph === undefined)
      server.refuse('GET /v1/code-graph', {
        status: 404,
        code: 'project.not_found',
        message: 'No such project.',
      })
    else answers['GET /v1/code-graph'] = graph
    const { stdout, code } = await build()
    expect(code).toBe(0)
    expect(stdout).toContain('Sent 2 files.')
    expect(stdout).not.toContain('has it already')
    expect(sent()).toEqual(['whole', 'whole'])
  })

  test('says what the server would not have, instead of that it waits', async () => {
    const refusal = { status: 422, code: 'code.too_many', message: 'That are too many files.' }
    server.refuse('POST /v1/code-graph', refusal)
    const { stdout, stderr, code } = await build()
    expect(code).toBe(1)
    expect(stderr).toContain('That are too many files.')
    expect(stdout + stderr).not.toContain('It waits on this machine')
  })
})
