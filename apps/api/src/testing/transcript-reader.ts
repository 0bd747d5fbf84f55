import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { IngestSession } from '@teamlore/shared'
import {
  createTranscriptReader,
  type TranscriptReaderOptions,
} from '../modules/transcripts/create-reader.ts'

const LINE_READER = fileURLToPath(new URL('./line-reader.mjs', import.meta.url))

/** A reader in a process of its own, as it really runs, for files that say already what it prints. */
export const openLineReader = async (options: Partial<TranscriptReaderOptions> = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'teamlore-test-'))
  const workRoot = join(folder, 'uploads')
  const read = await createTranscriptReader({
    reader: LINE_READER,
    workRoot,
    maxBytes: 1024 * 1024,
    ...options,
  })
  return { read, workRoot, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export const printedFor = (sessions: readonly IngestSession[]): string =>
  [
    ...sessions.map((session) => ({ type: 'session', session, redactions: {} })),
    { type: 'end', sessions: sessions.length },
  ]
    .map((record) => `${JSON.stringify(record)}\n`)
    .join('')
