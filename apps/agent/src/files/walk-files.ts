import type { Dirent } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { LEADS_NOWHERE, type Unread, whyUnread } from './why-unread.ts'

export type Walked = { path: string } | ({ path: string } & Unread)

const MAX_DEPTH = 40

/**
 * All regular files under a folder whose name fits, in the order of their names. Links are followed, each real folder
 * and file once, so loops end; of links that lead nowhere `fits` is asked, too; pipes, sockets and devices are never opened. What cannot be read is reported.
 */
export async function* walkFiles(
  root: string,
  fits: (name: string, kind: 'file' | 'dangling') => boolean,
  seen: Set<string> = new Set(),
  depth = 0,
): AsyncGenerator<Walked> {
  if (depth > MAX_DEPTH) {
    yield { path: root, problem: 'holds folders that are nested too deeply' }
    return
  }
  const entries = await entriesOf(root, seen)
  if ('problem' in entries) {
    yield { path: root, ...entries }
    return
  }
  for (const entry of entries) {
    const path = join(root, entry.name)
    const kind = await kindOf(entry, path)
    if (kind === 'folder') yield* walkFiles(path, fits, seen, depth + 1)
    else if (kind !== 'other' && fits(entry.name, kind)) {
      if (kind === 'file') yield* once(path, seen)
      else yield { path, ...LEADS_NOWHERE }
    }
  }
}

async function* once(path: string, seen: Set<string>): AsyncGenerator<Walked> {
  // Gone since its folder was listed, as what a database keeps beside it may be at any time.
  const real = await realpath(path).catch(() => null)
  if (real === null || seen.has(real)) return
  seen.add(real)
  yield { path }
}

/** The entries in order, a sentence when there is a problem, nothing for a folder seen before. */
const entriesOf = async (folder: string, seen: Set<string>): Promise<Dirent[] | Unread> => {
  try {
    const real = await realpath(folder)
    if (seen.has(real)) return []
    seen.add(real)
    const entries = await readdir(folder, { withFileTypes: true })
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    return whyUnread(error)
  }
}

const kindOf = async (
  entry: Dirent,
  path: string,
): Promise<'folder' | 'file' | 'dangling' | 'other'> => {
  if (entry.isDirectory()) return 'folder'
  if (entry.isFile()) return 'file'
  if (!entry.isSymbolicLink()) return 'other'
  try {
    const target = await stat(path)
    if (target.isDirectory()) return 'folder'
    return target.isFile() ? 'file' : 'other'
  } catch {
    return 'dangling'
  }
}
