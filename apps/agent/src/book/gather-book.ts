import { createHash } from 'node:crypto'
import { MAX_NOTE } from '@teamlore/lorebook'
import type { ProjectIgnore, Redactor } from '@teamlore/redaction'
import type { BookPayloadFile } from '../payloads/book.payload.ts'
import { type CachedFile, type FileCache, isSettled } from './file-cache.ts'
import { listBookFiles, readBookText } from './read-book-files.ts'

type Deps = {
  redactor: Redactor
  ignore: Pick<ProjectIgnore, 'isWhole' | 'matches'>
  cache: FileCache
  /** Reads all files, whatever is known of them. */
  full: boolean
  now?: () => bigint
}

/** A book as it may leave this machine, with the texts of what was read now. */
export type GatheredBook = {
  files: BookPayloadFile[]
  kept_back: number
  redactions: number
  /** The text of a file by the path that it goes by, as it may leave. */
  readText: (path: string) => Promise<string | undefined>
  /** Notes what was sent, once the server has it. */
  noteSent: () => Promise<void>
}

/**
 * Goes in the place of a file that is too large: the server sees that it is, and none of its text leaves. A cut would go through
 * a secret and leave a half that nothing recognises; what is taken out of the whole may make it short enough to be read.
 */
export const TOO_LARGE = '\n'.repeat(MAX_NOTE + 1)

/** A text, or a path, as it may leave this machine. */
export const cleanedText = (said: string, redactor: Redactor): { text: string; count: number } =>
  said.length > MAX_NOTE ? { text: TOO_LARGE, count: 0 } : redactor.redact(said)

export const hashOfText = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Reads the files of a book for sending: those alone that changed since they were sent last, as far as that is known. */
export const gatherBook = async (
  root: string,
  { redactor, ignore, cache, full, now = () => BigInt(Date.now()) * 1_000_000n }: Deps,
): Promise<GatheredBook> => {
  const listed = await listBookFiles(root)
  const allowed = listed.filter(({ path }) => !ignore.isWhole && !ignore.matches(path))
  const known = new Map<string, CachedFile>()
  const places = new Map<string, string>()
  const files: BookPayloadFile[] = []
  let redactions = 0
  for (const { path, stat } of allowed) {
    const cached = full ? undefined : cache.find(path, stat)
    if (cached) {
      known.set(path, cached)
      places.set(cached.path, path)
      files.push({ path: cached.path, hash: cached.hash })
      redactions += cached.redactions
      continue
    }
    const readAt = now()
    const { text, count } = cleanedText(await readBookText(root, path), redactor)
    // The server takes secrets out of paths, too, and names the texts that it lacks by what is left.
    const shown = redactor.redact(path)
    const hash = hashOfText(text)
    const isSent = !full && cache.has(path, hash)
    files.push(isSent ? { path: shown.text, hash } : { path: shown.text, hash, text })
    places.set(shown.text, path)
    redactions += count + shown.count
    known.set(path, {
      stat,
      path: shown.text,
      hash,
      redactions: count + shown.count,
      isYoung: !isSettled(stat, readAt),
    })
  }
  return {
    files,
    redactions,
    kept_back: listed.length - allowed.length,
    readText: async (path) => {
      const place = places.get(path)
      return place && cleanedText(await readBookText(root, place), redactor).text
    },
    noteSent: () => cache.save(known),
  }
}
