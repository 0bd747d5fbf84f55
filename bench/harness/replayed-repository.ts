/** Repositories that git itself writes, by doing again what sessions did to files, with people at work between them. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ReadEdit, ReadSession } from '@teamlore/sources/source'
import { createPeople } from './people-at-work.ts'
import { createRandom } from './random.ts'
import { type KnownLine, type Tree, tracked } from './tracked-lines.ts'

const MINUTE = 60_000
/** A pause so long ends a piece of work. */
const PAUSE = 40 * MINUTE
/** What is longer was made by a program. */
const MOST_LINES = 3_000

export type ReplayedCommit = {
  sha: string
  at: number
  /** Sessions that wrote lines which came with this commit. */
  writers: Set<string>
  files: string[]
  /** Texts of the lines that came with it, whoever wrote them. */
  added: Set<string>
}
export type Replayed = {
  root: string
  sessions: ReadSession[]
  commits: ReplayedCommit[]
  /** Each file at the end, line by line, with who wrote it. */
  files: ReadonlyMap<string, readonly KnownLine[]>
}

type Step = { at: number; by: string; path: string; edit: ReadEdit }

const UNUSABLE = /(?:^|\/)(?:\.git|\.gitattributes|\.gitmodules|node_modules)(?:\/|$)|^$|[\0\n]/

/** Within the repository, wherever the session had it. */
const pathOf = (path: string, cwd: string | null): string | undefined => {
  const plain = path.replaceAll('\\', '/')
  const base = cwd?.replaceAll('\\', '/').replace(/\/$/, '')
  const isBelow = base !== undefined && plain.startsWith(`${base}/`)
  const parts = (isBelow ? plain.slice(base.length + 1) : plain).split('/')
  const named = parts.filter((part) => part !== '' && part !== '.' && part !== '..')
  const short = (isBelow ? named : named.slice(-3)).join('/')
  return UNUSABLE.test(short) || short.length > 200 ? undefined : short
}

const stepsOf = (session: ReadSession): Step[] =>
  session.edits.flatMap((edit) => {
    const path = pathOf(edit.path, session.cwd)
    const at = edit.ts === null ? Number.NaN : Date.parse(edit.ts)
    const size = edit.addedText.length + edit.removedText.length
    const isUsable = path !== undefined && !Number.isNaN(at) && size > 0 && size <= MOST_LINES
    return isUsable ? [{ at, by: session.native_id, path, edit }] : []
  })

const gitIn = (root: string) => {
  const settings = ['core.autocrlf=false', 'core.hooksPath=/dev/null', 'commit.gpgsign=false']
  const { PATH = '' } = process.env
  return (args: readonly string[], at = 0): string =>
    execFileSync('git', ['-C', root, ...settings.flatMap((one) => ['-c', one]), ...args], {
      encoding: 'utf8',
      maxBuffer: 1e8,
      env: {
        PATH,
        HOME: root,
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_AUTHOR_NAME: 'Ann',
        GIT_AUTHOR_EMAIL: 'ann@example.com',
        GIT_COMMITTER_NAME: 'Ann',
        GIT_COMMITTER_EMAIL: 'ann@example.com',
        GIT_AUTHOR_DATE: `${Math.floor(at / 1_000)} +0000`,
        GIT_COMMITTER_DATE: `${Math.floor(at / 1_000)} +0000`,
      },
    })
}

/** The working tree on disk, and commits of it. */
const openCheckout = (root: string, tree: Tree) => {
  mkdirSync(root, { recursive: true })
  const git = gitIn(root)
  git(['init', '-q', '-b', 'main'])
  const commits: ReplayedCommit[] = []
  let committed = new Set<number>()
  const write = (path: string): void => {
    const lines = tree.files.get(path)
    const file = join(root, path)
    mkdirSync(dirname(file), { recursive: true })
    if (lines === undefined) rmSync(file, { force: true })
    else writeFileSync(file, lines.map(({ text }) => `${text}\n`).join(''))
  }
  return {
    commits,
    commit: (at: number): void => {
      const changed = [...tree.changed]
      tree.changed.clear()
      for (const path of changed) write(path)
      git(['add', '-A', '-f', '.'])
      if (git(['status', '--porcelain']) === '') return
      git(['commit', '-q', '-m', `Change ${commits.length + 1}`], at)
      const lines = [...tree.files.values()].flat()
      const fresh = lines.filter(({ id, text }) => !committed.has(id) && text.trim() !== '')
      const writers = new Set(fresh.flatMap(({ by }) => by ?? []))
      const added = new Set(fresh.map(({ text }) => text.trim()))
      committed = new Set(lines.map(({ id }) => id))
      const sha = git(['rev-parse', 'HEAD']).trim()
      commits.push({ sha, at, writers, files: changed, added })
    },
  }
}

/**
 * Does the edits of these sessions in their order in time. A person begins each file, changes some of what sessions wrote before it
 * is committed, moves blocks and files, and commits work of their own in between. Who wrote each line is known throughout.
 */
export const replay = (
  root: string,
  sessions: readonly ReadSession[],
  { seed, pool }: { seed: number; pool: readonly string[] },
): Replayed => {
  const random = createRandom(seed)
  const tree = tracked()
  const checkout = openCheckout(root, tree)
  const people = createPeople(tree, { random, pool })
  const steps = sessions.flatMap(stepsOf).sort((a, b) => a.at - b.at)
  let open = 0
  let wanted = 1 + random.int(7)
  for (const [n, { at, by, path, edit }] of steps.entries()) {
    if (!tree.files.has(path) && edit.operation !== 'create') people.begin(path, edit.removedText)
    if (!tree.apply(path, edit, by)) continue
    open++
    const next = steps[n + 1]?.at ?? Number.POSITIVE_INFINITY
    if (open < wanted && next - at < PAUSE) continue
    const room = Math.min(next - at, 30 * MINUTE)
    if (room < 2_000) continue
    people.revise()
    checkout.commit(at + room / 2)
    if (random.next() < 0.25 && next - at > 3 * MINUTE) {
      people.work()
      checkout.commit(at + room * 0.75)
    }
    open = 0
    wanted = 1 + random.int(7)
  }
  return { root, sessions: [...sessions], commits: checkout.commits, files: tree.files }
}
