import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { environmentForGit } from '../../env.ts'
import { openAnsweringServer } from '../../testing/answering-server.ts'
import { buildMe, fakeId } from '../../testing/fake-data.ts'
import { createTestCli } from '../../testing/test-cli.ts'

let folder: ReturnType<typeof temporaryFolder>
let answers: Record<string, unknown>
let server: Awaited<ReturnType<typeof openAnsweringServer>>
let cli: ReturnType<typeof createTestCli>

const git = (...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', ...words], {
    cwd: folder.path,
    env: environmentForGit(),
  })
const write = (path: string, text: string) => {
  mkdirSync(join(folder.path, path, '..'), { recursive: true })
  writeFileSync(join(folder.path, path), text)
}
beforeEach(async () => {
  folder = temporaryFolder()
  cli = createTestCli()
  git('init', '-q', '-b', 'main')
  git('remote', 'add', 'origin', 'https://git.test/acme/harbour.git')
  write('src/tide.ts', 'go()\n// WARNING: The tide table is locked by its writer.\nread()\n')
  git('add', '.')
  git('commit', '-qm', 'Start')
  answers = {
    'GET /v1/me': buildMe(),
    'GET /v1/redaction-rules': { rules: [], allow: [] },
    'POST /v1/memories/comments': {
      added: 1,
      moved: 0,
      gone: 0,
      back: 0,
      known: 0,
      left: 0,
      drafts: [
        {
          id: fakeId('mem', 1),
          statement: 'The tide table is locked by its writer.',
          path: 'src/tide.ts',
        },
      ],
    },
  }
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
const sent = () =>
  server.asked.find(({ route }) => route === 'POST /v1/memories/comments')?.body as {
    is_complete: boolean
    comments: { text: string; path: string }[]
  }

describe('lore mine', () => {
  test('sends the comments of a repository and names the drafts they became', async () => {
    const { stdout, code } = await lore('mine')
    expect(code).toBe(0)
    expect(stdout).toContain('1 comment in 1 file: 1 new')
    expect(stdout).toContain('They are drafts.')
    expect(sent()).toMatchObject({
      project: expect.stringContaining('git.test/acme/harbour'),
      is_complete: true,
      comments: [
        {
          marker: 'WARNING',
          text: 'The tide table is locked by its writer.',
          path: 'src/tide.ts',
          line: 2,
        },
      ],
    })
  })

  test('on another branch says that it is not all there is', async () => {
    git('checkout', '-qb', 'try')
    const { stdout } = await lore('mine')
    expect(sent().is_complete).toBe(false)
    expect(stdout).toContain('nothing was called removed')
  })

  test.each([
    ['edited', () => write('src/tide.ts', 'go()\n')],
    ['deleted', () => rmSync(join(folder.path, 'src/tide.ts'))],
    ['new', () => write('src/more.ts', '// HACK: The second table is never closed here.\n')],
    ['staged', () => git('mv', 'src/tide.ts', 'src/ebb.ts')],
  ])(
    'with a file that is %s and not committed says that it is not all there is',
    async (_, edit) => {
      edit()
      const { stdout } = await lore('mine')
      expect(sent().is_complete).toBe(false)
      expect(stdout).toContain('nothing was called removed')
    },
  )

  test('takes no notice of what comments are not read of', async () => {
    write('notes.md', 'IMPORTANT: only for me, of course.\n')
    await lore('mine')
    expect(sent().is_complete).toBe(true)
  })

  test('of a checkout that leaves files out says that it is not all there is', async () => {
    git('update-index', '--skip-worktree', 'src/tide.ts')
    rmSync(join(folder.path, 'src/tide.ts'))
    await lore('mine')
    expect(sent().is_complete).toBe(false)
  })

  test('of a repository without a commit says that it is not all there is', async () => {
    git('update-ref', '-d', 'HEAD')
    const { code } = await lore('mine')
    expect([code, sent().is_complete]).toEqual([0, false])
  })

  test.each([['a\\b'], ['a\nb'], ['a\u001b[31mb'], ['a\rb']])(
    'leaves out a file that no server takes by its name, %j, and names it',
    async (name) => {
      write(`src/${name}.ts`, '// HACK: This one has a name that nobody types.\n')
      git('add', '.')
      git('commit', '-qm', 'More')
      for (const words of [['mine', '--dry-run'], ['mine']]) {
        const { code, stdout } = await lore(...words)
        expect(code).toBe(0)
        expect(stdout).toContain(JSON.stringify(`src/${name}.ts`))
        expect(stdout).toContain('src/tide.ts')
      }
      expect(sent().comments.map(({ path }) => path)).toEqual(['src/tide.ts'])
      expect(sent().is_complete).toBe(false)
      expect(JSON.parse((await lore('mine', '--json')).stdout)).toMatchObject({
        unnamed: [`src/${name}.ts`],
      })
    },
  )

  test('sends nothing on a dry run, no secrets, and nothing that is kept back or linked', async () => {
    const secret = ['ghp_aB3dE5gH7jK9mN1p', 'Q4sT6vX8aB3dE5gH7jK9'].join('')
    write('src/key.ts', `// HACK: The uploader wants ${secret} in its header.\n`)
    write('private/plan.ts', '// DECISION: We leave the harbour next year.\n')
    write('.loreignore', 'private/\n')
    symlinkSync(join(folder.path, 'private/plan.ts'), join(folder.path, 'src/link.ts'))
    const dry = await lore('mine', '--dry-run')
    expect(dry.stdout).toContain('src/key.ts:1')
    expect(server.changes()).toEqual([])
    await lore('mine')
    const words = JSON.stringify(sent())
    expect(words).toContain('The uploader wants')
    expect(words).not.toContain(secret)
    expect(words).not.toContain('leave the harbour')
  })

  test('reads nothing where a whole folder is kept back', async () => {
    write('.loreignore', '*\n')
    const { code, stderr } = await lore('mine')
    expect([code, stderr]).toEqual([2, expect.stringContaining('.loreignore')])
    expect(server.changes()).toEqual([])
  })
})
