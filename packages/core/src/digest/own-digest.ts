import type { UnitOfWork } from '@teamlore/db'
import type { OwnDigest, SetOwnDigest } from '@teamlore/shared/digest'
import { requirePerson } from '../identity/teams/require-person.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { digestNoAddress, digestNoMail } from './digest.errors.ts'
import { readDigest } from './read-digest.ts'
import { weekOf } from './weeks.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; canSend: boolean; now?: Clock }

const mailOf = ({ unitOfWork, canSend }: Deps, scope: TeamScope): Promise<OwnDigest['mail']> =>
  unitOfWork.inTeam(scope, async ({ mailDigests, people }) => {
    const userId = requirePerson(scope)
    const asked = await mailDigests.of(userId)
    return {
      weekly: asked !== undefined,
      address: (await people.find(userId))?.email ?? null,
      can_send: canSend,
      last_sent_at: asked?.sentAt ?? null,
      error: asked?.error ?? null,
    }
  })

/** The last digest of the team that was due, and whether it goes to the asker by mail. */
export const makeGetOwnDigest =
  (deps: Deps) =>
  async (scope: TeamScope): Promise<OwnDigest> => {
    const mail = await mailOf(deps, scope)
    const now = (deps.now ?? systemClock)()
    return { digest: await readDigest(deps.unitOfWork, scope.teamId, weekOf(now)), mail }
  }

/** @throws DomainError `digest.no_address`, `digest.no_mail` */
export const makeSetOwnDigest =
  (deps: Deps) =>
  async (scope: TeamScope, { weekly }: SetOwnDigest): Promise<OwnDigest> => {
    const userId = requirePerson(scope)
    if (weekly && !deps.canSend) throw digestNoMail()
    const now = (deps.now ?? systemClock)()
    await deps.unitOfWork.inTeam(scope, async ({ mailDigests, people }) => {
      if (!weekly) return mailDigests.stop(userId)
      if (!(await people.find(userId))?.email) throw digestNoAddress()
      await mailDigests.ask(userId, now)
    })
    return makeGetOwnDigest(deps)(scope)
  }
