import {
  makeGetCodeFile,
  makeGetCodeFolder,
  makeGetCodeGraph,
  makeStoreCodeGraph,
} from '@teamlore/core'
import { makeGetSharedFile, makeStoreSharedCode } from '@teamlore/core/shared-code'
import { makeGetWhy, makeReportChange } from '@teamlore/core/why'
import type { Collaborators } from '../../platform/collaborators.ts'

/** The code of projects: files, and what imports what. */
export const codeUseCases = ({ unitOfWork, machines, now }: Collaborators) => ({
  storeCodeGraph: makeStoreCodeGraph({ unitOfWork: machines, now }),
  getCodeGraph: makeGetCodeGraph({ unitOfWork }),
  getCodeFile: makeGetCodeFile({ unitOfWork }),
  getCodeFolder: makeGetCodeFolder({ unitOfWork }),
  getWhy: makeGetWhy({ unitOfWork }),
  reportChange: makeReportChange({ unitOfWork }),
  getSharedFile: makeGetSharedFile({ unitOfWork }),
  storeSharedCode: makeStoreSharedCode({ unitOfWork: machines, now }),
})

export type CodeUseCases = ReturnType<typeof codeUseCases>
