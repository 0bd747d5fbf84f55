import type { UnitOfWork } from '@teamlore/db'
import type { SessionId } from '@teamlore/shared'
import type { SystemScope } from '../../identity/teams/team-scope.ts'
import { NotAskedError } from '../../usage/ask-model.ts'

/** Nobody was asked; what rules found stays. */
export type NotAsked = { state: 'not_asked'; why: string }

/** When it is worth asking again. */
const POSTPONED_MINUTES: Record<NotAskedError['why'], number> = {
  switched_off: 5,
  over_cap: 60,
  failed_before: 360,
  breaker: 15,
  running: 10,
  over_share: 60,
  too_often: 1,
}

type About = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  scope: SystemScope
  sessionId: SessionId
}

/** Has a language model asked about a session; what it cannot be asked now is put off. */
export const askOrPostpone = async <T>(
  { unitOfWork, scope, sessionId }: About,
  ask: () => Promise<T>,
): Promise<T | NotAsked> => {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof NotAskedError)) throw error
    const { why } = error
    await unitOfWork.inTeam(scope, ({ distillation }) =>
      distillation.postpone(sessionId, 'model', POSTPONED_MINUTES[why]),
    )
    return { state: 'not_asked', why }
  }
}
