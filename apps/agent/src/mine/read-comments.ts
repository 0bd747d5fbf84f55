import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ProjectIgnore, Redactor } from '@teamlore/redaction'
import {
  MEMORY_COMMENT_LIMITS,
  type MemoryComment,
  memoryCommentSchema,
} from '@teamlore/shared/memory-comments'
import { commentSigns } from './comment-signs.ts'
import { findComments } from './find-comments.ts'

const MAX_BYTES = 1024 * 1024

export type ReadComments = {
  comments: MemoryComment[]
  files: number
  /** Files that could not be read: what stands in them is not known. */
  unread: number
  /** Files with comments whose names no server takes: with characters that could forge lines, or too long. */
  unnamed: string[]
}

/** Comments of the files of a repository, without secrets; of what a `.loreignore` keeps back nothing is read. */
export const readComments = async (
  root: string,
  paths: readonly string[],
  { ignore, redactor }: { ignore: ProjectIgnore; redactor: Redactor },
): Promise<ReadComments> => {
  const read: ReadComments = { comments: [], files: 0, unread: 0, unnamed: [] }
  for (const path of paths) {
    if (ignore.isWhole || ignore.matches(path) || commentSigns(path).length === 0) continue
    const text = await textOf(join(root, path))
    if (text === 'unread') read.unread++
    if (text === undefined || text === 'unread') continue
    read.files++
    const found = findComments(path, text.words)
    if (found.length > 0 && !isSendable(path)) {
      read.unnamed.push(path)
      continue
    }
    for (const comment of found) {
      const said = redactor.redact(comment.text).text.slice(0, MEMORY_COMMENT_LIMITS.maxChars)
      read.comments.push({ ...comment, text: said })
    }
  }
  return read
}

const isSendable = (path: string): boolean => memoryCommentSchema.shape.path.safeParse(path).success

/**
 * Undefined for what is no text to read here: a link, which may lead anywhere, a large file. One that is not there is unread: a checkout
 * may have left it out.
 */
const textOf = async (path: string): Promise<{ words: string } | 'unread' | undefined> => {
  try {
    const found = await lstat(path)
    if (!found.isFile() || found.size > MAX_BYTES) return undefined
    const words = await readFile(path, 'utf8')
    return words.includes('\0') ? undefined : { words }
  } catch {
    return 'unread'
  }
}
