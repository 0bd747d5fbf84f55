import { readdir, readFile, stat } from 'node:fs/promises'
import { isAbsolute, join, resolve } from 'node:path'
import { gitText } from './spawn-git.ts'

/** The folder that all worktrees of a repository share; null where there is none. */
export const commonFolder = async (root: string): Promise<string | null> => {
  try {
    const folder = (await gitText(root, ['rev-parse', '--git-common-dir'])).trim()
    return isAbsolute(folder) ? folder : resolve(root, folder)
  } catch {
    return null
  }
}

const FILES = [
  'HEAD',
  'logs/HEAD',
  'packed-refs',
  'FETCH_HEAD',
  'refs/heads',
  'logs/refs/heads',
  'shallow',
  // Sessions that git-ai notes, mostly after the commit was sent.
  'refs/notes/ai',
]
const MAX_WORKTREES = 100

/**
 * What the system says of the files that change with each commit, fetch, rebase and reset, in whichever worktree. It costs a few
 * looks at the disk and no process.
 */
export const stampOf = async (common: string): Promise<string> => {
  const trees = await readdir(join(common, 'worktrees')).catch(() => [])
  const paths = [
    ...FILES.map((file) => join(common, file)),
    ...trees
      .slice(0, MAX_WORKTREES)
      .flatMap((tree) =>
        ['HEAD', 'logs/HEAD'].map((file) => join(common, 'worktrees', tree, file)),
      ),
  ]
  const stamps = await Promise.all(
    paths.map((path) =>
      stat(path, { bigint: true }).then(
        ({ ino, size, mtimeNs }) => `${ino} ${size} ${mtimeNs}`,
        () => '',
      ),
    ),
  )
  return stamps.join(',')
}

/** Commits at which a shallow clone was cut off. Against nothing to compare with, git calls all of their files new. */
export const shallowEnds = async (common: string): Promise<ReadonlySet<string>> => {
  const text = await readFile(join(common, 'shallow'), 'utf8').catch(() => '')
  return new Set(text.split('\n').filter((line) => /^[0-9a-f]{40,64}$/.test(line)))
}

/** Folders of the submodules that are checked out. */
export const submodulesOf = async (root: string): Promise<string[]> => {
  const text = await readFile(join(root, '.gitmodules'), 'utf8').catch(() => '')
  const named = [...text.matchAll(/^\s*path\s*=\s*(.+?)\s*$/gm)].map(([, path = '']) => path)
  const inside = named.filter((path) => !isAbsolute(path) && !path.split(/[\\/]/).includes('..'))
  const found = await Promise.all(
    inside.slice(0, MAX_WORKTREES).map(async (path) => {
      const folder = join(root, path)
      return (await stat(join(folder, '.git')).catch(() => null)) === null ? [] : [folder]
    }),
  )
  return found.flat()
}

/** Where branches, tags, remotes and HEAD stand. */
export const tipsOf = async (root: string): Promise<string[]> => {
  const refs = await gitText(root, ['for-each-ref', '--format=%(objectname)']).catch(() => '')
  const head = await gitText(root, ['rev-parse', '--verify', '-q', 'HEAD']).catch(() => '')
  return [
    ...new Set(`${refs}\n${head}`.split('\n').filter((line) => /^[0-9a-f]{40,64}$/.test(line))),
  ]
}
