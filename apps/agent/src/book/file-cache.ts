import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'

/** What says that a file is the one which was read: a write changes at least one of these, but for one in the same tick of the clock. */
const statSchema = z.tuple([z.string(), z.string(), z.string(), z.string()])
export type BookFileStat = z.infer<typeof statSchema>

const cachedSchema = z.object({
  stat: statSchema,
  /** As it was sent: path and hash without secrets, and how many were taken out. */
  path: z.string(),
  hash: z.string(),
  redactions: z.number(),
  /** It was too young when it was read for its stat to stand for its content. */
  isYoung: z.boolean(),
})
const cacheSchema = z.object({ rules: z.string(), files: z.record(z.string(), cachedSchema) })
export type CachedFile = z.infer<typeof cachedSchema>
type Cache = z.infer<typeof cacheSchema>

/** A file that is younger may have been written again within one tick of its clock. */
const TOO_YOUNG_NS = 2_000_000_000n

/** Whether a file is so old that its stat stands for its content. */
export const isSettled = ([mtime, ctime]: BookFileStat, now: bigint): boolean =>
  [mtime, ctime].every((time) => now - BigInt(time) >= TOO_YOUNG_NS)

export const isSameStat = (a: BookFileStat, b: BookFileStat): boolean =>
  a.every((one, at) => one === b[at])

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * What was sent of the files of a book, as this machine last read them under these rules. Nothing depends on it but time: what is not
 * here, or cannot be read, is read again.
 */
export const openFileCache = async (
  folder: string,
  { root, rules }: { root: string; rules: string },
) => {
  const path = join(folder, 'books', `${digest(root).slice(0, 32)}.json`)
  const underRules = digest(rules)
  const stored = await readFile(path, 'utf8').then(
    (text) => cacheSchema.safeParse(jsonOf(text)).data,
    () => undefined,
  )
  const known: Cache['files'] = stored?.rules === underRules ? stored.files : {}
  return {
    find: (file: string, stat: BookFileStat): CachedFile | undefined => {
      const found = Object.hasOwn(known, file) ? known[file] : undefined
      return found && !found.isYoung && isSameStat(found.stat, stat) ? found : undefined
    },
    /** Whether the server has this of a file already. */
    has: (file: string, hash: string): boolean =>
      Object.hasOwn(known, file) && known[file]?.hash === hash,
    save: async (files: ReadonlyMap<string, CachedFile>): Promise<void> => {
      await mkdir(dirname(path), { recursive: true })
      const draft = `${path}.${process.pid}`
      const cache: Cache = { rules: underRules, files: Object.fromEntries(files) }
      await writeFile(draft, JSON.stringify(cache), { mode: 0o600 })
      await rename(draft, path)
    },
  }
}

export type FileCache = Awaited<ReturnType<typeof openFileCache>>

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
