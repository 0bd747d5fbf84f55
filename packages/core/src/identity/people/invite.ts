import type { UnitOfWork } from '@teamlore/db'
import { newId, type PageQuery } from '@teamlore/shared'
import {
  INVITATION_DAYS,
  type Invitation,
  type Invite,
  type Invited,
} from '@teamlore/shared/people'
import { roleCovers } from '@teamlore/shared/roles'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { idCursor } from '../../platform/cursor.ts'
import type { SendMail } from '../../platform/mail.ts'
import { resolveId } from '../../platform/resolve-id.ts'
import { hashSecret, newSecret } from '../../platform/secret.ts'
import { cleanStrings } from '../../text/clean-strings.ts'
import { requirePerson } from '../teams/require-person.ts'
import type { TeamScope } from '../teams/team-scope.ts'
import {
  alreadyMember,
  invitationEnded,
  invitationNotFound,
  roleAboveYou,
} from './people.errors.ts'
import { makeSendInvitation, toInvitation } from './send-invitation.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  publicUrl: string
  /** Undefined: this server cannot send mail. */
  sendMail?: SendMail | undefined
  now?: Clock
  newToken?: () => string
  ids?: Pick<typeof newId, 'event' | 'invitation'>
}

const LIFETIME_MS = INVITATION_DAYS * 24 * 60 * 60 * 1000

/** Makes an invitation up to the caller's own role, and sends it where there is an address. */
export const makeInvite = (deps: Deps) => {
  const { unitOfWork, now = systemClock, newToken = newSecret, ids = newId } = deps
  const send = makeSendInvitation({ ...deps, now })
  return async (scope: TeamScope<'admin'>, request: Invite): Promise<Invited> => {
    const { role, email } = cleanStrings(request)
    if (!roleCovers(scope.role, role)) throw roleAboveYou()
    const token = newToken()
    const id = ids.invitation()
    await unitOfWork.inTeam(scope, async ({ invitations, people, audit }) => {
      const userId = requirePerson(scope)
      if (email !== undefined && (await people.findByEmail(email)) !== undefined)
        throw alreadyMember()
      const createdAt = now()
      await invitations.insert({
        id,
        role,
        createdAt,
        createdBy: userId,
        email: email ?? null,
        tokenHash: hashSecret(token),
        expiresAt: new Date(createdAt.getTime() + LIFETIME_MS),
      })
      await audit.add({
        id: ids.event(),
        action: 'invitation.created',
        userId,
        subject: id,
        details: { role, email: null },
        personal: { of: null, fields: { email: email ?? null } },
      })
    })
    return send(scope, id, token)
  }
}

/** A new link in the place of the former. */
export const makeResendInvitation = (deps: Deps) => {
  const { unitOfWork, now = systemClock, newToken = newSecret, ids: newIds = newId } = deps
  const send = makeSendInvitation({ ...deps, now })
  return async (scope: TeamScope<'admin'>, { id: typed }: { id: string }): Promise<Invited> => {
    const token = newToken()
    const id = await unitOfWork.inTeam(scope, async ({ ids, invitations, audit }) => {
      const found = await invitations.find(
        await resolveId(ids, 'invitation', typed, invitationNotFound),
      )
      if (found === undefined) throw invitationNotFound()
      if (found.outcome !== null) throw invitationEnded()
      if (!roleCovers(scope.role, found.role)) throw roleAboveYou()
      const expiresAt = new Date(now().getTime() + LIFETIME_MS)
      await invitations.renew(found.id, { tokenHash: hashSecret(token), expiresAt })
      const userId = requirePerson(scope)
      await audit.add({ id: newIds.event(), action: 'invitation.sent', userId, subject: found.id })
      return found.id
    })
    return send(scope, id, token)
  }
}

/** Ends an invitation at once. Doing it again changes nothing. */
export const makeRevokeInvitation =
  ({ unitOfWork, now = systemClock, ids: newIds = newId }: Omit<Deps, 'publicUrl'>) =>
  (scope: TeamScope<'admin'>, { id: typed }: { id: string }): Promise<void> =>
    unitOfWork.inTeam(scope, async ({ ids, invitations, audit }) => {
      const found = await invitations.find(
        await resolveId(ids, 'invitation', typed, invitationNotFound),
      )
      if (found === undefined) throw invitationNotFound()
      if (found.outcome === 'revoked') return
      if (found.outcome !== null) throw invitationEnded()
      await invitations.revoke(found.id, now())
      const userId = requirePerson(scope)
      await audit.add({
        id: newIds.event(),
        action: 'invitation.revoked',
        userId,
        subject: found.id,
      })
    })

const cursors = idCursor('invitations')

export type InvitationPage = { items: Invitation[]; next_cursor: string | null }

export const makeListInvitations =
  ({ unitOfWork, now = systemClock }: Pick<Deps, 'unitOfWork' | 'now'>) =>
  async (scope: TeamScope<'admin'>, { limit, cursor }: PageQuery): Promise<InvitationPage> => {
    const after = cursors.decode(cursor)
    const { items, next } = await unitOfWork.inTeam(scope, ({ invitations }) =>
      invitations.list({ limit, after }),
    )
    const at = now()
    return { items: items.map((item) => toInvitation(item, at)), next_cursor: cursors.encode(next) }
  }
