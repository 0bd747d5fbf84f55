import type { UnitOfWork } from '@teamlore/db'
import { newId, type SignInLinkResponse } from '@teamlore/shared'
import { type Clock, systemClock } from '../platform/clock.ts'
import { hashSecret, newSecret } from '../platform/secret.ts'
import { requirePerson } from './require-person.ts'
import type { TeamScope } from './team-scope.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  /** Where people reach the dashboard, such as https://lore.example.com; without a slash at the end or with one. */
  publicUrl: string
  now?: Clock
  newToken?: () => string
  ids?: Pick<typeof newId, 'event'>
}

const LIFETIME_MS = 24 * 60 * 60 * 1000

/** A link that signs its maker in once, within a day. */
export const makeCreateSignInLink =
  ({ unitOfWork, publicUrl, now = systemClock, newToken = newSecret, ids = newId }: Deps) =>
  (scope: TeamScope<'admin'>): Promise<SignInLinkResponse> =>
    unitOfWork.inTeam(scope, async ({ signInLinks, audit }) => {
      const userId = requirePerson(scope)
      const token = newToken()
      const createdAt = now()
      const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS)
      await signInLinks.insert({ tokenHash: hashSecret(token), userId, createdAt, expiresAt })
      await audit.add({ id: ids.event(), action: 'sign_in_link.created', userId })
      return {
        url: `${publicUrl.replace(/\/+$/, '')}/sign-in?token=${token}`,
        expires_at: expiresAt.toISOString(),
      }
    })

export type CreateSignInLink = ReturnType<typeof makeCreateSignInLink>
