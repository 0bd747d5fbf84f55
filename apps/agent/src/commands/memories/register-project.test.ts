import { execFileSync } from 'node:child_process'
import { realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { environmentForGit } from '../../env.ts'
import { openAnsweringServer } from '../../testing/answering-server.ts'
import { fakeAgentsMd } from '../../testing/fake-agents-md.ts'
import { buildMe } from '../../testing/fake-data.ts'
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

const COMMITTED = {
  id: 'prj_01k9x2f0000000000000000000',
  name: 'acme/pier',
  remote_url: 'https://github.com/acme/pier',
  root_path: null,
  default_visibility: 'team',
  sessions: 0,
  last_activity_at: null,
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
const lore = (...words: string[]) =>
  cli.run(words, {
    cwd: folder.path,
    env: { LORE_SERVER: server.url, LORE_KEY: 'tlk_personal-0123456789abcdefghijklmnop' },
  })
const remember = (...more: string[]) => lore('remember', 'The pier is closed on Sundays.', ...more)
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
    expect(stderr).toMatch(/no project of (?:this folder|that name)/)
    expect(asked('POST /v1/commits')).toEqual([])
  })
})

describe('the first AGENTS.md of a repository', () => {
  const importFile = (...more: string[]) => {
    repository('https://github.com/acme/pier.git')
    writeFileSync(join(folder.path, 'AGENTS.md'), '# Pier\n\nWritten by hand.\n')
    const project = { ...COMMITTED, root_path: realpathSync(folder.path) }
    answers['GET /v1/sessions'] = { items: [], next_cursor: null, total: null }
    answers['GET /v1/memories'] = { items: [], next_cursor: null }
    answers['GET /v1/me'] = buildMe()
    answers['GET /v1/redaction-rules'] = { rules: [], allow: [] }
    answers['GET /v1/projects'] = () => ({
      items: asked('POST /v1/commits').length === 0 ? [] : [project],
      next_cursor: null,
    })
    const path = `/v1/projects/${project.id}/agents-md`
    answers[`GET ${path}`] = fakeAgentsMd(path, undefined)[1]
    answers[`POST ${path}/import`] = fakeAgentsMd(`${path}/import`, {
      text: 'by hand',
      said: [],
    })[1]
    return lore('agents-md', 'import', ...more)
  }

  test('makes it known, and what was written by hand is proposed there', async () => {
    const { code, stdout, stderr } = await importFile()
    expect(code, stderr).toBe(0)
    expect(stdout).toContain('AGENTS.md: 1 edit proposed')
  })

  test('makes nothing known with --dry-run', async () => {
    const { stderr } = await importFile('--dry-run')
    expect(stderr).toContain('no project of this folder')
    expect(asked('POST /v1/commits')).toEqual([])
  })
})
