import type { OpenInvitation, SystemRepositories, UnitOfWork } from '@teamlore/db'
import { newId } from '@teamlore/shared'
import type { AcceptInvitation, ShownInvitation, Team } from '@teamlore/shared/people'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { hashSecret } from '../../platform/secret.ts'
import { cleanStrings } from '../../text/clean-strings.ts'
import {
  type BrowserLife,
  startBrowserSession,
  USUAL_BROWSER_LIFE,
} from '../teams/browser-tokens.ts'
import { requirePerson } from '../teams/require-person.ts'
import { isWholePerson, type TeamScope } from '../teams/team-scope.ts'
import { joinBy } from './join-team.ts'
import {
  browserNeeded,
  invitationForAnother,
  invitationInvalid,
  signInFirst,
} from './people.errors.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'asSystem'>
  now?: Clock
  life?: BrowserLife
  ids?: Pick<typeof newId, 'event' | 'user'>
}

type Token = { token: string }

const take = async (
  { persons }: Pick<SystemRepositories, 'persons'>,
  token: string,
  now: Date,
): Promise<OpenInvitation> => {
  const found = await persons.lockInvitation(hashSecret(token), now)
  if (found === undefined) throw invitationInvalid()
  return found
}

/** What an invitation is to, for whoever has its link. */
export const makeShowInvitation =
  ({ unitOfWork, now = systemClock }: Deps) =>
  ({ token }: Token): Promise<ShownInvitation> =>
    unitOfWork.asSystem(async (repos) => {
      const { teamName, role, invitedBy, email, expiresAt } = await take(repos, token, now())
      const expires_at = expiresAt.toISOString()
      return { team: teamName, role, invited_by: invitedBy, email, expires_at }
    })

/**
 * Somebody new joins, and their browser is signed in. Who has an account joins only as who they signed in as, or else an
 * admin of one team could become a person of another by inviting them.
 *
 * @throws DomainError `invitation.invalid`, `invitation.sign_in_first`
 */
export const makeAcceptInvitation =
  ({ unitOfWork, now = systemClock, life = USUAL_BROWSER_LIFE, ids = newId }: Deps) =>
  (
    request: AcceptInvitation,
    { agent }: { agent: string } = { agent: '' },
  ): Promise<{ browserToken: string; expiresAt: Date }> =>
    unitOfWork.asSystem(async (repos) => {
      const { token, name } = cleanStrings(request)
      const createdAt = now()
      const invitation = await take(repos, token, createdAt)
      const { teamId, email, isMailed } = invitation
      if (email !== null && (await repos.persons.findByEmail(email)) !== undefined)
        throw signInFirst()
      const userId = ids.user()
      // A link that was handed on proves no address.
      await repos.persons.create({ userId, name, email: isMailed ? email : null })
      await joinBy(repos, invitation, { userId, now: createdAt, eventId: ids.event() })
      const session = {
        teamId,
        userId,
        most: 'owner',
        isBound: false,
        givenBy: null,
        agent,
      } as const
      return startBrowserSession(repos, session, { now: createdAt, life, by: 'invitation' })
    })

/**
 * Who is signed in joins one more team, and is there.
 *
 * @throws DomainError `invitation.invalid`, `invitation.for_another`, `invitation.browser_needed`
 */
export const makeJoinByInvitation =
  ({ unitOfWork, now = systemClock, ids = newId }: Deps) =>
  (
    scope: TeamScope,
    { token }: Token,
    { browserToken }: { browserToken: string | undefined },
  ): Promise<Team> =>
    unitOfWork.asSystem(async (repos) => {
      const userId = requirePerson(scope)
      if (!isWholePerson(scope) || browserToken === undefined) throw browserNeeded()
      const invitation = await take(repos, token, now())
      const { teamId, teamName, role, email } = invitation
      const known = email === null ? undefined : await repos.persons.findByEmail(email)
      if (known !== undefined && known !== userId) throw invitationForAnother()
      await joinBy(repos, invitation, { userId, now: now(), eventId: ids.event() })
      await repos.credentials.moveBrowserSession(hashSecret(browserToken), userId, teamId)
      return { id: teamId, name: teamName, role }
    })

export const makeDeclineInvitation =
  ({ unitOfWork, now = systemClock, ids = newId }: Deps) =>
  ({ token }: Token): Promise<void> =>
    unitOfWork.asSystem(async (repos) => {
      const { id, teamId } = await take(repos, token, now())
      await repos.persons.endInvitation(id, { outcome: 'declined', userId: null, now: now() })
      const event = { id: ids.event(), action: 'invitation.declined', userId: null } as const
      await repos.auditOf(teamId).add({ ...event, subject: id })
    })
