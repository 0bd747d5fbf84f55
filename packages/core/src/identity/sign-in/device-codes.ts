import { randomInt } from 'node:crypto'
import type { UnitOfWork } from '@teamlore/db'
import { newId, type RegisterMachineRequest, type RegisterMachineResponse } from '@teamlore/shared'
import { lowerRole } from '@teamlore/shared/roles'
import type {
  DeviceCode,
  DeviceCodeRequest,
  DeviceToken,
  WaitingDevice,
} from '@teamlore/shared/sign-in'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { hashSecret, newSecret } from '../../platform/secret.ts'
import { cleanStrings } from '../../text/clean-strings.ts'
import { requirePerson } from '../teams/require-person.ts'
import { grantorOf, grantTeamScope, type TeamScope } from '../teams/team-scope.ts'
import {
  browserOnly,
  deviceDenied,
  deviceExpired,
  deviceNotFound,
  devicePending,
  deviceSlowDown,
} from './sign-in.errors.ts'

/** Gives the machine that was let in a key of its own. */
type RegisterMachine = (
  scope: TeamScope<'member'>,
  request: RegisterMachineRequest,
) => Promise<RegisterMachineResponse>

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'asSystem'>
  registerMachine: RegisterMachine
  publicUrl: string
  now?: Clock
}

const LIFETIME_MS = 10 * 60 * 1000
const INTERVAL_SECONDS = 5
/** Clocks and networks are not exact: who asks a little early is not asked to slow down. */
const EARLY_MS = 1_500

/** No vowels and nothing that looks like a digit: 20^8 codes, of which nobody reads a word. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const newUserCode = (): string =>
  Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('')

export const shownUserCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`

/** Begins to let a machine in, as RFC 8628 says. `address`: where the request came from. */
export const makeRequestDeviceCode =
  ({ unitOfWork, publicUrl, now = systemClock }: Deps) =>
  async ({ machine }: DeviceCodeRequest, { address }: { address: string }): Promise<DeviceCode> => {
    const deviceCode = newSecret()
    const moment = now()
    const expiresAt = new Date(moment.getTime() + LIFETIME_MS)
    const waiting = { deviceHash: hashSecret(deviceCode), machine: cleanStrings(machine), address }
    const userCode = await unitOfWork.asSystem(async ({ deviceCodes }) => {
      for (;;) {
        const code = newUserCode()
        if (await deviceCodes.add({ ...waiting, userCode: code }, moment, expiresAt)) return code
      }
    })
    const page = `${publicUrl.replace(/\/+$/, '')}/device`
    return {
      device_code: deviceCode,
      user_code: shownUserCode(userCode),
      verification_uri: page,
      verification_uri_complete: `${page}?code=${shownUserCode(userCode)}`,
      expires_in: LIFETIME_MS / 1000,
      interval: INTERVAL_SECONDS,
    }
  }

/** What a person looks at before they let it in. @throws DomainError `device.not_found` */
export const makeFindWaitingDevice =
  ({ unitOfWork, now = systemClock }: Deps) =>
  (scope: TeamScope<'member'>, { user_code }: { user_code: string }): Promise<WaitingDevice> =>
    unitOfWork.asSystem(async ({ deviceCodes, identities }) => {
      const found = await deviceCodes.findWaiting(user_code, now())
      if (found === undefined) throw deviceNotFound()
      const { name, platform, agent_version } = found.machine
      return {
        user_code: shownUserCode(user_code),
        machine: { name, platform, agent_version },
        client: null,
        address: found.address,
        asked_at: found.asked_at,
        team: { id: scope.teamId, name: await identities.teamName(scope.teamId) },
      }
    })

/** @throws DomainError `device.not_found`, `sign_in.browser_only` */
export const makeAnswerWaitingDevice =
  ({ unitOfWork, now = systemClock }: Deps) =>
  async (
    scope: TeamScope<'member'>,
    { user_code, allow }: { user_code: string; allow: boolean },
  ): Promise<void> => {
    const userId = requirePerson(scope)
    const { actor, teamId, role: most } = scope
    if (actor.kind !== 'user' || actor.via !== 'browser') throw browserOnly()
    await unitOfWork.asSystem(async ({ deviceCodes, auditOf }) => {
      if (
        !(await deviceCodes.answer(
          user_code,
          { allow, userId, teamId, most, givenBy: grantorOf(scope) },
          now(),
        ))
      )
        throw deviceNotFound()
      await auditOf(teamId, scope.given).add({
        id: newId.event(),
        action: allow ? 'device.allowed' : 'device.denied',
        userId,
      })
    })
  }

/** @throws DomainError `device.authorization_pending`, `device.slow_down`, `device.access_denied`, `device.expired_token` */
export const makePollDeviceToken =
  ({ unitOfWork, registerMachine, now = systemClock }: Deps) =>
  async ({ device_code }: { device_code: string }): Promise<DeviceToken> => {
    const deviceHash = hashSecret(device_code)
    const moment = now()
    const polled = await unitOfWork.asSystem(async ({ deviceCodes }) => {
      const found = await deviceCodes.poll(deviceHash, moment)
      // Of two that ask at once, one gets the key.
      if (found?.answer && !(await deviceCodes.remove(deviceHash))) return undefined
      return found
    })
    if (polled === undefined) throw deviceExpired()
    const { answer, polledAt, userId, teamId, most, givenBy, memberRole, machine } = polled
    if (answer === null) {
      const wait = INTERVAL_SECONDS * 1000 - EARLY_MS
      if (polledAt !== null && moment.getTime() - polledAt.getTime() < wait) throw deviceSlowDown()
      throw devicePending()
    }
    const isMember = userId !== null && teamId !== null && most !== null && memberRole !== null
    // Who let it in is no member any more: so it is not let in.
    if (answer === 'denied' || !isMember) throw deviceDenied()
    const role = lowerRole(memberRole, most)
    const actor = { kind: 'user', via: 'browser', ...(givenBy && { givenBy }) } as const
    const scope = grantTeamScope({ teamId, userId, role, actor }, 'member')
    const registered = await registerMachine(scope, machine)
    const { userName, teamName } = await unitOfWork.asSystem(async ({ identities }) => ({
      userName: await identities.nameOf(userId),
      teamName: await identities.teamName(teamId),
    }))
    return {
      access_token: registered.key,
      token_type: 'Bearer',
      machine: registered.machine,
      user: { id: userId, name: userName },
      team: { id: teamId, name: teamName },
      role,
    }
  }
