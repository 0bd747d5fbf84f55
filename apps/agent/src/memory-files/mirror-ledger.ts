import type { MemoryFilesReceipt } from '@teamlore/shared'
import type { Ledger } from '../payloads/deliver-payload.ts'
import type { Batch } from '../spool/batch-folder.ts'
import type { MirroredFolder, MirrorState } from './mirror-state.ts'

/** Writes down what became of the memory files that waited in the spool. */
export const createMirrorLedger = (
  state: MirrorState,
  now: () => Date,
): Ledger<MemoryFilesReceipt> => {
  /** Of a batch whose place a newer one has taken, nothing is to be written down. */
  const folderOf = (batch: Batch): MirroredFolder | undefined =>
    state.folders().find(({ waiting }) => waiting?.batch === batch.id)

  return {
    delivered: async (batch, { revision }) => {
      const folder = folderOf(batch)
      if (folder === undefined) return
      await state.save({
        ...folder,
        revision: Math.max(folder.revision, revision),
        sent: folder.waiting?.said ?? '',
        sent_at: now().toISOString(),
        refused: '',
        waiting: null,
        is_waiting: false,
        problem: null,
      })
    },
    failed: async (batch, { message, isRefused }) => {
      const folder = folderOf(batch)
      if (folder === undefined) return
      const problem = { at: now().toISOString(), message: message.slice(0, 500) }
      const refused = isRefused ? (folder.waiting?.said ?? '') : folder.refused
      await state.save({ ...folder, refused, problem })
    },
  }
}
