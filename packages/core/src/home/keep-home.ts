import type { UnitOfWork } from '@teamlore/db'
import type { HomeGuide, HomeVisit, SetGuide } from '@teamlore/shared/home'
import { requirePerson } from '../identity/teams/require-person.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { sinceOf, VISIT_MS } from './get-home.ts'
import { readGuide } from './guide.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; now?: Clock }

/** Notes that the asker looks at their first page. */
export const makeVisitHome =
  ({ unitOfWork, now = systemClock }: Deps) =>
  (scope: TeamScope): Promise<HomeVisit> =>
    unitOfWork.inTeam(scope, async ({ home }) => {
      const at = now()
      const userId = requirePerson(scope)
      await home.noteVisit(userId, { at, over: new Date(at.getTime() - VISIT_MS) })
      const since = sinceOf(await home.state(userId), at)
      return { seen_at: at.toISOString(), since: since.toISOString() }
    })

/** Puts the guide away, or brings it back, for the asker alone. */
export const makeSetGuide =
  ({ unitOfWork, now = systemClock }: Deps) =>
  (scope: TeamScope, { is_hidden }: SetGuide): Promise<HomeGuide> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const userId = requirePerson(scope)
      await repos.home.hideGuide(userId, is_hidden ? now() : null)
      return readGuide(repos, scope, await repos.home.state(userId))
    })

/** An agent asks all the time; that it does is news once a day. */
const AGAIN_AFTER_MS = 86_400_000
const MOST_REMEMBERED = 10_000

/** Notes that an agent of the asker asked something, so that their guide knows that it is connected. */
export const makeNoteAgent = ({ unitOfWork, now = systemClock }: Deps) => {
  const noted = new Map<string, number>()
  return async (scope: TeamScope): Promise<void> => {
    const at = now()
    const who = `${scope.teamId} ${scope.userId}`
    if (at.getTime() - (noted.get(who) ?? Number.NEGATIVE_INFINITY) < AGAIN_AFTER_MS) return
    if (noted.size >= MOST_REMEMBERED) noted.clear()
    noted.set(who, at.getTime())
    await unitOfWork.inTeam(scope, ({ home }) => home.noteAgent(requirePerson(scope), at))
  }
}
