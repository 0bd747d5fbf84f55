import { makeIngest } from '@teamlore/core'
import { makeImportRecords } from '@teamlore/core/import'
import type { Collaborators } from '../../platform/collaborators.ts'

type Deps = Collaborators & {
  /** Whether people and machines wait for one session of the database. */
  isShared: boolean
}

/** Sessions as machines capture them, and what was made of sessions elsewhere. */
export const ingestUseCases = ({ machines, now, isShared }: Deps) => {
  const ingest = makeIngest({ unitOfWork: machines, now, isShared })
  return { ingest, importRecords: makeImportRecords({ unitOfWork: machines, ingest }) }
}

export type IngestUseCases = ReturnType<typeof ingestUseCases>
