import type { Clock, Ingest } from '@teamlore/core'
import {
  makeCreateObservation,
  makeCreatePrompt,
  makeCreateSummary,
  makeImportRecords,
} from '@teamlore/core/import'
import type { UnitOfWork } from '@teamlore/db'

type Deps = { unitOfWork: UnitOfWork; ingest: Ingest; now: Clock }

/** What was made of sessions elsewhere, many at once and one by one. */
export const recordUseCases = ({ unitOfWork, ingest, now }: Deps) => {
  const importRecords = makeImportRecords({ unitOfWork, ingest })
  const deps = { unitOfWork, importRecords, now }
  return {
    importRecords,
    createObservation: makeCreateObservation(deps),
    createSummary: makeCreateSummary(deps),
    createPrompt: makeCreatePrompt(deps),
  }
}
