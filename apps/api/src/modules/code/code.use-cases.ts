import {
  makeGetCodeFile,
  makeGetCodeFolder,
  makeGetCodeGraph,
  makeStoreCodeGraph,
  type OpenBooks,
} from '@teamlore/core'
import { makeGetSharedFile, makeStoreSharedCode } from '@teamlore/core/shared-code'
import { makeGetWhy, makeReportChange } from '@teamlore/core/why'
import type { Collaborators } from '../../platform/collaborators.ts'

type Parts = Collaborators & { openBooks: OpenBooks }

/** The code of projects: files, and what imports what. */
export const codeUseCases = ({ unitOfWork, machines, now, openBooks }: Parts) => ({
  storeCodeGraph: makeStoreCodeGraph({ unitOfWork: machines, now }),
  getCodeGraph: makeGetCodeGraph({ unitOfWork }),
  getCodeFile: makeGetCodeFile({ unitOfWork }),
  getCodeFolder: makeGetCodeFolder({ unitOfWork }),
  getWhy: makeGetWhy({ unitOfWork, openBooks, now }),
  reportChange: makeReportChange({ unitOfWork }),
  getSharedFile: makeGetSharedFile({ unitOfWork }),
  storeSharedCode: makeStoreSharedCode({ unitOfWork: machines, now }),
})

export type CodeUseCases = ReturnType<typeof codeUseCases>
