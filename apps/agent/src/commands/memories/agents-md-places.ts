import { lstat, readFile, realpath, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { type CliError, usageError } from '../../errors/cli-error.ts'

export type Place = { path: string; isNew: boolean }

const MARKDOWN = /\.(?:md|markdown|mdc|mdx)$/iu

/**
 * Where a Markdown file really lies, with every link followed: never outside of the repository, in git's own files or in another
 * repository within this one, whatever somebody committed. What lies there is sent and written.
 *
 * @throws CliError where it lies elsewhere, or is no Markdown file.
 */
export const placeOf = async (root: string, name: string): Promise<Place> => {
  const top = await realpath(root)
  const path = join(top, name)
  if (!MARKDOWN.test(name)) throw noMarkdown(name)
  const real = await realpath(path).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  })
  const place = real === undefined ? await newPlace(top, path) : { path: real, isNew: false }
  if (place === undefined) throw outside(name)
  const why = await refusalOf(top, place.path, name)
  if (why !== undefined) throw why
  if (!place.isNew && !(await stat(place.path)).isFile())
    throw usageError(`${name} is no file.`, 'Name a Markdown file.')
  return place
}

/** Of a file that is not there yet; undefined where a link would be written through, or its folder is missing. */
const newPlace = async (top: string, path: string): Promise<Place | undefined> => {
  const isLink = await lstat(path).then(
    () => true,
    () => false,
  )
  const folder = await realpath(dirname(path)).catch(() => null)
  if (isLink || folder === null || !(folder === top || isWithin(top, folder))) return undefined
  return { path: join(folder, relative(dirname(path), path)), isNew: true }
}

const refusalOf = async (
  top: string,
  real: string,
  name: string,
): Promise<CliError | undefined> => {
  if (!isWithin(top, real)) return outside(name)
  if (!MARKDOWN.test(real)) return noMarkdown(name)
  if (await isOfGit(top, real))
    return usageError(
      `${name} lies in what git keeps for itself.`,
      'Name a file of the repository, such as AGENTS.md.',
    )
  if (await isOfNested(top, real))
    return usageError(
      `${name} lies in another repository within this one.`,
      'Go to that repository, and run it there.',
    )
  return undefined
}

/** Whether a file is one that the repository itself has: neither outside of it, nor git's own, nor another repository's. */
export const isOfRepository = async (top: string, real: string): Promise<boolean> =>
  isWithin(top, real) && !(await isOfGit(top, real)) && !(await isOfNested(top, real))

const isWithin = (top: string, path: string): boolean => {
  const from = relative(top, path)
  return from !== '' && !isAbsolute(from) && from !== '..' && !from.startsWith(`..${sep}`)
}

/** Names that some file system takes for `.git`: in other cases, with characters it ignores, or the short one of Windows. */
const isGitName = (name: string): boolean =>
  /^(?:\.git|git~\d+)$/u.test(
    name
      .normalize('NFKC')
      .replace(/\p{Cf}/gu, '')
      .toLowerCase()
      .replace(/:.*$/su, '')
      .replace(/[. ]+$/u, ''),
  )

/** Folders from that of the file up to the top of the repository. */
const foldersOf = (top: string, real: string): string[] => {
  const folders: string[] = []
  for (let at = dirname(real); at === top || isWithin(top, at); at = dirname(at)) folders.push(at)
  return folders
}

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )

/** A repository may keep what is git's under any name: `.git` is a file then that says where. */
const isOfGit = async (top: string, real: string): Promise<boolean> => {
  if (relative(top, real).split(sep).some(isGitName)) return true
  for (const own of await gitFoldersOf(top)) if (isWithin(own, real)) return true
  for (const folder of foldersOf(top, real)) if (await looksLikeGit(folder)) return true
  return false
}

const looksLikeGit = async (folder: string): Promise<boolean> => {
  if (!(await isThere(join(folder, 'HEAD')))) return false
  if (await isThere(join(folder, 'commondir'))) return true
  return (await isThere(join(folder, 'objects'))) && (await isThere(join(folder, 'refs')))
}

const gitFoldersOf = async (top: string): Promise<string[]> => {
  const git = join(top, '.git')
  const said = await readFile(git, 'utf8').catch(() => '')
  const [, named] = /^gitdir: (.+?)\s*$/mu.exec(said) ?? []
  const own = named === undefined ? git : resolve(top, named)
  const common = (await readFile(join(own, 'commondir'), 'utf8').catch(() => '')).trim()
  const folders = common === '' ? [own] : [own, resolve(own, common)]
  return Promise.all(folders.map((folder) => realpath(folder).catch(() => folder)))
}

const isOfNested = async (top: string, real: string): Promise<boolean> => {
  for (const folder of foldersOf(top, real))
    if (folder !== top && (await isThere(join(folder, '.git')))) return true
  return false
}

const outside = (name: string) =>
  usageError(
    `${name} leads out of this repository, or nowhere.`,
    'Name a file that lies in it, such as AGENTS.md.',
  )

const noMarkdown = (name: string) =>
  usageError(
    `${name} is no Markdown file.`,
    'Name a file that ends in .md, .mdc, .mdx or .markdown, such as AGENTS.md.',
  )
