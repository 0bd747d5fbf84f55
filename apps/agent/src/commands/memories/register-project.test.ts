import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { environmentForGit } from '../../env.ts'
import { openAnsweringServer } from '../../testing/answering-server.ts'
import { createTestCli } from '../../testing/test-cli.ts'

const UNKNOWN = {
  status: 404,
  code: 'memory.project_unknown',
  message: 'No project of that name is known.',
}
const COMMITS = {
  machine_id: 'mac_1',
  project_id: '',
  server_redactions: 0,
  commits: { received: 0, inserted: 0, unchanged: 0 },
}

let folder: ReturnType<typeof temporaryFolder>
let answers: Record<string, unknown>
let server: Awaited<ReturnType<typeof openAnsweringServer>>
let cli: ReturnType<typeof createTestCli>

beforeEach(async () => {
  folder = temporaryFolder()
  answers = { 'POST /v1/commits': COMMITS, 'GET /v1/projects': { items: [], next_cursor: null } }
  server = await openAnsweringServer(answers)
  server.refuse('POST /v1/memories', UNKNOWN)
  cli = createTestCli()
})
afterEach(async () => {
  cli.dispose()
  await server[Symbol.asyncDispose]()
  folder.remove()
})

const repository = (remote: string) => {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder.path, env: environmentForGit(), stdio: 'ignore' })
  git('init', '-q', '-b', 'main')
  git('remote', 'add', 'origin', remote)
}
const remember = (...more: string[]) =>
  cli.run(['remember', 'The pier is closed on Sundays.', ...more], {
    cwd: folder.path,
    env: { LORE_SERVER: server.url, LORE_KEY: 'tlk_personal-0123456789abcdefghijklmnop' },
  })
const asked = (route: string) => server.asked.filter((one) => one.route === route)

describe('the first memory of a repository', () => {
  test('makes it known, and is then written there', async () => {
    repository('https://github.com/acme/pier.git')
    await remember()
    expect(asked('POST /v1/commits').map(({ body }) => body)).toMatchObject([
      { commits: [], project: { remote_url: 'https://github.com/acme/pier.git' } },
    ])
    expect(asked('POST /v1/memories').map(({ body }) => body)).toMatchObject([
      { project: 'https://github.com/acme/pier.git' },
      { project: 'https://github.com/acme/pier.git' },
    ])
  })

  test.each([
    ['a folder that is no repository', () => undefined, []],
    [
      'one that is kept on this machine',
      () => {
        repository('https://github.com/acme/pier.git')
        writeFileSync(join(folder.path, '.loreignore'), '*\n')
      },
      [],
    ],
    [
      'another that was named',
      () => repository('https://github.com/acme/pier.git'),
      ['--project', 'x'],
    ],
  ])('makes nothing known of %s', async (_, prepare, more) => {
    prepare()
    const { code, stderr } = await remember(...more)
    expect(code).toBeGreaterThan(0)
    expect(stderr).toMatch(/no project of this folder|No project of that name/)
    expect(asked('POST /v1/commits')).toEqual([])
  })
})
