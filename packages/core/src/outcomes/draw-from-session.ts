import type { UnitOfWork } from '@teamlore/db'
import type { SessionId } from '@teamlore/shared'
import type { SystemScope } from '../identity/teams/team-scope.ts'
import type { Clock } from '../platform/clock.ts'
import { type DrawnCorrections, makeDrawCorrections } from './draw-corrections.ts'
import { type DrawnTests, makeDrawTests } from './draw-tests.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; now?: Clock }

/** What a session says of memories: by how its tests ended, and by what its person said is not so. */
export const makeDrawFromSession = (deps: Deps) => {
  const drawTests = makeDrawTests(deps)
  const drawCorrections = makeDrawCorrections(deps)
  return async (
    scope: SystemScope,
    session: { sessionId: SessionId },
    signal?: AbortSignal,
  ): Promise<{ tests: DrawnTests; corrections: DrawnCorrections }> => ({
    tests: await drawTests(scope, session, signal),
    corrections: await drawCorrections(scope, session, signal),
  })
}

export type DrawFromSession = ReturnType<typeof makeDrawFromSession>
