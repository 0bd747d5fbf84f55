import type { StoredIncomingHook, UnitOfWork } from '@teamlore/db'
import { newId } from '@teamlore/shared'
import { type IncomingHookId, incomingHookIdSchema } from '@teamlore/shared/ids'
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
import { secretsOf } from '../signing/signature.ts'
import { aboutOf } from './about.ts'
import {
  incomingInProgress,
  incomingMakerGone,
  incomingRefused,
  incomingUnreadable,
} from './incoming.errors.ts'
import { type Doors, takeEvent } from './take-event.ts'
import { isSigned } from './verify.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'asSystem' | 'inTeam'>
  secretBox: SecretBox | undefined
  doors: Doors
  now?: Clock
}

/** As it came over the wire: the signature is of these very characters. */
export type SentIncoming = {
  hook: string
  id: string | undefined
  timestamp: string | undefined
  signature: string | undefined
  body: string
}

/** Longer than taking one may last: who comes after a crash takes it again. */
const HOLD_MS = 60_000
const MESSAGE_ID = /^[\x21-\x7e]{1,200}$/

/** None where they cannot be read: that is for an admin to see, and says to a stranger that there is such an address. */
const secretsFor = async (
  { unitOfWork, secretBox }: Pick<Deps, 'unitOfWork' | 'secretBox'>,
  stored: StoredIncomingHook,
  now: Date,
): Promise<string[]> => {
  try {
    return secretsOf(secretBox, stored, now)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    if (stored.error !== error.message)
      await unitOfWork.inTeam(grantSystemScope(stored.teamId), ({ incomingHooks }) =>
        incomingHooks.noteError(stored.id, error.message),
      )
    return []
  }
}

/** Of an address that is none the same is said as of a wrong signature. @throws DomainError `incoming_hook.refused` */
const signedBy = async (
  { unitOfWork, secretBox }: Deps,
  { hook, id, timestamp, signature, body }: SentIncoming,
  now: Date,
): Promise<{ stored: StoredIncomingHook; messageId: string }> => {
  const read = incomingHookIdSchema.safeParse(hook)
  if (!read.success || id === undefined || timestamp === undefined || signature === undefined)
    throw incomingRefused()
  const stored = await unitOfWork.asSystem(({ allIncomingHooks }) =>
    allIncomingHooks.find(read.data),
  )
  if (stored === undefined || !stored.isOn || !MESSAGE_ID.test(id)) throw incomingRefused()
  const secrets = await secretsFor({ unitOfWork, secretBox }, stored, now)
  if (!isSigned(secrets, { id, timestamp, signature, body }, now)) throw incomingRefused()
  return { stored, messageId: id }
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

type Arrived = {
  stored: StoredIncomingHook
  messageId: string
  event: IncomingPayload
  about: string | null
  now: Date
}

const OVERTAKEN = 'what happened later was taken already'

/**
 * Once for each id of its sender, and those that are about the same one after the other.
 *
 * @returns `known`: it was taken. `overtaken`: one that happened later was.
 * @throws DomainError `incoming_hook.in_progress`
 */
const begin = (
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

const end = (
  { unitOfWork }: Deps,
  { stored: { id: hookId, teamId }, messageId, now }: Arrived,
  { state, result }: { state: 'done' | 'failed'; result: string },
): Promise<void> =>
  unitOfWork.inTeam(grantSystemScope(teamId), async ({ incomingEvents, incomingHooks }) => {
    await incomingEvents.end({ hookId, messageId }, { state, result })
    if (state === 'failed') return incomingHooks.noteError(hookId, result)
    await incomingHooks.noteTaken(hookId, now)
  })

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
