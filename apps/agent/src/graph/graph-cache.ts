import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeDurably } from '../files/write-durably.ts'
import type { FileFacts } from './reading/graph.types.ts'

/** A new number forgets what an older way of reading found. */
const VERSION = 2

export type CachedFile = { mtime: number; size: number; facts: FileFacts }

export type GraphCache = {
  files: Record<string, CachedFile>
  /** What the server was last sent of each file, as a digest; empty when it has nothing. */
  sent: Record<string, string>
  /** The batches in which it was sent last. */
  batches: string[]
  /** When all of it was last sent, in milliseconds since 1970. */
  sent_whole_at: number
}

const EMPTY = (): GraphCache => ({ files: {}, sent: {}, batches: [], sent_whole_at: 0 })

export const cachePath = (folder: string, root: string): string =>
  join(folder, 'graph', `${createHash('sha256').update(root).digest('hex').slice(0, 24)}.json`)

/** Damaged or of another version, it costs reading all files once more. */
export const readGraphCache = async (path: string): Promise<GraphCache> => {
  try {
    const { version, ...cache } = JSON.parse(await readFile(path, 'utf8')) as GraphCache & {
      version: number
    }
    return version === VERSION ? { ...EMPTY(), ...cache } : EMPTY()
  } catch {
    return EMPTY()
  }
}

export const writeGraphCache = (path: string, cache: GraphCache): Promise<void> =>
  writeDurably(path, [Buffer.from(JSON.stringify({ version: VERSION, ...cache }))])
