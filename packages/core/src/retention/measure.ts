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
  // Each slice begins behind the one before: a busy machine takes many, and none may look through what is measured already.
  for (let after: string | undefined = ''; after !== undefined; ) {
    signal?.throwIfAborted()
    const from: string = after
    after = await unitOfWork.inTeam(scope, async ({ sessionSizes }) => {
      const { limit, ids } = await slices.take(
        async (limit) => ({
          limit,
          ids: await sessionSizes.measure(projectId, { after: from, limit }),
        }),
        ({ ids }) => ids.length,
      )
      return ids.length === limit ? ids.at(-1) : undefined
    })
  }
}
