import { makeIngest } from '@teamlore/core'
import { makeImportRecords, makeIngestWithinQuota } from '@teamlore/core/import'
import type { Collaborators } from '../../platform/collaborators.ts'

type Deps = Collaborators & {
  /** Whether people and machines wait for one session of the database. */
  isShared: boolean
  /** New messages that a team may send in a day; as many as it likes by default. */
  messagesPerDay?: number | undefined
}

/** Sessions as machines capture them, and what was made of sessions elsewhere. */
export const ingestUseCases = ({ machines, now, isShared, messagesPerDay: perDay }: Deps) => {
  const freely = makeIngest({ unitOfWork: machines, now, isShared })
  const ingest =
    perDay === undefined
      ? freely
      : makeIngestWithinQuota({ unitOfWork: machines, ingest: freely, perDay, now })
  return { ingest, importRecords: makeImportRecords({ unitOfWork: machines, ingest }) }
}

export type IngestUseCases = ReturnType<typeof ingestUseCases>
