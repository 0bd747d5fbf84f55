import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type BatchHeader, readHeader } from './batch-file.ts'

export type LyingBatch = { bytes: number; header: BatchHeader }

/** What waits for a server, what it would not have, and how many files could not be read any more. */
export const lookAtSpool = async (root: string) => {
  const [waiting, rejected] = await Promise.all([
    lookInto(join(root, 'spool')),
    lookInto(join(root, 'rejected')),
  ])
  return {
    waiting: waiting.batches,
    rejected: rejected.batches,
    damaged: waiting.damaged + rejected.damaged,
  }
}

/** Changes nothing, unlike opening it does: another process may be at work there. */
const lookInto = async (folder: string) => {
  const batches: LyingBatch[] = []
  let damaged = 0
  for (const name of await readdir(folder).catch(() => [])) {
    if (name.endsWith('.damaged')) damaged++
    if (!name.endsWith('.batch')) continue
    const path = join(folder, name)
    const header = await readHeader(path).catch(() => null)
    const bytes = await stat(path).then(
      ({ size }) => size,
      () => 0,
    )
    if (header !== null) batches.push({ bytes, header })
  }
  return { batches, damaged }
}
