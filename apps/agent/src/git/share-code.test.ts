import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { SharedCommit } from '@teamlore/shared/shared-code'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { environmentForGit } from '../env.ts'
import { type WatchBench, watchBench } from '../watch/testing/watch-bench.ts'

let bench: WatchBench
let root: string
beforeEach(async () => {
  bench = await watchBench()
  root = join(bench.home.path, 'work', 'harbour')
  mkdirSync(root, { recursive: true })
  git('init', '-q', '-b', 'main')
})
afterEach(() => bench.close())

const PATIENT = { timeout: 50_000, interval: 50 }
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=a@b.test', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: environmentForGit(),
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()
const write = (path: string, lines: string[]): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), lines.map((line) => `${line}\n`).join(''))
}
const commit = (message = 'Work'): string => {
  git('add', '-A')
  git('commit', '-q', '-m', message)
  return git('rev-parse', 'HEAD')
}
const work = (): void => {
  bench.home.write(
    bench.file('0b9c2d7e-1111-4222-8333-444455556666'),
    `${JSON.stringify({
      type: 'user',
      uuid: 'u1',
      parentUuid: null,
      cwd: root,
      version: '2.1.0',
      sessionId: '0b9c2d7e-1111-4222-8333-444455556666',
      timestamp: '2026-03-01T09:00:00.000Z',
      message: { role: 'user', content: 'Number the berths.' },
    })}\n`,
  )
}
const start = (more: object = {}) =>
  bench.start({ options: { gitLookMs: 50, ...more }, sweepMs: 500 })
const shared = (sha: string): SharedCommit | undefined =>
  bench.server.code.commits.find((one) => one.sha === sha)
const arrives = (sha: string) =>
  expect
    .poll(() => shared(sha)?.sha, PATIENT)
    .toBe(sha)
    .then(() => shared(sha)?.files ?? [])
const everyText = (): string => JSON.stringify(bench.server.code.commits)

describe('a watch', () => {
  test('sends no code of a project that does not share it', async () => {
    write('src/a.ts', ['const berth = 1'])
    const sha = commit()
    work()
    start()
    await expect.poll(() => bench.server.code.asked, PATIENT).toBeGreaterThan(0)
    expect(bench.server.code.commits).toEqual([])
    const reported = () =>
      bench.server.commits.flatMap(({ commits }) => commits.map((one) => one.sha))
    await expect.poll(reported, PATIENT).toEqual([sha])
    expect(JSON.stringify(bench.server.commits)).not.toContain('const berth')
  })

  test('sends that of all commits of one that shares it, and of each new one, each once', async () => {
    bench.server.code.isShared = true
    write('src/a.ts', ['one', 'two', 'three'])
    const first = commit()
    work()
    start()
    expect(await arrives(first)).toEqual([
      {
        path: 'src/a.ts',
        old_path: null,
        status: 'added',
        hunks: [{ at: 0, removed: 0, added: 3, lines: ['one', 'two', 'three'] }],
      },
    ])
    write('src/a.ts', ['zero', 'one', 'TWO', 'three'])
    renameSync(join(root, 'src/a.ts'), join(root, 'src/b.ts'))
    const second = commit()
    expect(await arrives(second)).toEqual([
      {
        path: 'src/b.ts',
        old_path: 'src/a.ts',
        status: 'renamed',
        hunks: [
          { at: 0, removed: 0, added: 1, lines: ['zero'] },
          { at: 1, removed: 1, added: 1, lines: ['TWO'] },
        ],
      },
    ])
    expect(bench.server.code.commits.map(({ sha }) => sha)).toEqual([first, second])
  })

  test('shows of a merge what it changes on the branch that it goes into', async () => {
    bench.server.code.isShared = true
    write('a.ts', ['one'])
    commit()
    git('checkout', '-q', '-b', 'topic')
    write('topic.ts', ['from the topic'])
    commit()
    git('checkout', '-q', 'main')
    write('b.ts', ['on main'])
    commit()
    git('merge', '-q', '--no-ff', '-m', 'Merge', 'topic')
    const merge = git('rev-parse', 'HEAD')
    work()
    start()
    expect((await arrives(merge)).map(({ path }) => path)).toEqual(['topic.ts'])
  })

  test('keeps secrets, what is kept back and what is too large on the machine', async () => {
    bench.server.code.isShared = true
    const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
    write('.loreignore', ['private/'])
    write('private/plan.ts', ['nobody reads this'])
    write('.env', ['PASSWORD=hunter2hunter2'])
    write('a.ts', ['const one = 1', `const token = '${token}'`, 'x'.repeat(3_000)])
    write('key.ts', [
      'before',
      '-----BEGIN RSA PRIVATE KEY-----',
      ...Array.from({ length: 6 }, (_, n) => `MIIEowIBAAKCAQEA${n}kq7Zs0Wc3xY9vB1nM5pL8tR2uJ4hG6f`),
      '-----END RSA PRIVATE KEY-----',
    ])
    write(
      'large.ts',
      Array.from({ length: 5_001 }, (_, n) => `generated line ${n}`),
    )
    const sha = commit()
    work()
    start()
    const files = await arrives(sha)
    const hunkOf = (path: string) => files.find((file) => file.path === path)?.hunks[0]
    expect(files.map(({ path }) => path).sort()).toEqual([
      '.loreignore',
      'a.ts',
      'key.ts',
      'large.ts',
    ])
    expect(hunkOf('a.ts')?.lines?.[0]).toBe('const one = 1')
    expect(hunkOf('a.ts')?.lines?.[2]).toHaveLength(1_000)
    expect(hunkOf('key.ts')).toEqual({ at: 0, removed: 0, added: 9, lines: null })
    expect(hunkOf('large.ts')).toEqual({ at: 0, removed: 0, added: 5_001, lines: null })
    for (const secret of [token, 'MIIEowIBAAKCAQEA', 'hunter2', 'nobody reads', 'generated line'])
      expect(everyText()).not.toContain(secret)
  })

  test('sends what is too large for the server without text, says so, and goes on with what is newer', async () => {
    bench.server.code.isShared = true
    bench.server.code.most = 3_000
    write('a.ts', ['one'])
    write(
      'large.ts',
      Array.from({ length: 100 }, (_, n) => `line ${n} ${'x'.repeat(50)}`),
    )
    const large = commit()
    for (let n = 0; n < 60; n++) write(`of-many/${n}.ts`, ['x'])
    const many = commit()
    write('a.ts', ['one', 'two'])
    const newer = commit()
    work()
    const { events } = start()
    expect((await arrives(newer)).map(({ path }) => path)).toEqual(['a.ts'])
    const ofLarge = (await arrives(large)).find(({ path }) => path === 'large.ts')
    expect(ofLarge?.hunks).toEqual([{ at: 0, removed: 0, added: 100, lines: null }])
    await arrives(many)
    expect(shared(many)).toEqual({ sha: many, files: [], is_cut: true })
    // In one round or in two, as the commits were noticed.
    const withoutText = () =>
      events.flatMap((event) => (event.kind === 'code without text' ? [event.commits] : []))
    await expect.poll(() => withoutText().reduce((sum, n) => sum + n, 0), PATIENT).toBe(2)
  })

  test('that is to report commits alone asks for nothing', async () => {
    bench.server.code.isShared = true
    write('a.ts', ['one'])
    const sha = commit()
    work()
    const watching = start({ gitChoice: 'commits' })
    const reported = () =>
      bench.server.commits.flatMap(({ commits }) => commits.map((one) => one.sha))
    await expect.poll(reported, PATIENT).toEqual([sha])
    await watching.stop()
    expect(bench.server.code.asked).toBe(0)
    rmSync(root, { recursive: true })
  })
})
