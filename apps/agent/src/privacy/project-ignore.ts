import { readFile } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { NO_IGNORE, type ProjectIgnore, parseIgnoreText } from '@teamlore/redaction'

export const IGNORE_FILE = '.loreignore'

/** What the text of a `.loreignore` says; small and capital letters are the same where the disks of this system say so. */
export const parseProjectIgnore = (
  text: string,
  isCaseBlind = /^(?:darwin|win32)$/.test(process.platform),
): ProjectIgnore => parseIgnoreText(text, isCaseBlind)

/**
 * The `.loreignore` of a folder; nothing where there is none. Where git keeps a second working tree of a repository, that of the
 * first one counts, for what is not committed stands there alone; and a folder that is kept as a whole keeps those in it.
 * One that is there and cannot be read leaves out the whole project: somebody meant to keep something back.
 */
export const readProjectIgnore = async (root: string): Promise<ProjectIgnore> =>
  (await readOwn(root)) ?? (await ofFirstTree(root)) ?? (await wholeAbove(root)) ?? NO_IGNORE

const readOwn = async (folder: string): Promise<ProjectIgnore | undefined> => {
  try {
    return parseProjectIgnore(await readFile(join(folder, IGNORE_FILE), 'utf8'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : parseProjectIgnore('')
  }
}

/** In a second working tree `.git` is a file that names a folder in that of the first, which says so itself. */
const ofFirstTree = async (root: string): Promise<ProjectIgnore | undefined> => {
  const [, named = ''] = /^gitdir: (.+)$/m.exec(await textOf(join(root, '.git'))) ?? []
  if (named === '') return undefined
  const own = resolve(root, named)
  const common = (await textOf(join(own, 'commondir'))).trim()
  const shared = resolve(own, common)
  return common === '' || basename(shared) !== '.git' ? undefined : readOwn(dirname(shared))
}

const textOf = async (path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8')
  } catch {
    return ''
  }
}

/** The nearest one above decides, if it keeps all. */
const wholeAbove = async (root: string): Promise<ProjectIgnore | undefined> => {
  // To ask a folder of another machine would be to greet that machine.
  if (!isAbsolute(root) || /^[\\/]{2}/.test(root)) return undefined
  for (let folder = dirname(root); ; folder = dirname(folder)) {
    const above = await readOwn(folder)
    if (above !== undefined) return above.isWhole ? above : undefined
    if (dirname(folder) === folder) return undefined
  }
}
