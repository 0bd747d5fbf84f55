import { makeGetObservation, makeListObservations } from '@teamlore/core'
import { type ImportRecords, makeCreateObservation } from '@teamlore/core/import'
import type { Collaborators } from '../../platform/collaborators.ts'

type Deps = Collaborators & { importRecords: ImportRecords }

export const observationUseCases = ({ unitOfWork, machines, now, importRecords }: Deps) => ({
  createObservation: makeCreateObservation({ unitOfWork: machines, importRecords, now }),
  listObservations: makeListObservations({ unitOfWork }),
  getObservation: makeGetObservation({ unitOfWork }),
})

export type ObservationUseCases = ReturnType<typeof observationUseCases>
