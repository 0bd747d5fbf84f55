import { makeGetHoldout, makeReportHoldoutArms, makeSetHoldout } from '@teamlore/core/holdout'
import type { Collaborators } from '../../platform/collaborators.ts'

/** Sessions that begin without a brief, and how they go beside the others. */
export const holdoutUseCases = (deps: Collaborators) => ({
  getHoldout: makeGetHoldout(deps),
  setHoldout: makeSetHoldout(deps),
  reportHoldoutArms: makeReportHoldoutArms(deps),
})

export type HoldoutUseCases = ReturnType<typeof holdoutUseCases>
