import type { UnitOfWork } from '@teamlore/db'
import type { Handover } from '@teamlore/shared/handover'
import { requirePerson } from '../../identity/teams/require-person.ts'
import type { TeamScope } from '../../identity/teams/team-scope.ts'
import { answerOf, findSession } from './find-handed-over.ts'
import { handoverNotFound } from './handover.errors.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'> }

/** What became of something that the asker handed over, by the transcript as it is now. @throws DomainError `handover.not_found`. */
export const makeGetHandover =
  ({ unitOfWork }: Deps) =>
  async (
    scope: TeamScope<'member'>,
    { id }: { id: string },
    signal?: AbortSignal,
  ): Promise<Handover> => {
    const userId = requirePerson(scope)
    const handover = await unitOfWork.inTeam(scope, ({ handovers }) => handovers.find(id, userId))
    if (handover === undefined) throw handoverNotFound()
    const { findings, sessionId } = handover
    const seen = await findSession({ unitOfWork, scope, signal }, findings, sessionId ?? undefined)
    return answerOf({ id: handover.id, findings, ...seen })
  }

export type GetHandover = ReturnType<typeof makeGetHandover>
