import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { realPath as leadsTo } from '@teamlore/sources/files/real-path'
import { type FileStat, statFile } from '../files/file-identity.ts'
import type { MemoryPlace } from './memory-places.ts'

/** A memory file that is there, and may be read. */
export type FoundMemoryFile = {
  /** Within the folder, with forward slashes; as it is named on the server. */
  path: string
  /** Where its bytes are, after all links, and where that is within the folder. */
  real: string
  realPath: string
  tool: string | null
  isPersonal: boolean
  stat: FileStat
}

/** A folder that is looked through, and how what is found there is named. */
export type LookedThrough = { folder: string; shown: string; places: readonly MemoryPlace[] }

const MAX_DEPTH = 4
const MAX_OF_FOLDER = 200

/**
 * The memory files of a folder, each once: one that links to another is that other. Links that lead out of the folder are not
 * followed, and pipes and devices never opened.
 *
 * @throws the system's error for what is there and may not be looked at: it must not be taken for gone.
 */
export const findMemoryFiles = async (
  { folder, shown, places }: LookedThrough,
  nested: readonly string[] = [],
): Promise<FoundMemoryFile[]> => {
  const root = await leadsTo(folder).catch(absent)
  if (root === undefined) return []
  const found = new Map<string, FoundMemoryFile>()
  const prefix = shown === '' ? '' : `${shown}/`
  for await (const { path, place } of candidatesIn(root, places, nested)) {
    const file = await lookAt(root, path)
    if (file === undefined) continue
    const before = found.get(file.real)
    // Of several names the file's own is its name.
    if (before !== undefined && before.path === prefix + file.realPath) continue
    const { tool, isPersonal = false } = place
    found.set(file.real, { ...file, path: prefix + path, tool, isPersonal })
  }
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
}

type Candidate = { path: string; place: MemoryPlace }

/** Names under which something may be there. */
async function* candidatesIn(
  root: string,
  places: readonly MemoryPlace[],
  nested: readonly string[],
): AsyncGenerator<Candidate> {
  // Most places are empty: one listing shows it, whatever the system makes of capitals.
  const listed = (await readdir(root).catch(absent)) ?? []
  const names = new Set(listed.map((name) => name.toLowerCase()))
  for (const place of places) {
    const paths =
      'file' in place
        ? withNested(place, nested)
        : names.has(firstOf(place.folder))
          ? await filesIn(root, place)
          : []
    for (const path of paths) if (names.has(firstOf(path))) yield { path, place }
  }
}

const firstOf = (path: string): string => (path.split('/', 1)[0] ?? '').toLowerCase()

const withNested = (place: { file: string; isNested?: true }, nested: readonly string[]) =>
  place.isNested === true
    ? [place.file, ...nested.filter((path) => path.endsWith(`/${place.file}`))]
    : [place.file]

const lookAt = async (
  root: string,
  path: string,
): Promise<Pick<FoundMemoryFile, 'real' | 'realPath' | 'stat'> | undefined> => {
  const real = await leadsTo(join(root, path)).catch(absent)
  if (real === undefined || !real.startsWith(root.endsWith(sep) ? root : root + sep))
    return undefined
  if (!(await stat(real)).isFile()) return undefined
  const realPath = real
    .slice(root.length)
    .split(sep)
    .filter((part) => part !== '')
    .join('/')
  return { real, realPath, stat: await statFile(real) }
}

const filesIn = async (
  root: string,
  { folder, endings }: { folder: string; endings: readonly string[] },
): Promise<string[]> => {
  const found: string[] = []
  const walk = async (inner: string, depth: number): Promise<void> => {
    const entries: Dirent[] =
      (await readdir(join(root, inner), { withFileTypes: true }).catch(absent)) ?? []
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = `${inner}/${entry.name}`
      if (found.length >= MAX_OF_FOLDER) return
      // Links to folders are not walked into: they may lead anywhere, and around in circles.
      if (entry.isDirectory() && depth < MAX_DEPTH) await walk(path, depth + 1)
      else if (endings.some((ending) => entry.name.toLowerCase().endsWith(ending))) found.push(path)
    }
  }
  await walk(folder, 1)
  return found
}

const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'])

/** For what is not there. @throws anything else. */
const absent = (error: NodeJS.ErrnoException): undefined => {
  if (ABSENT.has(error.code ?? '')) return undefined
  throw error
}
