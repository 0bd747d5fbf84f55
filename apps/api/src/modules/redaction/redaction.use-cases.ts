import { makeGetRedactionRules, makeSetRedactionRules } from '@teamlore/core'
import type { Collaborators } from '../../platform/collaborators.ts'

export const redactionUseCases = ({ unitOfWork, now }: Collaborators) => ({
  getRedactionRules: makeGetRedactionRules({ unitOfWork }),
  setRedactionRules: makeSetRedactionRules({ unitOfWork, now }),
})

export type RedactionUseCases = ReturnType<typeof redactionUseCases>
