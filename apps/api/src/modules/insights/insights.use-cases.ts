import { makeGetInsights } from '@teamlore/core'
import type { Collaborators } from '../../platform/collaborators.ts'

export const insightUseCases = ({ unitOfWork, now }: Collaborators) => ({
  getInsights: makeGetInsights({ unitOfWork, now }),
})

export type InsightUseCases = ReturnType<typeof insightUseCases>
