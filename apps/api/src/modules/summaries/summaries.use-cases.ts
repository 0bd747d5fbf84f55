import { makeGetSummary, makeListSummaries } from '@teamlore/core'
import { type ImportRecords, makeCreateSummary } from '@teamlore/core/import'
import type { Collaborators } from '../../platform/collaborators.ts'

type Deps = Collaborators & { importRecords: ImportRecords }

export const summaryUseCases = ({ unitOfWork, machines, now, importRecords }: Deps) => ({
  createSummary: makeCreateSummary({ unitOfWork: machines, importRecords, now }),
  listSummaries: makeListSummaries({ unitOfWork }),
  getSummary: makeGetSummary({ unitOfWork }),
})

export type SummaryUseCases = ReturnType<typeof summaryUseCases>
