import { join } from 'node:path'
import type { IngestSession } from '@teamlore/shared'
import { placeKey } from '@teamlore/sources/place'
import type { Place } from '@teamlore/sources/source'
import type { NamedSession } from '../tombstones/forgotten-names.ts'
import { tombstoneBatch, tombstoneIn } from '../tombstones/tombstone-batch.ts'
import type { Part } from './batch.ts'
import type { CapturedRow } from './captured-counts.ts'
import type { FileEntry } from './file-index.ts'
import { createKeptIndex } from './kept-index.ts'
import {
  countedSince,
  type LeftOut,
  openSessionStates,
  shortHash,
  type Waiting,
} from './session-states.ts'

export type StateStore = Awaited<ReturnType<typeof openStateStore>>

type Options = {
  /** Folder of one server, from `serverRoot`. */
  root: string
  /** Whether a batch is in the spool, or quarantined beside it. */
  isOnItsWay: (batch: string) => boolean
  isReadOnly: boolean
  isForgotten?: (session: NamedSession) => boolean
}

/** The batch in which what a dry run counted is said to wait. */
export const DRY_RUN_BATCH = 'dry-run'

/** Where everything kept about one server lies; another server starts from nothing. */
export const serverRoot = (stateDir: string, serverId: string): string =>
  join(stateDir, 'import', shortHash(serverId))

/**
 * What was captured for one server, kept so that the next look sends only what is new. Everything in it is either
 * acknowledged or waits in a batch of the spool, which is named: with the batch gone, it counts as never captured. Lost or
 * damaged, the state costs a second sending that the server recognises.
 */
export const openStateStore = async ({
  root,
  isOnItsWay,
  isReadOnly,
  isForgotten = () => false,
}: Options) => {
  const folder = join(root, 'sessions')
  const states = await openSessionStates({ folder, isOnItsWay, isReadOnly })
  const index = createKeptIndex(join(root, 'files.json'), (ms) => countedSince(folder, ms))
  await index.read()

  return {
    ...states,
    leaving: { facts: states.leaving.facts, out: leavingWith(index, states.leaving.out) },
    captured: async (part: Part, waiting: Waiting): Promise<void> => {
      const { header } = part.delta
      await states.captured(part, waiting)
      const { messages } = await states.session(header.tool, header.native_id)
      index.counts().note(rowOf(part, messages.size, waiting))
      index.touch()
    },
    /** What was captured of a tool, ever. The server has nothing of what was forgotten, so that is not counted. */
    totals: (tool: string) =>
      index.counts().totals(tool, {
        session: (native_id, parent_native_id) =>
          isForgotten({ tool, native_id, parent_native_id }),
        message: (hash) => isOnItsWay(tombstoneBatch(hash)),
      }),
    /** The place as it was when its session was last captured whole, and all of that is sent or on its way. */
    file: (place: Place): FileEntry | undefined => {
      const entry = index.files().get(placeKey(place))
      if (entry === undefined || !states.has(entry.tool, entry.native_id)) return undefined
      return entry.batches.every(isOnItsWay) ? entry : undefined
    },
    files: (): Iterable<FileEntry> => index.files().values(),
    rememberFiles: (entries: readonly FileEntry[]): void => {
      for (const entry of entries) {
        // What was captured before may still be on its way too.
        const before = index.files().get(placeKey(entry))?.batches.filter(isOnItsWay) ?? []
        const batches = [...new Set([...before, ...entry.batches])]
        index.files().set(placeKey(entry), { ...entry, batches })
      }
      index.touch()
    },
    /** Forgets that anything waits in a batch, once all of it has arrived. */
    arrived: (batch: string): void => {
      for (const entry of index.files().values()) {
        if (!entry.batches.includes(batch)) continue
        entry.batches = entry.batches.filter((one) => one !== batch)
        index.touch()
      }
    },
    /** Whether another session of the group may hold one of these messages. Never wrong when it says no. */
    mayHold: (
      { tool, group }: { tool: string; group: string },
      keys: readonly string[],
    ): Promise<boolean> => {
      const sessions = new Set<string>()
      for (const entry of index.files().values())
        if (entry.group === group && entry.tool === tool) sessions.add(entry.native_id)
      return states.mayHold(tool, sessions, keys)
    },
    /** Writes the index if anything changed in it. Losing it costs reading, not sending. */
    flush: async (): Promise<void> => {
      await states.saveAll()
      if (!isReadOnly) await index.write()
    },
    /** Looks again at what is there, after another process had it. */
    reload: async (): Promise<void> => {
      await states.reload()
      await index.read()
    },
  }
}

const rowOf = ({ delta }: Part, messages: number, { batch }: Waiting): CapturedRow => {
  const { tool, native_id, parent_native_id } = delta.header
  const left = tombstoneIn(batch)
  const more = left === undefined ? [] : [left]
  return [tool, native_id, messages, delta.counts.prompts, parent_native_id ?? '', ...more]
}

/** Notes it of the session's files as well: they are read again once the tombstone is gone. */
const leavingWith =
  (
    index: Pick<ReturnType<typeof createKeptIndex>, 'files' | 'counts' | 'touch'>,
    out: (session: Leaving, left: LeftOut) => Promise<void>,
  ) =>
  async (session: Leaving, left: LeftOut): Promise<void> => {
    await out(session, left)
    if (!left.isWhole) index.counts().note([session.tool, session.native_id, 0, 0, '', left.hash])
    const into = tombstoneBatch(left.hash)
    for (const entry of index.files().values())
      if (entry.tool === session.tool && entry.native_id === session.native_id)
        entry.batches = [...new Set([...entry.batches, into])]
    index.touch()
  }

type Leaving = Pick<IngestSession, 'tool' | 'native_id' | 'messages' | 'edits'>
