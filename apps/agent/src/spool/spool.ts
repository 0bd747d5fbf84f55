import { randomBytes } from 'node:crypto'
import { readdir, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { writeDurably } from '../files/write-durably.ts'
import type { BatchHeader, Refusal } from './batch-file.ts'
import { type Batch, openBatchFolder } from './batch-folder.ts'
import type { PayloadKind } from './payload-kinds.ts'

const DAMAGED = '.damaged'

export type SpoolOptions = {
  /** Folder of one server. */
  root: string
  /** Bytes of all batches together, those quarantined included. */
  limitBytes: number
  now: () => Date
  /** For tests of full disks. */
  write?: typeof writeDurably
}

/** The batch does not fit any more: what waits already is kept, the new has to wait where it came from. */
export class SpoolFullError extends Error {
  override name = 'SpoolFullError'
  constructor(limitBytes: number) {
    super(
      `${Math.round(limitBytes / 1e6)} MB wait to be sent, which is all the room they are given (LORE_SPOOL_MB). What is new waits in the files of the tools until the server has taken some.`,
    )
  }
}

/** What a batch is, for whoever does not unpack it. */
export type About = {
  kind: PayloadKind
  /** Of what it is the newest word; left out for what only adds. */
  subject?: string
  tools?: BatchHeader['tools']
}

export type Spool = Awaited<ReturnType<typeof openSpool>>

/**
 * What is on its way to one server, of whatever kind, each batch a file, oldest first. A batch is on disk before anything counts as captured,
 * and leaves when the server has acknowledged it; one that the server will not have lies in `rejected` until it gets
 * another chance. Only redacted content comes here.
 */
export const openSpool = async ({ root, limitBytes, now, write = writeDurably }: SpoolOptions) => {
  const waiting = await openBatchFolder(join(root, 'spool'), write)
  const quarantineFolder = join(root, 'rejected')
  const quarantined = await openBatchFolder(quarantineFolder, write)
  const batchFolders = [waiting, quarantined]
  const newId = createIds(batchFolders)
  const look = () => Promise.all(batchFolders.map((batchFolder) => batchFolder.look()))
  await look()
  const bytes = () => waiting.bytes() + quarantined.bytes()
  const headerOf = headersAt(now)

  return {
    /** @throws SpoolFullError when there is no room for it; the system's error when it cannot be written. */
    put: async (body: Uint8Array, about: About): Promise<string> => {
      const old = outdated(batchFolders, about)
      const freed = old.reduce((sum, { batch }) => sum + batch.bytes, 0)
      if (bytes() - freed + body.length > limitBytes) throw new SpoolFullError(limitBytes)
      const id = newId()
      await waiting.save(id, headerOf(about), body)
      // Only now: whatever ends this process, one of them is there.
      for (const { batchFolder, batch } of old) await batchFolder.remove(batch.id)
      return id
    },
    waiting: waiting.inOrder,
    first: waiting.first,
    quarantined: quarantined.inOrder,
    isQuarantined: quarantined.has,
    /** Whether what is in this batch is still on its way. */
    has: (id: string): boolean => waiting.has(id) || quarantined.has(id),
    bytes,
    hasCapacity: (): boolean => bytes() < limitBytes,
    limitBytes,
    read: waiting.read,
    remove: waiting.remove,
    /** Batches of sessions, wherever they lie. */
    sessions: sessionsIn(batchFolders, quarantineFolder),
    /** Puts away what the server will not have, under the same id: whatever refers to it stays true. */
    quarantine: async (
      id: string,
      body: Uint8Array,
      about: { tools: BatchHeader['tools']; refusals: Refusal[] },
    ): Promise<void> => {
      const before = waiting.get(id)?.header ?? headerOf({ kind: 'sessions', tools: about.tools })
      await quarantined.save(id, { ...before, ...about, quarantined_at: now().toISOString() }, body)
      await waiting.remove(id)
    },
    /** Puts away a part of a batch that the server will not have, under an id of its own. */
    quarantinePart: async (body: Uint8Array, about: About, refusal: Refusal): Promise<void> => {
      const refused = { refusals: [refusal], quarantined_at: now().toISOString() }
      await quarantined.save(newId(), { ...headerOf(about), ...refused }, body)
    },
    /** Puts away what cannot be read any more. It is no batch after that: what it held has to be captured again. */
    discard: (id: string): Promise<void> =>
      waiting.moveTo(id, join(quarantineFolder, `${id}${DAMAGED}`)),
    /** Ids of batches that could not be read any more: what was in them has to be made again. */
    damaged: () => damagedIn(quarantineFolder),
    /** Gives what was quarantined another chance. */
    release: async (fits: (batch: Batch) => boolean = () => true): Promise<number> => {
      return releaseTo(waiting, quarantined, quarantined.inOrder().filter(fits))
    },
    /** Looks again at what is there, after another process had it. For whoever holds the lock. */
    reload: async (): Promise<void> => {
      await waiting.clear()
      await quarantined.clear()
      await look()
    },
  }
}

/** What waits and what is quarantined alike. */
const sessionsIn = (batchFolders: readonly BatchFolder[], quarantineFolder: string) => {
  const folderOf = (id: string) => batchFolders.find((batchFolder) => batchFolder.has(id))
  return {
    all: (): Batch[] =>
      batchFolders.flatMap((batchFolder) =>
        batchFolder.inOrder().filter(({ header }) => header.kind === 'sessions'),
      ),
    read: async (id: string): Promise<Buffer | undefined> => folderOf(id)?.read(id),
    remove: async (id: string): Promise<void> => folderOf(id)?.remove(id),
    discard: async (id: string): Promise<void> =>
      folderOf(id)?.moveTo(id, join(quarantineFolder, `${id}${DAMAGED}`)),
    /** Less than was in it, under the same id: whatever refers to it stays true. */
    replace: async (
      id: string,
      body: Uint8Array,
      about: Pick<BatchHeader, 'tools' | 'refusals'>,
    ): Promise<void> => {
      const batchFolder = folderOf(id)
      const before = batchFolder?.get(id)
      if (before !== undefined) await batchFolder?.save(id, { ...before.header, ...about }, body)
    },
    /** Nobody can say what stood in what cannot be read any more. Its name stays: what was in it has to be made again. */
    emptyDamaged: async (): Promise<void> => {
      for (const id of await damagedIn(quarantineFolder))
        await truncate(join(quarantineFolder, `${id}${DAMAGED}`)).catch(() => undefined)
    },
  }
}

const releaseTo = async (
  waiting: BatchFolder,
  quarantined: BatchFolder,
  released: readonly Batch[],
): Promise<number> => {
  for (const batch of released) {
    await quarantined.moveTo(batch.id, waiting.pathOf(batch.id))
    waiting.receive(batch)
  }
  return released.length
}

const damagedIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => []))
    .filter((name) => name.endsWith(DAMAGED))
    .map((name) => name.slice(0, -DAMAGED.length))

const headersAt =
  (now: () => Date) =>
  ({ kind, subject, tools = {} }: About): BatchHeader => ({
    version: 2,
    kind,
    subject: subject ?? null,
    created_at: now().toISOString(),
    tools,
    refusals: [],
    quarantined_at: null,
  })

type BatchFolder = Awaited<ReturnType<typeof openBatchFolder>>

/** Batches are named in the order they come, whatever the clock says, and whoever writes beside this process. */
const createIds = (batchFolders: readonly BatchFolder[]) => {
  let lastNumber = 0
  return (): string => {
    lastNumber =
      Math.max(lastNumber, ...batchFolders.map((batchFolder) => batchFolder.lastNumber())) + 1
    return `${String(lastNumber).padStart(8, '0')}-${randomBytes(4).toString('hex')}`
  }
}

/** What the newest word on a subject takes the place of. */
const outdated = (batchFolders: readonly BatchFolder[], { kind, subject }: About) =>
  batchFolders.flatMap((batchFolder) =>
    subject === undefined
      ? []
      : batchFolder.about(kind, subject).map((batch) => ({ batchFolder, batch })),
  )
