import type { SystemRepositories, UnitOfWork } from '@teamlore/db'
import type { TeamId, UserId } from '@teamlore/shared'
import type { Digest } from '@teamlore/shared/digest'
import { grantSystemScope, type SystemScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { SendMail } from '../platform/mail.ts'
import { isQuiet, readDigest } from './read-digest.ts'
import { LATE_MS, weekOf } from './weeks.ts'

/** Longer than a mail server may take. */
const HOLD_MS = 2 * 60_000
const MOST = 500

export type MailDigestWording = (
  digest: Digest,
  options: { team: string; pages: string },
) => { subject: string; text: string }

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  sendMail: SendMail | undefined
  /** Where the pages are. */
  publicUrl: string
  wording: MailDigestWording
  now?: Clock
}

/** Who is due, within a day of Monday at eight. */
export const dueMailDigests = async (
  { mailDigestSweep }: Pick<SystemRepositories, 'mailDigestSweep'>,
  now: Date,
): Promise<{ teamId: TeamId; userId: UserId }[]> => {
  const { start, name } = weekOf(now)
  if (now.getTime() - start.getTime() > LATE_MS) return []
  return mailDigestSweep.due({ start, week: name }, MOST)
}

export type MailDigestOutcome = 'sent' | 'quiet' | 'nobody' | 'settled' | 'no mail'

/**
 * The week of a team → a mail to a member who asked for it, once. A mail that was handed over when the process died goes out again under
 * the same id, which mail programs show once.
 *
 * @throws what the mail server answers: it is noted for the member, and tried again.
 */
export const makeSendMailDigest =
  ({ unitOfWork, sendMail, publicUrl, wording, now = systemClock }: Deps) =>
  async (scope: SystemScope, userId: UserId): Promise<MailDigestOutcome> => {
    if (sendMail === undefined) return 'no mail'
    const at = now()
    const week = weekOf(at)
    const system = grantSystemScope(scope.teamId)
    const taken = await unitOfWork.inTeam(system, async ({ mailDigests, people, team }) => {
      const member = await people.find(userId)
      if (!member?.email) return 'nobody'
      const until = new Date(at.getTime() + HOLD_MS)
      if (!(await mailDigests.hold(userId, week.name, { now: at, until }))) return 'settled'
      return { to: member.email, team: await team.name() }
    })
    if (typeof taken === 'string') return taken
    const digest = await readDigest(unitOfWork, scope.teamId, week)
    const isSent = !isQuiet(digest)
    if (isSent) {
      const pages = publicUrl.replace(/\/+$/, '')
      const { subject, text } = wording(digest, { team: taken.team, pages })
      const id = `digest.${week.name}.${scope.teamId}.${userId}@teamlore.invalid`
      await sendMail({ to: taken.to, subject, text, id }).catch(async (error: unknown) => {
        await unitOfWork.inTeam(system, ({ mailDigests }) =>
          mailDigests.noteError(userId, NOT_TAKEN),
        )
        throw error
      })
    }
    await unitOfWork.inTeam(system, ({ mailDigests }) =>
      mailDigests.settle(userId, week.name, isSent ? at : null),
    )
    return isSent ? 'sent' : 'quiet'
  }

const NOT_TAKEN =
  'The mail server did not take the mail; an admin of the server can read why in its log.'

export type SendMailDigest = ReturnType<typeof makeSendMailDigest>
