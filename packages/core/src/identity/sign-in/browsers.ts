import type { UnitOfWork } from '@teamlore/db'
import { newId } from '@teamlore/shared'
import type { Device } from '@teamlore/shared/sign-in'
import { type Clock, systemClock } from '../../platform/clock.ts'
import type { BrowserLife } from '../teams/browser-tokens.ts'
import { requirePerson } from '../teams/require-person.ts'
import { boundTo, reachOf, type TeamScope } from '../teams/team-scope.ts'
import { ownNotByGiven } from '../teams/teams.errors.ts'
import { browserNotFound } from './sign-in.errors.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'asSystem'>; life: BrowserLife; now?: Clock }

const currentOf = ({ actor }: TeamScope): string | null =>
  actor.kind === 'user' && actor.via === 'browser' ? (actor.browserId ?? null) : null

/** Browsers of the caller, in all of their teams. Who came in by a key of one team, or by what another gave, is shown those that stay in it. */
export const makeListBrowsers =
  ({ unitOfWork, life, now = systemClock }: Deps) =>
  async (scope: TeamScope): Promise<{ items: Device[] }> => {
    const userId = requirePerson(scope)
    const moment = now()
    const idleSince = new Date(moment.getTime() - life.idleMs)
    const items = await unitOfWork.asSystem(({ browserSessions }) =>
      browserSessions.listOf(userId, boundTo(scope), currentOf(scope), moment, idleSince),
    )
    return { items }
  }

/** @throws DomainError `browser.not_found`, `access.own_not_by_given` */
export const makeEndBrowser =
  (deps: Deps) =>
  async (scope: TeamScope, { id }: { id: string }): Promise<void> => {
    const { items } = await makeListBrowsers(deps)(scope)
    return deps.unitOfWork.asSystem(async ({ browserSessions, auditOf }) => {
      const userId = requirePerson(scope)
      if (!(await browserSessions.endOf(userId, reachOf(scope), id)))
        throw items.some((browser) => browser.id === id) ? ownNotByGiven() : browserNotFound()
      const action = 'browser.ended'
      await auditOf(scope.teamId, scope.given).add({
        id: newId.event(),
        action,
        userId,
        subject: id,
      })
    })
  }

/** Signs the caller out everywhere, here included; who came in by what another gave, everywhere they came in by that. */
export const makeEndAllBrowsers =
  ({ unitOfWork }: Pick<Deps, 'unitOfWork'>) =>
  (scope: TeamScope): Promise<void> =>
    unitOfWork.asSystem(async ({ browserSessions, auditOf }) => {
      const userId = requirePerson(scope)
      const ended = await browserSessions.endAllOf(userId, reachOf(scope))
      await auditOf(scope.teamId, scope.given).add({
        id: newId.event(),
        action: 'browser.all_ended',
        userId,
        details: { ended },
      })
    })
