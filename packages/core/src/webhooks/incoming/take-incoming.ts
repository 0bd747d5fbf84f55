import type { StoredIncomingHook, UnitOfWork } from '@teamlore/db'
import type { IncomingHookId } from '@teamlore/shared/ids'
import { type IncomingPayload, incomingPayloadSchema } from '@teamlore/shared/incoming-hooks'
import { needed, roleCovers } from '@teamlore/shared/roles'
import { DomainError } from '../../errors.ts'
import type { SecretBox } from '../../identity/sign-in/secret-box.ts'
import {
  grantSystemScope,
  grantTeamScope,
  type TeamScope,
} from '../../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { aboutOf } from './about.ts'
import { begin, end } from './arrived.ts'
import { incomingMakerGone, incomingUnreadable } from './incoming.errors.ts'
import { type SentIncoming, signedBy } from './signed-by.ts'
import { type Doors, takeEvent } from './take-event.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'asSystem' | 'inTeam'>
  secretBox: SecretBox | undefined
  doors: Doors
  now?: Clock
}

/** @throws DomainError `incoming_hook.unreadable` */
const readEvent = (body: string): IncomingPayload => {
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch (cause) {
    throw incomingUnreadable({ message: 'The body of this event is no JSON.', cause })
  }
  const read = incomingPayloadSchema.safeParse(json)
  if (read.success) return read.data
  const fields = read.error.issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`)
  throw incomingUnreadable({ details: { fields } })
}

/** As far as who made the address may go today, and nothing that is private to them. @throws DomainError `incoming_hook.maker_gone` */
const scopeOf = async (
  { unitOfWork }: Deps,
  { teamId, createdBy }: StoredIncomingHook,
): Promise<TeamScope<'member'>> => {
  const maker = await unitOfWork.inTeam(grantSystemScope(teamId), ({ people }) =>
    people.find(createdBy),
  )
  if (maker === undefined || !roleCovers(maker.role, needed('integrations.manage')))
    throw incomingMakerGone()
  const actor = { kind: 'tool' as const, givenBy: createdBy }
  return grantTeamScope({ teamId, userId: createdBy, role: 'member', actor }, 'member')
}

const OVERTAKEN = 'what happened later was taken already'

const noteRefusal = async (
  { unitOfWork }: Deps,
  { teamId, id }: { teamId: StoredIncomingHook['teamId']; id: IncomingHookId },
  error: unknown,
): Promise<never> => {
  if (error instanceof DomainError)
    await unitOfWork.inTeam(grantSystemScope(teamId), ({ incomingHooks }) =>
      incomingHooks.noteError(id, error.message),
    )
  throw error
}

/**
 * Takes what a tool sends: signed, lately, once for each id, and nothing that was overtaken by what happened later. Where it fails, or the process dies before it is answered, the tool sends it again by
 * the same id, and what was done already changes nothing.
 *
 * @throws DomainError `incoming_hook.refused`, `incoming_hook.unreadable`, `incoming_hook.maker_gone`, `incoming_hook.in_progress`
 */
export const makeTakeIncoming =
  (deps: Deps) =>
  async (sent: SentIncoming): Promise<{ state: 'taken' | 'known'; result: string | null }> => {
    const now = (deps.now ?? systemClock)()
    const { stored, messageId } = await signedBy(deps, sent, now)
    const prepare = async () => ({
      event: readEvent(sent.body),
      scope: await scopeOf(deps, stored),
    })
    const { event, scope } = await prepare().catch((error) => noteRefusal(deps, stored, error))
    const about = await aboutOf(deps, scope, event)
    const arrived = { stored, messageId, event, about, now }
    const begun = await begin(deps, arrived)
    if (begun === 'known') return { state: 'known', result: null }
    if (begun === 'overtaken') {
      await end(deps, arrived, { state: 'done', result: OVERTAKEN })
      return { state: 'known', result: OVERTAKEN }
    }
    try {
      const result = await takeEvent(deps.doors, scope, event)
      await end(deps, arrived, { state: 'done', result })
      return { state: 'taken', result }
    } catch (error) {
      if (error instanceof DomainError)
        await end(deps, arrived, { state: 'failed', result: error.message })
      throw error
    }
  }
