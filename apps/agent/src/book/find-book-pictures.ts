import { createHash } from 'node:crypto'
import { constants, type Dirent } from 'node:fs'
import { open, readdir, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { isPicturePath, pictureTypeIn } from '@teamlore/lorebook'
import { BOOK_LIMITS } from '@teamlore/shared/books'

/** A picture that may go to the server, or why it may not. */
export type FoundPicture = { path: string } & (
  | { hash: string; bytes: Uint8Array; reason?: undefined }
  | { reason: 'size' | 'type' | 'elsewhere'; hash?: undefined; bytes?: undefined }
)

/** Hidden folders, installed packages and links are left alone, as with notes. */
const isLookedAt = ({ name }: Dirent): boolean => !name.startsWith('.') && name !== 'node_modules'

/** Paths of pictures beneath the folder of a book, relative to it. What a link leads to is none of them. */
export const listPictures = async (root: string): Promise<string[]> => {
  const found: string[] = []
  const waiting = ['']
  for (const folder of waiting) {
    const entries = await readdir(join(root, folder), { withFileTypes: true })
    const inFolder = ({ name }: Dirent): string => (folder === '' ? name : `${folder}/${name}`)
    const seen = entries.filter(isLookedAt)
    waiting.push(...seen.filter((entry) => entry.isDirectory()).map(inFolder))
    found.push(...seen.filter((entry) => entry.isFile() && isPicturePath(entry.name)).map(inFolder))
  }
  return found.sort()
}

const { O_RDONLY, O_NOFOLLOW = 0 } = constants

/** Reads a picture of a book. A folder on its way may have become a link since it was listed: what lies elsewhere is left there. */
export const readPicture = (root: string, path: string): Promise<FoundPicture> =>
  readWithin(root, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ELOOP' || error.code === 'ENOENT') return { path, reason: 'elsewhere' }
    throw error
  })

const readWithin = async (root: string, path: string): Promise<FoundPicture> => {
  const whole = join(root, path)
  if (!(await realpath(whole)).startsWith(`${await realpath(root)}${sep}`))
    return { path, reason: 'elsewhere' }
  const file = await open(whole, O_RDONLY | O_NOFOLLOW)
  try {
    const stat = await file.stat()
    if (!stat.isFile()) return { path, reason: 'elsewhere' }
    if (stat.size > BOOK_LIMITS.maxPictureBytes) return { path, reason: 'size' }
    const bytes = await file.readFile()
    if (bytes.length > BOOK_LIMITS.maxPictureBytes) return { path, reason: 'size' }
    if (pictureTypeIn(path, bytes) === undefined) return { path, reason: 'type' }
    return { path, bytes, hash: createHash('sha256').update(bytes).digest('hex') }
  } finally {
    await file.close()
  }
}
