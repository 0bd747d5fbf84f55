import { makeListStale, makeMarkStaleReported } from '@teamlore/core'
import type { Collaborators } from '../../platform/collaborators.ts'

export const staleUseCases = ({ unitOfWork, machines, now }: Collaborators) => ({
  listStale: makeListStale({ unitOfWork, now }),
  markStaleReported: makeMarkStaleReported({ unitOfWork: machines }),
})

export type StaleUseCases = ReturnType<typeof staleUseCases>
