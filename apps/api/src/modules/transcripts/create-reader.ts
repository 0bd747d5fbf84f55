import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { type TranscriptReader, transcriptReaderMissing, transcriptsBusy } from '@teamlore/core'
import { readRecords } from './read-records.ts'
import { receiveFile } from './receive-file.ts'
import { type ReaderLimits, runReader } from './run-reader.ts'
import { createTurns } from './turns.ts'
import { openWorkFolders } from './work-folders.ts'

export type TranscriptReaderOptions = {
  /** The bundle of the reader, such as `builtReader()`. */
  reader: string
  /** For what is being read; made when it is not there. */
  workRoot: string
  /** Of one file, packed or unpacked. */
  maxBytes: number
  log?: { warn: (details: object, message: string) => void } | undefined
  limits?: Partial<ReaderLimits>
  /** Where Windows lies, which starts no program without it. */
  systemRoot?: string | undefined
}

/** More are on their way than can be read soon; each may take up room on the disk. */
const MAX_UPLOADS = 8
const READERS_AT_ONCE = 2
/** A session's texts may be written with more bytes than in the file: escapes, and what repeats in each piece. */
const MAX_GROWTH = 4

/**
 * Opens what reads files that people hand in. Where the reader was not built, it says so in the log, and to everybody who
 * sends a file.
 */
export const createTranscriptReader = async ({
  reader,
  workRoot,
  maxBytes,
  log,
  limits,
  systemRoot,
}: TranscriptReaderOptions): Promise<TranscriptReader> => {
  if (!existsSync(reader))
    log?.warn(
      { reader },
      'files cannot be imported in the dashboard: the reader is not built; run `npm run build`',
    )
  const folders = await openWorkFolders(workRoot)
  const turns = createTurns(READERS_AT_ONCE)
  const allowed: ReaderLimits = {
    memoryMb: 1_024,
    timeMs: 120_000,
    outputBytes: maxBytes * MAX_GROWTH,
    ...limits,
  }
  let uploads = 0
  return async (file, signal) => {
    if (!(await isFile(reader))) throw transcriptReaderMissing()
    if (uploads >= MAX_UPLOADS) throw transcriptsBusy({ details: { retry_after_seconds: 30 } })
    uploads++
    const folder = await folders.make().catch((error) => {
      uploads--
      throw error
    })
    const close = async (): Promise<void> => {
      uploads--
      await folder.remove()
    }
    try {
      const path = await receiveFile(file, { folder: folder.path, maxBytes, signal })
      const output = await turns.take(
        () => runReader(path, { reader, folder: folder.path, limits: allowed, systemRoot, signal }),
        signal,
      )
      return { records: readRecords(output), close }
    } catch (error) {
      await close()
      throw error
    }
  }
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
