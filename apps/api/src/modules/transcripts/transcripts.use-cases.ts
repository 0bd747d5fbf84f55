import {
  type Ingest,
  makeImportTranscript,
  type TranscriptReader,
  transcriptReaderMissing,
} from '@teamlore/core'
import type { Collaborators } from '../../platform/collaborators.ts'
import { VERSION } from '../../platform/version.ts'

type Deps = Collaborators & {
  ingest: Ingest
  /** Reads files that people hand in; without it each file is refused with a sentence that says so. */
  readTranscript?: TranscriptReader | undefined
}

const noReader: TranscriptReader = () => Promise.reject(transcriptReaderMissing())

export const transcriptUseCases = ({ machines, ingest, readTranscript = noReader }: Deps) => ({
  importTranscript: makeImportTranscript({
    unitOfWork: machines,
    ingest,
    read: readTranscript,
    serverVersion: VERSION,
  }),
})

export type TranscriptUseCases = ReturnType<typeof transcriptUseCases>
