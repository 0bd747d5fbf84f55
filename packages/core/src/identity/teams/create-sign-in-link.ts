import type { UnitOfWork } from '@teamlore/db'
import { newId, type SignInLinkResponse } from '@teamlore/shared'
import type { CreateSignInLinkRequest } from '@teamlore/shared/people'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { hashSecret, newSecret } from '../../platform/secret.ts'
import { findRecipient } from './find-recipient.ts'
import { grantorOf, makesWholeLinks, type TeamScope } from './team-scope.ts'
import { serviceCannotSignIn } from './teams.errors.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  /** Where people reach the dashboard, such as https://lore.example.com; without a slash at the end or with one. */
  publicUrl: string
  now?: Clock
  newToken?: () => string
  ids?: Pick<typeof newId, 'event'>
}

const LIFETIME_MS = 24 * 60 * 60 * 1000

/**
 * A link that signs one person in once, within a day: its maker, or a member whom an admin names. A link for somebody else
 * holds what the maker's role is, and no other team.
 *
 * @throws DomainError `access.forbidden`, `member.not_found`, `member.above_you`, `member.is_service`
 */
export const makeCreateSignInLink =
  ({ unitOfWork, publicUrl, now = systemClock, newToken = newSecret, ids = newId }: Deps) =>
  (scope: TeamScope, { user }: CreateSignInLinkRequest = {}): Promise<SignInLinkResponse> =>
    unitOfWork.inTeam(scope, async ({ signInLinks, audit, people }) => {
      const { grantor, recipient } = await findRecipient(people, scope, user)
      if (recipient.kind === 'service') throw serviceCannotSignIn()
      const isOwn = grantor.id === recipient.id
      const isFree = isOwn && makesWholeLinks(scope)
      const token = newToken()
      const createdAt = now()
      const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS)
      await signInLinks.insert({
        tokenHash: hashSecret(token),
        userId: recipient.id,
        givenBy: isOwn ? grantorOf(scope) : grantor.id,
        // Who is not the whole person here, such as a key of one team, makes no link that is.
        most: isFree && scope.role === recipient.role ? 'owner' : scope.role,
        isBound: !isFree,
        createdAt,
        expiresAt,
      })
      await audit.add({
        id: ids.event(),
        action: 'sign_in_link.created',
        userId: grantor.id,
        subject: recipient.id,
      })
      return {
        url: `${publicUrl.replace(/\/+$/, '')}/sign-in?token=${token}`,
        expires_at: expiresAt.toISOString(),
        user: { id: recipient.id, name: recipient.name },
      }
    })

export type CreateSignInLink = ReturnType<typeof makeCreateSignInLink>
