import type { StoredIncomingHook, UnitOfWork } from '@teamlore/db'
import { newId } from '@teamlore/shared'
import type { IncomingPayload } from '@teamlore/shared/incoming-hooks'
import { grantSystemScope } from '../../identity/teams/team-scope.ts'
import { incomingInProgress } from './incoming.errors.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'> }

export type Arrived = {
  stored: StoredIncomingHook
  messageId: string
  event: IncomingPayload
  about: string | null
  now: Date
}

/** Longer than taking one may last: who comes after a crash takes it again. */
const HOLD_MS = 60_000

/**
 * Once for each id of its sender, and those that are about the same one after the other.
 *
 * @returns `known`: it was taken. `overtaken`: one that happened later was.
 * @throws DomainError `incoming_hook.in_progress`
 */
export const begin = (
  { unitOfWork }: Deps,
  { stored, messageId, event, about, now }: Arrived,
): Promise<'mine' | 'known' | 'overtaken'> =>
  unitOfWork.inTeam(grantSystemScope(stored.teamId), async ({ incomingEvents }) => {
    const { type, timestamp } = event
    const happenedAt = timestamp === undefined ? null : new Date(timestamp)
    const arrived = { hookId: stored.id, messageId, type, about, happenedAt }
    if (about !== null) await incomingEvents.lockAbout(arrived)
    const begun = await incomingEvents.begin(
      { id: newId.incomingEvent(), ...arrived },
      { now, until: new Date(now.getTime() + HOLD_MS) },
    )
    if (begun === 'done') return 'known'
    if (begun === 'held') throw incomingInProgress()
    if (about === null) return 'mine'
    const { isHeld, isOvertaken } = await incomingEvents.besides(arrived, now)
    if (isOvertaken) return 'overtaken'
    if (isHeld) throw incomingInProgress()
    return 'mine'
  })

export const end = (
  { unitOfWork }: Deps,
  { stored: { id: hookId, teamId }, messageId, now }: Arrived,
  { state, result }: { state: 'done' | 'failed'; result: string },
): Promise<void> =>
  unitOfWork.inTeam(grantSystemScope(teamId), async ({ incomingEvents, incomingHooks }) => {
    await incomingEvents.end({ hookId, messageId }, { state, result })
    if (state === 'failed') return incomingHooks.noteError(hookId, result)
    await incomingHooks.noteTaken(hookId, now)
  })
