import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { dirname, resolve, sep } from 'node:path'
import { isNeverCaptured, type Redactor } from '@teamlore/redaction'
import { MEMORY_FILE_LIMITS, type ReportedMemoryFile } from '@teamlore/shared'
import type { Surroundings } from '@teamlore/sources/surroundings'
import type { MemoryFileChoice } from '../env.ts'
import { readProjectIgnore } from '../privacy/project-ignore.ts'
import type { RunGit } from '../project/run-git.ts'
import { type FoundMemoryFile, findMemoryFiles } from './find-memory-files.ts'
import { notesFolders, PROJECT_PLACES, personalFolders } from './memory-places.ts'
import type { MirroredFolder } from './mirror-state.ts'
import { modifiedTimes } from './modified-at.ts'
import { readMemoryFile } from './read-memory-file.ts'

type Deps = {
  surroundings: Pick<Surroundings, 'home' | 'variables'>
  choice: MemoryFileChoice
  /** Paths that git knows below the first folder, for what is looked for in every folder. */
  nestedIn: (root: string) => Promise<readonly string[]>
}

/** What is there, before anything is read. `seen` changes whenever one of the files does. */
export type Sighted = { found: FoundMemoryFile[]; leftOut: number; seen: string }

/**
 * Undefined when nothing is known: a disk that is not there now has not lost its files.
 *
 * @throws the system's error for what may not be looked at.
 */
export const sightFolder = async (
  { root }: Pick<MirroredFolder, 'root'>,
  { surroundings, choice, nestedIn }: Deps,
): Promise<Sighted | undefined> => {
  const state = root === '' ? 'there' : await stateOf(root)
  if (state === 'unknown') return undefined
  const ignore = await readProjectIgnore(root === '' ? surroundings.home : root)
  const all =
    state === 'gone' || ignore.isWhole
      ? []
      : root === ''
        ? await personalFiles(surroundings)
        : await projectFiles(root, surroundings, await nestedIn(root))
  const wanted = all.filter(({ isPersonal }) => choice === 'all' || !isPersonal)
  const found = wanted.filter(
    ({ path, realPath }) =>
      path.length <= MEMORY_FILE_LIMITS.maxPathChars &&
      ![path, realPath, path.replace(/^~\//, '')].some(
        (name) => ignore.matches(name) || isNeverCaptured(name),
      ),
  )
  const seen = hashOf([choice, found.map(({ path, stat }) => [path, stat])])
  return { found, leftOut: wanted.length - found.length, seen }
}

const stateOf = async (root: string): Promise<'there' | 'gone' | 'unknown'> => {
  const entries = await readdir(root).catch((error: NodeJS.ErrnoException) => error)
  // Where a disk is mounted there is an empty folder when it is not.
  if (Array.isArray(entries)) return entries.length > 0 ? 'there' : 'unknown'
  if (entries.code !== 'ENOENT' && entries.code !== 'ENOTDIR') throw entries
  return (await stat(dirname(root)).catch(() => undefined)) === undefined ? 'unknown' : 'gone'
}

const personalFiles = async (where: Deps['surroundings']): Promise<FoundMemoryFile[]> => {
  const found: FoundMemoryFile[] = []
  for (const folder of personalFolders(where)) found.push(...(await findMemoryFiles(folder)))
  return eachOnce(found)
}

const projectFiles = async (
  root: string,
  where: Deps['surroundings'],
  nested: readonly string[],
): Promise<FoundMemoryFile[]> => {
  const found = await findMemoryFiles({ folder: root, shown: '', places: PROJECT_PLACES }, nested)
  for (const folder of notesFolders(where, root)) found.push(...(await findMemoryFiles(folder)))
  if (!isAbove(root, where.home)) return eachOnce(found)
  // In somebody's home folder everything is their own, and the folders of tools in it are looked at as such.
  return eachOnce(
    found
      .filter(({ path }) => !path.startsWith('.'))
      .map((file) => ({ ...file, isPersonal: true })),
  )
}

const isAbove = (root: string, home: string): boolean => {
  const top = resolve(root)
  return `${resolve(home)}${sep}`.startsWith(top.endsWith(sep) ? top : top + sep)
}

/** Two folders of a tool may hold the same name; the first is where the tool looks first. */
const eachOnce = (files: readonly FoundMemoryFile[]): FoundMemoryFile[] =>
  [...new Map(files.toReversed().map((file) => [file.path, file])).values()].sort((a, b) =>
    a.path < b.path ? -1 : 1,
  )

export type ReadFolder = {
  files: Omit<ReportedMemoryFile, 'git_branch'>[]
  leftOut: number
  times: MirroredFolder['times']
}

type Reading = {
  redactor: Redactor
  /** What was known of the folder: texts that did not change keep their times. */
  times: MirroredFolder['times']
  git?: RunGit
}

/** Reads what was sighted, without secrets. A file that went meanwhile is left for the next look. */
export const readFolder = async (
  { root }: Pick<MirroredFolder, 'root'>,
  { found, leftOut }: Sighted,
  { redactor, times: known, git }: Reading,
): Promise<ReadFolder> => {
  const before = new Map(known.map(([path, hash, at]) => [`${path}\n${hash}`, at]))
  const read: { file: FoundMemoryFile; text: string; isCut: boolean; hash: string }[] = []
  let room: number = MEMORY_FILE_LIMITS.maxTotalChars
  for (const file of found) {
    const content = await readMemoryFile(file.real, redactor)
    if (content === null || content.text.length > room || read.length >= MAX_FILES) continue
    room -= content.text.length
    read.push({ file, ...content, hash: hashOf([content.text, content.isCut]) })
  }
  const isNew = read.filter(({ file, hash }) => !before.has(`${file.path}\n${hash}`))
  const times = await modifiedTimes(
    root,
    isNew
      .filter(({ file }) => !file.isPersonal)
      .map(({ file }) => ({ path: file.realPath, real: file.real, mtimeMs: file.stat.mtime_ms })),
    git,
  )
  const timeOf = ({ file, hash }: (typeof read)[number]): string =>
    before.get(`${file.path}\n${hash}`) ??
    times.get(file.realPath) ??
    new Date(Math.max(0, Math.floor(file.stat.mtime_ms))).toISOString()
  return {
    files: read.map((one) => ({
      path: one.file.path,
      tool: one.file.tool,
      is_personal: one.file.isPersonal,
      text: one.text,
      is_cut: one.isCut,
      modified_at: timeOf(one),
    })),
    leftOut: leftOut + found.length - read.length,
    times: read.map((one) => [one.file.path, one.hash, timeOf(one)]),
  }
}

const MAX_FILES = MEMORY_FILE_LIMITS.maxFiles

export const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex')
