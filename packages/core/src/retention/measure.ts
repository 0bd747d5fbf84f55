import type { UnitOfWork } from '@teamlore/db'
import type { ProjectId } from '@teamlore/shared'
import type { SystemScope } from '../identity/teams/team-scope.ts'
import { createSlices } from '../platform/slices.ts'

export type Measuring = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  scope: SystemScope
  projectId: ProjectId
  signal?: AbortSignal | undefined
}

/** Measures the sessions of a project that changed since they were measured, some at a time. */
export const measureSessions = async ({
  unitOfWork,
  scope,
  projectId,
  signal,
}: Measuring): Promise<void> => {
  const slices = createSlices({ first: 20, least: 1, most: 500 })
  for (let isLeft = true; isLeft; ) {
    signal?.throwIfAborted()
    isLeft = await unitOfWork.inTeam(scope, async ({ sessionSizes }) => {
      const measured = await slices.take(
        async (limit) => ({ limit, count: await sessionSizes.measure(projectId, limit) }),
        ({ count }) => count,
      )
      return measured.count === measured.limit
    })
  }
}
