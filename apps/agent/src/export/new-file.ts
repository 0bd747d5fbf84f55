import { randomBytes } from 'node:crypto'
import { link, lstat, open, rename, rm } from 'node:fs/promises'
import { CliError } from '../errors/cli-error.ts'

type Options = {
  /** Whether what is there already may be replaced. */
  isForced: boolean
}

/**
 * Writes a file piece by piece, for its owner's eyes; it is there under its name once all of it is. Another file is never
 * written over unless that was asked for, and then a link is replaced rather than followed.
 *
 * @throws CliError when there is one.
 */
export const writeNewFile = async (
  path: string,
  { isForced }: Options,
  work: (write: (text: string) => Promise<void>) => Promise<void>,
): Promise<number> => {
  if (!isForced && (await isThere(path))) throw alreadyThere(path)
  const draft = `${path}.${randomBytes(6).toString('hex')}.part`
  let size = 0
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await work(async (text) => {
        const bytes = Buffer.from(text)
        await file.writeFile(bytes)
        size += bytes.length
      })
    } finally {
      await file.close()
    }
    await (isForced ? rename(draft, path) : place(draft, path))
    return size
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )

/** A link is made only where nothing is; where the disk has no links, looking has to do. */
const place = async (draft: string, path: string): Promise<void> => {
  const isLinked = await link(draft, path).then(
    () => true,
    () => false,
  )
  if (isLinked) return rm(draft)
  if (await isThere(path)) throw alreadyThere(path)
  await rename(draft, path)
}

const alreadyThere = (path: string): CliError =>
  new CliError({
    code: 'export.file_exists',
    message: `${path} is there already, and was left as it is.`,
    hint: 'Give another --out, or --force to replace it.',
  })
