import type { Dirent } from 'node:fs'
import { lstat, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { realPath } from './real-path.ts'
import { LEADS_NOWHERE, NO_UTF8, type Unread, whyUnread } from './why-unread.ts'

export type Walked = { path: string } | ({ path: string } & Unread)

/** Whether a file of such a name is wanted; `closed` where it cannot be looked into. */
type Fits = (name: string, kind: 'file' | 'closed') => boolean

const MAX_DEPTH = 40

/**
 * All regular files under a folder whose name fits, in the order of their names. Links are followed, each real folder
 * and file once, so loops end; pipes, sockets and devices are never opened. What cannot be read is reported, a link that leads nowhere and a name that cannot be opened among it.
 */
export async function* walkFiles(
  root: string,
  fits: Fits,
  seen: Set<string> = new Set(),
  depth = 0,
): AsyncGenerator<Walked> {
  if (depth > MAX_DEPTH) {
    yield { path: root, problem: 'holds folders that are nested too deeply' }
    return
  }
  const entries = await entriesOf(root, seen, depth > 0)
  if ('problem' in entries) {
    yield { path: root, ...entries }
    return
  }
  for (const entry of entries) {
    const path = join(root, entry.name)
    const kind = await kindOf(entry, path)
    if (kind === 'folder') yield* walkFiles(path, fits, seen, depth + 1)
    else if (kind === 'file' && fits(entry.name, 'file')) yield* once(path, seen)
    else if (typeof kind === 'object' && isWanted(entry, fits)) yield { path, ...kind }
  }
}

const isWanted = (entry: Dirent, fits: Fits): boolean =>
  entry.isDirectory() || fits(entry.name, 'closed')

async function* once(path: string, seen: Set<string>): AsyncGenerator<Walked> {
  const real = await realPath(path).catch((error: NodeJS.ErrnoException): Unread | undefined =>
    // Gone since its folder was listed, as what a database keeps beside it may be at any time.
    error.code === 'ENOENT' ? undefined : whyUnread(error),
  )
  if (typeof real === 'object') yield { path, ...real }
  if (typeof real !== 'string' || seen.has(real)) return
  seen.add(real)
  yield { path }
}

const isMisnamed = async ({ name }: Dirent, path: string): Promise<boolean> =>
  name.includes('\uFFFD') && (await lstat(path).catch(() => null)) === null

/** The entries in order, a sentence when there is a problem, nothing for a folder seen before. */
const entriesOf = async (
  folder: string,
  seen: Set<string>,
  wasListed: boolean,
): Promise<Dirent[] | Unread> => {
  try {
    const real = await realPath(folder)
    if (seen.has(real)) return []
    seen.add(real)
    const entries = await readdir(folder, { withFileTypes: true })
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    // Taken away since the folder around it was listed.
    if (wasListed && (error as NodeJS.ErrnoException).code === 'ENOENT') return []
    return whyUnread(error)
  }
}

/** Else why it cannot be looked into. */
const kindOf = async (
  entry: Dirent,
  path: string,
): Promise<'folder' | 'file' | 'other' | Unread> => {
  if (await isMisnamed(entry, path)) return NO_UTF8
  if (entry.isDirectory()) return 'folder'
  if (entry.isFile()) return 'file'
  if (!entry.isSymbolicLink()) return 'other'
  try {
    const target = await stat(path)
    if (target.isDirectory()) return 'folder'
    return target.isFile() ? 'file' : 'other'
  } catch {
    return LEADS_NOWHERE
  }
}
