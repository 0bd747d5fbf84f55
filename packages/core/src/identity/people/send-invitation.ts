import type { FoundInvitation, UnitOfWork } from '@teamlore/db'
import type { InvitationId } from '@teamlore/shared'
import type { Invitation, Invited } from '@teamlore/shared/people'
import type { Clock } from '../../platform/clock.ts'
import type { Mail, SendMail } from '../../platform/mail.ts'
import { oneLine } from '../../text/one-line.ts'
import type { TeamScope } from '../teams/team-scope.ts'
import { invitationNotFound } from './people.errors.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  publicUrl: string
  sendMail?: SendMail | undefined
  now: Clock
}

const NO_MAIL = 'This server does not send mail (SMTP_URL is not set). Hand the link on yourself.'
const MAIL_FAILED =
  'The mail server did not take the mail; check SMTP_URL and SMTP_FROM. Hand the link on yourself, or send it again.'

export const toInvitation = (found: FoundInvitation, now: Date): Invitation => ({
  id: found.id,
  role: found.role,
  email: found.email,
  state: found.outcome ?? (Date.parse(found.expires_at) <= now.getTime() ? 'expired' : 'open'),
  invited_by: found.invited_by,
  created_at: found.created_at,
  expires_at: found.expires_at,
  sent_at: found.sent_at,
  accepted_by: found.accepted_by,
})

const mailOf = (to: string, invitation: Invitation, team: string, url: string): Mail => ({
  to,
  subject: `Join ${oneLine(team)} on Teamlore`,
  text: [
    `${oneLine(invitation.invited_by.name)} invites you to the team ${oneLine(team)} on Teamlore, as ${invitation.role}.`,
    '',
    `Open this link to join. It works once, until ${invitation.expires_at.slice(0, 10)}, and is for you alone:`,
    '',
    url,
    '',
    'If you do not know what this is about, do nothing.',
  ].join('\n'),
})

/**
 * Sends the link of a stored invitation where there is an address and a way, and says what became of it. A link that is mailed
 * is shown to nobody: who brings it has shown that the address is theirs. After the commit, for a mail cannot be taken back.
 */
export const makeSendInvitation =
  ({ unitOfWork, publicUrl, sendMail, now }: Deps) =>
  async (scope: TeamScope<'admin'>, id: InvitationId, token: string): Promise<Invited> => {
    const url = `${publicUrl.replace(/\/+$/, '')}/join?token=${token}`
    const { found, team } = await unitOfWork.inTeam(scope, async (repos) => ({
      found: await repos.invitations.find(id),
      team: (await repos.team.whoAmI(null))?.team_name ?? '',
    }))
    if (found === undefined) throw invitationNotFound()
    const invitation = toInvitation(found, now())
    if (invitation.email === null) return { ...invitation, url, note: null }
    if (sendMail === undefined) return { ...invitation, url, note: NO_MAIL }
    try {
      await sendMail(mailOf(invitation.email, invitation, team, url))
    } catch {
      return { ...invitation, url, note: MAIL_FAILED }
    }
    const sentAt = now()
    await unitOfWork.inTeam(scope, ({ invitations }) => invitations.markMailed(id, sentAt))
    return { ...invitation, sent_at: sentAt.toISOString(), url: null, note: null }
  }
