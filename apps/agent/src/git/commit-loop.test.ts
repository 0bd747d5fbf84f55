import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
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
const gitIn = (cwd: string, ...args: string[]): string =>
  execFileSync(
    'git',
    [
      '-c',
      'user.name=Ann',
      '-c',
      'user.email=a@b.test',
      '-c',
      'protocol.file.allow=always',
      ...args,
    ],
    { cwd, encoding: 'utf8', env: environmentForGit(), stdio: ['ignore', 'pipe', 'ignore'] },
  ).trim()
const git = (...args: string[]): string => gitIn(root, ...args)
const commit = (path: string, text: string, cwd = root): string => {
  mkdirSync(dirname(join(cwd, path)), { recursive: true })
  writeFileSync(join(cwd, path), text)
  gitIn(cwd, 'add', '-A')
  gitIn(cwd, 'commit', '-q', '-m', `Write ${path}`)
  return gitIn(cwd, 'rev-parse', 'HEAD')
}

/** A session in a folder, as Claude Code writes it. */
const work = (cwd = root, id = '0b9c2d7e-1111-4222-8333-444455556666'): void => {
  bench.home.write(
    bench.file(id),
    `${JSON.stringify({
      type: 'user',
      uuid: 'u1',
      parentUuid: null,
      sessionId: id,
      cwd,
      version: '2.1.0',
      timestamp: '2026-03-01T09:00:00.000Z',
      message: { role: 'user', content: 'Number the berths.' },
    })}\n`,
  )
}
const start = (more: object = {}) =>
  bench.start({ options: { gitLookMs: 50, ...more }, sweepMs: 500 })
const reported = (): string[] =>
  bench.server.commits.flatMap(({ commits }) => commits.map(({ sha }) => sha))
const arrived = (shas: string[]) =>
  expect.poll(() => [...reported()].sort(), PATIENT).toEqual([...shas].sort())

describe('a watch', () => {
  test('reports the commits of a repository in which somebody worked, and of each new one, once', async () => {
    const first = commit('a.ts', 'a\n')
    work()
    const watching = start()
    await arrived([first])
    const second = commit('b.ts', 'b\n')
    await arrived([first, second])
    // What is stopped before its answer came is sent again, and known there.
    await expect.poll(() => readdirSync(join(bench.root, 'spool')), PATIENT).toEqual([])
    await watching.stop()
    const third = commit('c.ts', 'c\n')
    start()
    await arrived([first, second, third])
  })

  test('reports what git-ai noted of commits that were sent before, and of no other again', async () => {
    const [first, second] = [commit('a.ts', 'a\n'), commit('b.ts', 'b\n')]
    const note = (sha: string, id: string) =>
      git(
        ...['notes', '--ref=refs/notes/ai', 'add', '-f', sha],
        ...['-m', `---\n{"prompts":{"p":{"agent_id":{"tool":"claude","id":"${id}"}}}}`],
      )
    work()
    start()
    await arrived([first, second])
    note(first, 'one')
    await arrived([first, first, second])
    note(second, 'two')
    await arrived([first, first, second, second])
    const noted = bench.server.commits
      .flatMap(({ commits }) => commits.flatMap(({ noted_sessions }) => noted_sessions))
      .map(({ native_id }) => native_id)
    expect(noted).toEqual(['one', 'two'])
  })

  test('leaves repositories alone in which nobody worked with a tool', async () => {
    commit('a.ts', 'a\n')
    const watching = start()
    await expect.poll(() => watching.events.map(({ kind }) => kind), PATIENT).toContain('ready')
    await watching.stop()
    expect(reported()).toEqual([])
  })

  test('loses nothing to a rebase, a forced reset, a deleted branch or a worktree', async () => {
    const base = commit('a.ts', 'a\n')
    work()
    start()
    await arrived([base])
    git('checkout', '-q', '-b', 'topic')
    const onTopic = commit('topic.ts', 't\n')
    git('checkout', '-q', 'main')
    const onMain = commit('main.ts', 'm\n')
    git('rebase', '-q', 'main', 'topic')
    const rebased = git('rev-parse', 'topic')
    git('checkout', '-q', 'main')
    git('branch', '-q', '-D', 'topic')
    const thrown = commit('thrown.ts', 'x\n')
    git('reset', '-q', '--hard', 'HEAD~1')
    const tree = join(bench.home.path, 'work', 'tree')
    git('worktree', 'add', '-q', '-b', 'side', tree)
    const inTree = commit('side.ts', 's\n', tree)
    await arrived([base, onTopic, onMain, rebased, thrown, inTree])
  })

  test('sends what waited when the server answers again, after a restart too', async () => {
    const first = commit('a.ts', 'a\n')
    bench.server.trouble((_, url) => (url === '/v1/commits' ? 'cut' : undefined))
    work()
    const watching = start()
    const spooled = () => readdirSync(join(bench.root, 'spool'))
    await expect.poll(() => spooled().length, PATIENT).toBe(1)
    await watching.stop()
    bench.server.trouble(() => undefined)
    start()
    await arrived([first])
  })

  test('reports again what was in a batch that cannot be read any more', async () => {
    const first = commit('a.ts', 'a\n')
    bench.server.trouble((_, url) => (url === '/v1/commits' ? 'cut' : undefined))
    work()
    const watching = start()
    const folder = join(bench.root, 'spool')
    await expect.poll(() => readdirSync(folder).length, PATIENT).toBe(1)
    // From now on the commit is known to have been listed.
    const followed = join(bench.root, 'commits', 'repositories.json')
    await expect.poll(() => readFileSync(followed, 'utf8'), PATIENT).toContain(`["${first}"]`)
    await watching.stop()
    const [name = ''] = readdirSync(folder)
    const [header = ''] = readFileSync(join(folder, name)).toString('latin1').split('\n')
    writeFileSync(join(folder, name), `${header}\nnonsense`)
    bench.server.trouble(() => undefined)
    const again = start()
    await expect.poll(() => readdirSync(join(bench.root, 'rejected')), PATIENT).toHaveLength(1)
    await again.stop()
    commit('b.ts', 'b\n')
    start()
    await expect.poll(reported, PATIENT).toContain(first)
  })

  test('reports what a hook of git said was rewritten, and keeps to what is switched off', async () => {
    const from = commit('a.ts', 'a\n')
    git('commit', '-q', '--amend', '-m', 'Better words')
    const to = git('rev-parse', 'HEAD')
    const hooks = join(bench.state.path, 'hook-says')
    appendFileSync(hooks, `2026-03-01T09:00:00Z\trewrite\t${to}\tmain\t${root}\t${from}\n`)
    work()
    const off = start({ gitChoice: 'none', gitHooksFile: hooks })
    await expect.poll(() => off.events.map(({ kind }) => kind), PATIENT).toContain('ready')
    await off.stop()
    expect(reported()).toEqual([])
    start({ gitHooksFile: hooks })
    await arrived([from, to])
    await expect
      .poll(() => bench.server.commits.flatMap(({ rewrites }) => rewrites), PATIENT)
      .toEqual([{ from, to }])
  })

  test('does not take all files of a shallow clone for those of its oldest commit', async () => {
    commit('a.ts', 'a\n')
    const cut = commit('b.ts', 'b\n')
    const clone = join(bench.home.path, 'work', 'clone')
    git('clone', '-q', '--depth', '1', `file://${root}`, clone)
    work(clone)
    start()
    const next = commit('c.ts', 'c\n', clone)
    await arrived([next])
    gitIn(clone, 'fetch', '-q', '--unshallow')
    await expect.poll(reported, PATIENT).toContain(cut)
  })

  test('follows submodules, and forgets a repository that is gone without a word', async () => {
    const inner = join(bench.home.path, 'work', 'inner')
    mkdirSync(inner)
    gitIn(inner, 'init', '-q', '-b', 'main')
    const within = commit('in.ts', 'in\n', inner)
    commit('a.ts', 'a\n')
    git('submodule', '--quiet', 'add', inner, 'parts/inner')
    const outer = commit('b.ts', 'b\n')
    work()
    const watching = start()
    await expect.poll(reported, PATIENT).toEqual(expect.arrayContaining([outer, within]))
    rmSync(root, { recursive: true })
    expect(await watching.stop()).toBe('stopped')
  })

  test('has the imports reported where another commit is checked out, not at every look', async () => {
    commit('a.ts', 'a\n')
    work()
    const built: string[] = []
    start({ buildGraph: async (folder: string) => void built.push(folder) })
    await expect.poll(() => built, PATIENT).toEqual([root])
    const second = commit('b.ts', 'b\n')
    await expect.poll(reported, PATIENT).toContain(second)
    expect(built).toEqual([root])
  })
})
