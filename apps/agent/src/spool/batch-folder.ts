import { chmod, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DRAFT, type writeDurably } from '../files/write-durably.ts'
import { type BatchHeader, bodyIn, encodeHeader, readHeader } from './batch-file.ts'
import type { PayloadKind } from './payload-kinds.ts'

export type Batch = { id: string; bytes: number; header: BatchHeader }

const SUFFIX = '.batch'
const NAME = /^(\d{8}-[0-9a-f]{8})\.batch$/

/** A folder of batches, each a file, with what they say about themselves in memory. */
export const openBatchFolder = async (folder: string, write: typeof writeDurably) => {
  let batches = new Map<string, Batch>()
  const pathOf = (id: string) => join(folder, id + SUFFIX)

  await mkdir(folder, { recursive: true, mode: 0o700 })
  // A folder that was there before may be open to others.
  await chmod(folder, 0o700).catch(() => undefined)

  return {
    pathOf,
    /** Looks at what is there. Another process may be at work there, unless the lock is held. */
    look: async (): Promise<void> => {
      batches = await batchesIn(folder)
    },
    /** Clears away what processes were writing that died. Only for whoever holds the lock: others may be writing still. */
    clear: async (): Promise<void> => {
      for (const name of await readdir(folder))
        if (DRAFT.test(name)) await rm(join(folder, name), { force: true })
    },
    has: (id: string): boolean => batches.has(id),
    inOrder: (): Batch[] => [...batches.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
    /** The oldest, or the oldest of a kind. */
    first: (kind?: PayloadKind): Batch | undefined => {
      let first: Batch | undefined
      for (const batch of batches.values())
        if (
          (kind === undefined || batch.header.kind === kind) &&
          (first === undefined || batch.id < first.id)
        )
          first = batch
      return first
    },
    about: (kind: PayloadKind, subject: string): Batch[] =>
      [...batches.values()].filter(
        ({ header }) => header.kind === kind && header.subject === subject,
      ),
    get: (id: string): Batch | undefined => batches.get(id),
    bytes: (): number => {
      let sum = 0
      for (const { bytes } of batches.values()) sum += bytes
      return sum
    },
    lastNumber: (): number => Math.max(0, ...[...batches.keys()].map(numberOf)),
    save: async (id: string, header: BatchHeader, body: Uint8Array): Promise<void> => {
      const chunks = [encodeHeader(header), body]
      await write(pathOf(id), chunks)
      batches.set(id, { id, header, bytes: chunks.reduce((sum, { length }) => sum + length, 0) })
    },
    /** Undefined when somebody took it away. */
    read: async (id: string): Promise<Buffer | undefined> => {
      try {
        return bodyIn(await readFile(pathOf(id)))
      } catch (error) {
        if (!isMissing(error)) throw error
        batches.delete(id)
        return undefined
      }
    },
    remove: async (id: string): Promise<void> => {
      await rm(pathOf(id), { force: true })
      batches.delete(id)
    },
    /** Takes it out of this folder, to wherever `path` says. */
    moveTo: async (id: string, path: string): Promise<void> => {
      await rename(pathOf(id), path)
      batches.delete(id)
    },
    /** A batch whose file is there now. */
    receive: (batch: Batch): void => {
      batches.set(batch.id, batch)
    },
  }
}

export const numberOf = (id: string): number => Number(id.slice(0, 8))

/** A file that is no batch is left alone, and one that was taken away meanwhile is none. */
const batchesIn = async (folder: string): Promise<Map<string, Batch>> => {
  const found = new Map<string, Batch>()
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const id = NAME.exec(name)?.[1]
    if (id === undefined) continue
    const header = await readHeader(path).catch(() => null)
    const bytes = await stat(path).then(
      ({ size }) => size,
      () => null,
    )
    if (header !== null && bytes !== null) found.set(id, { id, header, bytes })
  }
  return found
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'
