import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { at } from './minutes.ts'

export const FILE = 'src/parser.ts'

/** What a session wrote at a minute: of a file written whole, all of its lines. */
export type Written = { minute: number; added: string[]; removed: string[] }

/** Numbers from 0 to below `most`, the same for the same salt. */
export const createDice = (salt: string) => {
  let state = createHash('sha256').update(salt).digest().readUInt32BE(0)
  return (most: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
}

export const printOf = (line: string): string =>
  createHash('sha256').update(line.trim()).digest('hex').slice(0, 16)

/** A repository on disk in which sessions, a person and a colleague are at work, minute by minute. */
export const openGitHistory = (salt: string) => {
  const dir = mkdtempSync(join(tmpdir(), 'teamlore-git-'))
  const sessions = new Map<string, Written[]>()
  const owners = new Map<string, string | null>()
  let text: string[] = []
  let named = 0

  const git = (minute: number, ...args: string[]): string =>
    execFileSync('git', args, {
      cwd: dir,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_AUTHOR_NAME: 'Ann',
        GIT_AUTHOR_EMAIL: 'ann@example.test',
        GIT_AUTHOR_DATE: at(minute),
        GIT_COMMITTER_NAME: 'Ann',
        GIT_COMMITTER_EMAIL: 'ann@example.test',
        GIT_COMMITTER_DATE: at(minute),
        GIT_EDITOR: 'true',
      },
    }).trim()
  const patchIdOf = (diff: string): string | null =>
    execFileSync('git', ['patch-id', '--stable'], { input: `${diff}\n`, encoding: 'utf8' }).split(
      ' ',
      1,
    )[0] || null
  const save = (path: string, lines: readonly string[]) =>
    writeFileSync(join(dir, path), `${lines.join('\n')}\n`)

  /** Lines that nobody else writes. */
  const fresh = (count: number): string[] =>
    Array.from({ length: count }, () => `const ${salt}_${named++} = gauge(${named}, '${salt}')`)

  const put = (by: string | null, lines: readonly string[], where: number) => {
    text = [...text.slice(0, where), ...lines, ...text.slice(where)]
    for (const line of lines) owners.set(line, by)
    save(FILE, text)
  }

  git(1, 'init', '-q', '-b', 'main')
  execFileSync('mkdir', ['-p', join(dir, 'src')])
  put(null, fresh(3), 0)
  git(1, 'add', '-A')
  git(1, 'commit', '-q', '-m', `Begin ${salt}`)

  return {
    git,
    patchIdOf,
    sessions,
    owners,
    fresh,
    /** A session puts lines at the end in the place of the last ones there, or writes the whole file once more with them. */
    write: (
      by: string,
      minute: number,
      lines: readonly string[],
      { replaced = 0, isWhole = false }: { replaced?: number; isWhole?: boolean } = {},
    ) => {
      const kept = text.slice(0, text.length - replaced)
      const removed = isWhole ? [] : text.slice(kept.length)
      text = kept
      put(by, lines, text.length)
      const written = sessions.get(by) ?? []
      written.push({ minute, added: isWhole ? [...text] : [...lines], removed })
      sessions.set(by, written)
    },
    /** A person puts lines at the beginning. */
    type: (lines: readonly string[]) => put(null, lines, 0),
    commit: (minute: number, subject: string, ...more: string[]): string => {
      git(minute, 'add', '-A')
      git(minute, 'commit', '-q', '-m', subject, ...more)
      return git(minute, 'rev-parse', 'HEAD')
    },
    /** A colleague changes another file; the working tree stays as it is. */
    pull: (minute: number): string => {
      save(`notes-${minute}.md`, fresh(2))
      git(minute, 'add', `notes-${minute}.md`)
      git(
        minute,
        'commit',
        '-q',
        '-m',
        `Notes of minute ${minute}`,
        '--author',
        'Bob <bob@example.test>',
      )
      return git(minute, 'rev-parse', 'HEAD')
    },
    head: (): string => git(0, 'rev-parse', 'HEAD'),
    /** Each line of the file as it stands in HEAD, with the commit that git blames for it. */
    blame: (): { line: string; sha: string }[] => {
      let sha = ''
      return git(0, 'blame', '--porcelain', 'HEAD', '--', FILE)
        .split('\n')
        .flatMap((row) => {
          sha = /^([0-9a-f]{40}) \d+ \d+/.exec(row)?.[1] ?? sha
          return row.startsWith('\t') ? [{ line: row.slice(1), sha }] : []
        })
    },
    dispose: () => rmSync(dir, { recursive: true, force: true }),
  }
}

export type GitHistory = ReturnType<typeof openGitHistory>
