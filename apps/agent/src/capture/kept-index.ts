import { stat } from 'node:fs/promises'
import { REDACTION_VERSION } from '@teamlore/redaction'
import { type CapturedRow, createCapturedCounts } from './captured-counts.ts'
import { type FileEntry, formatIndex, parseIndex } from './file-index.ts'
import { replaceFile, textOf } from './session-states.ts'

/** The index on disk: which files were read, and how much was captured of each session. */
export const createKeptIndex = (
  path: string,
  countedSince: (sinceMs: number) => Promise<CapturedRow[]>,
) => {
  let files = new Map<string, FileEntry>()
  let counts = createCapturedCounts()
  let isDirty = false
  const writtenAt = (): Promise<number> =>
    stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    )

  return {
    files: () => files,
    counts: () => counts,
    /** Something of it was changed. */
    touch: (): void => {
      isDirty = true
    },
    read: async (): Promise<void> => {
      const index = parseIndex((await textOf(path)) ?? '', REDACTION_VERSION)
      files = index.files
      counts = createCapturedCounts(index.captured)
      // Whoever was killed had captured more than it wrote down here.
      for (const row of await countedSince(index.isCounted ? await writtenAt() : 0))
        counts.note(row)
      isDirty = !index.isCounted
    },
    /** Writes it if anything was changed. */
    write: async (): Promise<void> => {
      if (!isDirty) return
      isDirty = false
      const written = { files: files.values(), captured: counts.rows() }
      try {
        await replaceFile(path, formatIndex(written, REDACTION_VERSION))
      } catch (error) {
        isDirty = true
        throw error
      }
    },
  }
}
