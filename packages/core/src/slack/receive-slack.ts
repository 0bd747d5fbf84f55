import type { StoredSlack, UnitOfWork } from '@teamlore/db'
import { slackIdSchema } from '@teamlore/shared/ids'
import type { SlackForms } from '@teamlore/shared/slack-host'
import { DomainError } from '../errors.ts'
import type { SecretBox } from '../identity/sign-in/secret-box.ts'
import { grantSystemScope } from '../identity/teams/team-scope.ts'
import { hookRefused, hookUnreadable } from '../integrations/integrations.errors.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { openSlackKeys } from './keys.ts'
import { noteSent } from './note-sent.ts'
import { readSent } from './read-sent.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'asSystem' | 'inTeam'>
  slack: Pick<SlackForms, 'isSigned'>
  secretBox: SecretBox | undefined
  now?: Clock
}

/** As it came over the wire: the signature is of these very characters. */
export type SentBySlack = {
  slack: string
  timestamp: string | undefined
  signature: string | undefined
  contentType: string
  body: string
}

export type TakenSlack =
  | { state: 'challenge'; challenge: string }
  | { state: 'taken' | 'known' | 'ignored' }

/** Undefined where it cannot be read: that is for an admin to see, and says to a stranger that there is such a connection. */
const signingSecretOf = async (
  { unitOfWork, secretBox, now = systemClock }: Deps,
  stored: StoredSlack,
): Promise<string | undefined> => {
  try {
    return openSlackKeys(secretBox, stored).signingSecret
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    if (stored.error !== error.message)
      await unitOfWork.inTeam(grantSystemScope(stored.teamId), ({ slackApps }) =>
        slackApps.noteError(stored.id, error.message, now()),
      )
    return undefined
  }
}

/** Of a connection that is none the same is said as of a wrong signature. @throws DomainError `hook.refused` */
const signedBy = async (
  deps: Deps,
  { slack: id, timestamp, signature, body }: SentBySlack,
): Promise<StoredSlack> => {
  const { unitOfWork, slack, now = systemClock } = deps
  const read = slackIdSchema.safeParse(id)
  const stored =
    read.success && (await unitOfWork.asSystem(({ allSlackApps }) => allSlackApps.find(read.data)))
  if (!stored || stored.sealed === null) throw hookRefused()
  const secret = await signingSecretOf(deps, stored)
  if (secret === undefined || !slack.isSigned(secret, { body, timestamp, signature, now: now() }))
    throw hookRefused()
  return stored
}

/**
 * Takes what Slack sends: signed a moment ago, once for each of its ids, and no more than that it is written down. Slack waits three
 * seconds, so all else is done in the background.
 *
 * @throws DomainError `hook.refused`, `hook.unreadable`
 */
export const makeReceiveSlack =
  (deps: Deps) =>
  async (given: SentBySlack): Promise<TakenSlack> => {
    const stored = await signedBy(deps, given)
    const sent = readSent(given.body, given.contentType)
    if (sent === undefined) throw hookUnreadable()
    if (sent.is === 'challenge') return { state: 'challenge', challenge: sent.challenge }
    return noteSent(deps, stored, sent)
  }
