import type { UnitOfWork } from '@teamlore/db'
import type { SlackId } from '@teamlore/shared/ids'
import type { SlackEnvelope } from '@teamlore/shared/slack-host'
import { DomainError } from '../errors.ts'
import type { SecretBox } from '../identity/sign-in/secret-box.ts'
import type { Clock } from '../platform/clock.ts'
import { noteSent } from './note-sent.ts'
import { readEnvelope } from './read-sent.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'asSystem' | 'inTeam'>
  secretBox: SecretBox | undefined
  now?: Clock
}

/**
 * Takes what Slack sends by a socket, to which it needs no signature: who opened the socket had the token of the app. What cannot be
 * read is taken, too, or Slack would send it again.
 */
export const makeReceiveEnvelope =
  (deps: Deps) =>
  async (id: SlackId, envelope: SlackEnvelope): Promise<void> => {
    const stored = await deps.unitOfWork.asSystem(({ allSlackApps }) => allSlackApps.find(id))
    const sent = readEnvelope(envelope)
    if (stored === undefined || !stored.bySocket) return
    if (sent === undefined || sent.is === 'challenge') return
    try {
      await noteSent(deps, stored, sent)
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind === 'unavailable') throw error
    }
  }
