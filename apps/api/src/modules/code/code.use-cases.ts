import {
  type Clock,
  makeGetCodeFile,
  makeGetCodeFolder,
  makeGetCodeGraph,
  makeGetWhy,
  makeStoreCodeGraph,
} from '@teamlore/core'
import { makeGetSharedFile, makeStoreSharedCode } from '@teamlore/core/shared-code'
import type { UnitOfWork } from '@teamlore/db'

type Deps = {
  unitOfWork: UnitOfWork
  /** Of what machines send. */
  machines: UnitOfWork
  now: Clock
}

/** What is asked and told of the code of projects. */
export const codeUseCases = ({ unitOfWork, machines, now }: Deps) => ({
  storeCodeGraph: makeStoreCodeGraph({ unitOfWork: machines, now }),
  getCodeGraph: makeGetCodeGraph({ unitOfWork }),
  getCodeFile: makeGetCodeFile({ unitOfWork }),
  getCodeFolder: makeGetCodeFolder({ unitOfWork }),
  getWhy: makeGetWhy({ unitOfWork }),
  getSharedFile: makeGetSharedFile({ unitOfWork }),
  storeSharedCode: makeStoreSharedCode({ unitOfWork: machines, now }),
})
