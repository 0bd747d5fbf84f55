import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { writePrivateFile } from '../platform/private-file.ts'

const removalSchema = z.object({
  at: z.iso.datetime(),
  /** Sessions of this machine that were forgotten since it last asked. */
  sessions: z.number(),
  /** Those that were brought back. */
  again: z.number(),
})
export type Removal = z.infer<typeof removalSchema>

const keptSchema = z.object({
  version: z.literal(1),
  /** What the server said when it was asked last; null when it never was. */
  mark: z.string().nullable(),
  hashes: z.array(z.string()),
  /** What is still to be let go of, because of these hashes; null once that is done. */
  due: removalSchema.nullable(),
  /** The last that named sessions of this machine. */
  last: removalSchema.nullable(),
})
type Kept = z.infer<typeof keptSchema>

const NOTHING: Kept = { version: 1, mark: null, hashes: [], due: null, last: null }

/** No server says this. */
const ASK_AGAIN = ''

const pathIn = (root: string): string => join(root, 'tombstones.json')

/** Lost or damaged, it is as if nobody had asked yet. */
const read = async (root: string): Promise<Kept> => {
  try {
    return keptSchema.parse(JSON.parse(await readFile(pathIn(root), 'utf8')))
  } catch {
    return NOTHING
  }
}

/** What of this machine was forgotten last; undefined when nothing ever was. For whoever reports. */
export const readLastRemoval = async (root: string): Promise<Removal | undefined> =>
  (await read(root)).last ?? undefined

export type KeptTombstones = Awaited<ReturnType<typeof openTombstones>>

/** Hashes of what was forgotten of this machine's, as its server said: nothing of it is sent for as long as they are here. */
export const openTombstones = async (root: string) => {
  let kept = await read(root)
  let known: ReadonlySet<string> = new Set(kept.hashes)
  const write = async (next: Kept): Promise<void> => {
    await writePrivateFile(pathIn(root), JSON.stringify(next))
    kept = next
    known = new Set(next.hashes)
  }
  return {
    has: (hash: string): boolean => known.has(hash),
    isAny: (): boolean => known.size > 0,
    all: (): ReadonlySet<string> => known,
    mark: (): string | null => kept.mark,
    due: (): Removal | null => kept.due,
    /** Takes the place of all that was known. On disk before anything is let go of, so that whoever comes next goes on with it. */
    receive: (mark: string, hashes: ReadonlySet<string>, due: Removal): Promise<void> =>
      write({ ...kept, mark, hashes: [...hashes].sort(), due }),
    /** One more that the server named of itself. It is asked all the same, since it may have more to say. */
    add: async (hash: string, at: string): Promise<void> => {
      if (known.has(hash)) return
      const { sessions, again } = kept.due ?? { sessions: 0, again: 0 }
      const due = { at, sessions: sessions + 1, again }
      await write({ ...kept, mark: ASK_AGAIN, hashes: [...kept.hashes, hash].sort(), due })
    },
    /** All of it was let go of. */
    done: (): Promise<void> => {
      const isSaid = kept.due !== null && kept.due.sessions + kept.due.again > 0
      return write({ ...kept, due: null, last: isSaid ? kept.due : kept.last })
    },
    /** Looks again at what is there, after another process had it. */
    reload: async (): Promise<void> => {
      kept = await read(root)
      known = new Set(kept.hashes)
    },
  }
}
