import { createHash } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { open, readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PROJECT_FILE, type SourceFile } from '@teamlore/lorebook'
import { CliError } from '../errors/cli-error.ts'
import type { BookFileStat } from './file-cache.ts'

/** What is longer is refused by whoever reads it; so much of it is enough to see that. */
const MAX_READ = 8 * 1024 * 1024
/** Files that are asked for at once. */
const AT_ONCE = 64
const MARKDOWN = /\.(?:md|markdown)$/iu

/** The folder of the book that a folder lies in: the nearest one upward with a `lorecraft.yaml`. @throws where there is none. */
export const findBook = async (from: string): Promise<string> => {
  for (let folder = from; ; folder = dirname(folder)) {
    const isBook = await open(join(folder, PROJECT_FILE)).then(
      async (file) => {
        await file.close()
        return true
      },
      () => false,
    )
    if (isBook) return folder
    if (dirname(folder) === folder)
      throw new CliError({
        code: 'cli.book_missing',
        message: `There is no ${PROJECT_FILE} in this folder or above it.`,
        hint: 'Begin a book with `lore book init`, or propose one for notes that exist with `lore book infer`.',
      })
  }
}

const readStart = async (path: string): Promise<Buffer> => {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    if (size <= MAX_READ) return await file.readFile()
    const start = Buffer.alloc(MAX_READ)
    const { bytesRead } = await file.read(start, 0, MAX_READ, 0)
    return start.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Hidden folders, installed packages and links are left alone. */
const isNameLookedAt = (name: string): boolean => !name.startsWith('.') && name !== 'node_modules'
const isLookedAt = ({ name }: Dirent): boolean => isNameLookedAt(name)

/** Whether a path is that of a note which is looked at. */
export const isBookPath = (path: string): boolean =>
  MARKDOWN.test(path) && path.split(/[\\/]/u).every((name) => isNameLookedAt(name))

/** Paths of Markdown beneath a folder, relative to it. */
const markdownIn = async (root: string): Promise<string[]> => {
  const found: string[] = []
  const waiting = ['']
  for (const folder of waiting) {
    const entries = await readdir(join(root, folder), { withFileTypes: true })
    const inFolder = ({ name }: Dirent): string => (folder === '' ? name : `${folder}/${name}`)
    const seen = entries.filter(isLookedAt)
    waiting.push(...seen.filter((entry) => entry.isDirectory()).map(inFolder))
    found.push(...seen.filter((entry) => entry.isFile() && MARKDOWN.test(entry.name)).map(inFolder))
  }
  return found.sort()
}

/** Paths of the Markdown of a book, each with what its file system says of it. */
export const listBookFiles = async (
  root: string,
): Promise<{ path: string; stat: BookFileStat }[]> => {
  const paths = await markdownIn(root)
  const found: { path: string; stat: BookFileStat }[] = []
  for (let at = 0; at < paths.length; at += AT_ONCE)
    found.push(
      ...(await Promise.all(
        paths.slice(at, at + AT_ONCE).map(async (path) => {
          const { mtimeNs, ctimeNs, size, ino } = await stat(join(root, path), { bigint: true })
          return { path, stat: [`${mtimeNs}`, `${ctimeNs}`, `${size}`, `${ino}`] as BookFileStat }
        }),
      )),
    )
  return found
}

export const readBookText = async (root: string, path: string): Promise<string> =>
  (await readStart(join(root, path))).toString('utf8')

export const readBookFiles = async (root: string): Promise<SourceFile[]> => {
  const files: SourceFile[] = []
  for (const path of await markdownIn(root)) {
    const bytes = await readStart(join(root, path))
    const hash = createHash('sha256').update(bytes).digest('hex')
    files.push({ path, hash, text: bytes.toString('utf8') })
  }
  return files
}

/** The text of a file of the book; undefined where there is none. */
export const readBookFile = (root: string, name: string): Promise<string | undefined> =>
  readFile(join(root, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
