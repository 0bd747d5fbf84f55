import { readdir, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join, sep } from 'node:path'

/** The nearest folder above one that is gone; null where that is the home folder or above it, which holds everything. */
export const folderAbove = async (gone: string): Promise<string | null> => {
  if (!isAbsolute(gone)) return null
  for (let at = dirname(gone); at !== dirname(at); at = dirname(at))
    if (await isFolder(at)) return holdsHome(at) ? null : at
  return null
}

/** A repository of everything at home says nothing about a folder somewhere in it. */
export const holdsHome = (folder: string): boolean => {
  const home = homedir()
  return home === folder || home.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)
}

/** `worktrees/<id>/<repository>` of Codex, `worktrees/<repository>/<id>` of Cursor. */
const WORKTREE = /^(.*[\\/]worktrees)[\\/]([^\\/]+)[\\/]([^\\/]+)/

/** Names that the repository of a worktree may have, the likelier first. */
export const repositoryNames = (cwd: string): string[] => {
  const [, , first, second] = WORKTREE.exec(cwd) ?? []
  return first === undefined || second === undefined ? [] : [second, first]
}

/** Other worktrees of what may be the same repository, as far as they are there. */
export const worktreesBeside = async (cwd: string): Promise<string[]> => {
  const [, place, first, second] = WORKTREE.exec(cwd) ?? []
  if (place === undefined || first === undefined || second === undefined) return []
  const [others, alike] = await Promise.all([namesIn(place), namesIn(join(place, first))])
  const paths = [
    ...others.map((id) => join(place, id, second)),
    ...alike.map((id) => join(place, first, id)),
  ]
  const there = await Promise.all(paths.map(isFolder))
  return paths.filter((path, at) => there[at] && path !== join(place, first, second))
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

export const isFolder = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isDirectory()
  } catch {
    return false
  }
}
