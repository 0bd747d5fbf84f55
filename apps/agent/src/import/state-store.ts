import { join } from 'node:path'
import { REDACTION_VERSION } from '@teamlore/shared'
import type { Place } from '../sources/source.ts'
import { type FileEntry, formatIndex, parseIndex, placeKey } from './file-index.ts'
import { openSessionStates, replaceFile, shortHash, textOf } from './session-states.ts'

export type StateStore = Awaited<ReturnType<typeof openStateStore>>

type Options = {
  /** Folder of one server, from `serverRoot`. */
  root: string
  /** Whether a batch is in the spool, or set aside beside it. */
  isOnItsWay: (batch: string) => boolean
  isReadOnly: boolean
}

/** Where everything kept about one server lies; another server starts from nothing. */
export const serverRoot = (stateDir: string, serverId: string): string =>
  join(stateDir, 'import', shortHash(serverId))

/**
 * What was captured for one server, kept so that the next look sends only what is new. Everything in it is either
 * acknowledged or waits in a batch of the spool, which is named: with the batch gone, it counts as never captured. Lost or
 * damaged, the state costs a second sending that the server recognises.
 */
export const openStateStore = async ({ root, isOnItsWay, isReadOnly }: Options) => {
  const folder = join(root, 'sessions')
  const indexPath = join(root, 'files.json')
  const states = await openSessionStates({ folder, isOnItsWay, isReadOnly })
  let index = new Map<string, FileEntry>()
  let isIndexDirty = false
  const readIndex = async (): Promise<void> => {
    index = parseIndex((await textOf(indexPath)) ?? '', REDACTION_VERSION)
    isIndexDirty = false
  }
  await readIndex()

  return {
    ...states,
    /** The place as it was when its session was last captured whole, and all of that is sent or on its way. */
    file: (place: Place): FileEntry | undefined => {
      const entry = index.get(placeKey(place))
      if (entry === undefined || !states.has(entry.tool, entry.native_id)) return undefined
      return entry.batches.every(isOnItsWay) ? entry : undefined
    },
    files: (): Iterable<FileEntry> => index.values(),
    rememberFiles: (entries: readonly FileEntry[]): void => {
      for (const entry of entries) {
        // What was captured before may still be on its way too.
        const before = index.get(placeKey(entry))?.batches.filter(isOnItsWay) ?? []
        const batches = [...new Set([...before, ...entry.batches])]
        index.set(placeKey(entry), { ...entry, batches })
      }
      isIndexDirty = true
    },
    /** Forgets that anything waits in a batch, once all of it has arrived. */
    arrived: (batch: string): void => {
      for (const entry of index.values()) {
        if (!entry.batches.includes(batch)) continue
        entry.batches = entry.batches.filter((one) => one !== batch)
        isIndexDirty = true
      }
    },
    /** Whether another session of the group may hold one of these messages. Never wrong when it says no. */
    mayHold: (
      { tool, group }: { tool: string; group: string },
      keys: readonly string[],
    ): Promise<boolean> => {
      const sessions = new Set<string>()
      for (const entry of index.values())
        if (entry.group === group && entry.tool === tool) sessions.add(entry.native_id)
      return states.mayHold(tool, sessions, keys)
    },
    /** Writes the index if anything changed in it. Losing it costs reading, not sending. */
    flush: async (): Promise<void> => {
      await states.saveAll()
      if (isReadOnly || !isIndexDirty) return
      isIndexDirty = false
      try {
        await replaceFile(indexPath, formatIndex(index.values(), REDACTION_VERSION))
      } catch (error) {
        isIndexDirty = true
        throw error
      }
    },
    /** Looks again at what is there, after another process had it. */
    reload: async (): Promise<void> => {
      await states.reload()
      await readIndex()
    },
  }
}
