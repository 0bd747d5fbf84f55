import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, realpath, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CliError } from '../../errors/cli-error.ts'

const MAX_BYTES = 64e6

/** The text of a file; undefined when there is none. A mark of byte order at its head is part of the text. */
export const readSettings = async (path: string): Promise<string | undefined> => {
  try {
    const { size } = await stat(path)
    if (size > MAX_BYTES) throw unreadable(path, 'is too large to be a settings file')
    const bytes = await readFile(path)
    // Anything else would come out of it changed.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    if (error instanceof TypeError) throw unreadable(path, 'is not text in UTF-8')
    throw error
  }
}

const unreadable = (path: string, why: string): CliError =>
  new CliError({
    code: 'hooks.file_not_understood',
    message: `${path} ${why}, so it was left as it is.`,
    hint: 'Look at the file, and run this again.',
  })

/**
 * Writes all of a file or nothing, through links, with the rights it had.
 *
 * @returns the folders that were made for it, the innermost first.
 * @throws CliError when somebody else wrote it since it was read.
 */
export const writeSettings = async (
  path: string,
  text: string,
  { before, mode = 0o600 }: { before: string | undefined; mode?: number | undefined },
): Promise<string[]> => {
  const target = await realpath(path).catch(() => path)
  const outermost = await mkdir(dirname(target), { recursive: true })
  const known = await stat(target).catch(() => undefined)
  const draft = `${target}.${randomBytes(4).toString('hex')}`
  try {
    const file = await open(draft, 'wx', known === undefined ? mode : known.mode & 0o777)
    try {
      await file.writeFile(text)
      if (known !== undefined) await file.chmod(known.mode & 0o777)
      await file.sync()
    } finally {
      await file.close()
    }
    if ((await readSettings(path)) !== before) throw changedMeanwhile(path)
    await rename(draft, target)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  return outermost === undefined ? [] : foldersUpTo(outermost, dirname(target))
}

const foldersUpTo = (outermost: string, folder: string): string[] =>
  folder.length <= outermost.length
    ? [folder]
    : [folder, ...foldersUpTo(outermost, dirname(folder))]

const changedMeanwhile = (path: string): CliError =>
  new CliError({
    code: 'hooks.file_changed',
    message: `${path} was changed by somebody else just now, so it was left as it is.`,
    hint: 'Run this again.',
  })

export const removeSettings = (path: string): Promise<void> => rm(path, { force: true })

/** Takes folders away in which nothing is left, the innermost first. */
export const removeEmptyFolders = async (folders: readonly string[]): Promise<void> => {
  const inwards = [...new Set(folders)].sort((a, b) => b.length - a.length)
  for (const folder of inwards) await rmdir(folder).catch(() => undefined)
}
