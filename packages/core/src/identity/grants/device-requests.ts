import type { UnitOfWork } from '@teamlore/db'
import type { GrantId } from '@teamlore/shared/ids'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { hashSecret } from '../../platform/secret.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'asSystem'>; now?: Clock }
type Payload = Record<string, unknown>
type Begun = { deviceCode: string; userCode: string; payload: Payload; seconds: number }

const DEVICE = 'DeviceCode'
const USER = 'DeviceUserCode'
const POLL = 'DevicePoll'

/** Clients are asked to wait five seconds; clocks and networks are not exact. */
const EARLY_MS = 3_500

type Tokens = Parameters<Parameters<UnitOfWork['asSystem']>[0]>[0]['oauthTokens']

/** Under the hash of the short code stands the hash of the long one: who reads the tables can use neither. */
const deviceUnder = async (tokens: Tokens, userCode: string, moment: Date) => {
  const under = await tokens.find(USER, hashSecret(userCode), moment)
  const hash = under?.payload['deviceHash']
  if (under === undefined || typeof hash !== 'string') return undefined
  const device = await tokens.find(DEVICE, hash, moment)
  return device && { ...device, hash, isAnswered: under.consumedAt !== null }
}

/** Clients that wait for a person who confirms their short code elsewhere (RFC 8628). */
export const makeDeviceRequests = ({ unitOfWork, now = systemClock }: Deps) => ({
  begin: ({ deviceCode, userCode, payload, seconds }: Begun): Promise<void> =>
    unitOfWork.asSystem(async ({ oauthTokens }) => {
      const deviceHash = hashSecret(deviceCode)
      const expiresAt = new Date(now().getTime() + seconds * 1000)
      const user = hashSecret(userCode)
      if (!(await oauthTokens.useOnce(USER, user, expiresAt, { deviceHash })))
        throw new Error('This short code is taken.')
      await oauthTokens.put({ kind: DEVICE, hash: deviceHash, grantId: null, payload, expiresAt })
    }),

  /** Notes that a client asked whether it was let in; true where it did so a moment ago. */
  isPolledEarly: (deviceCode: string): Promise<boolean> =>
    unitOfWork.asSystem(async ({ oauthTokens }) => {
      const moment = now()
      const hash = hashSecret(deviceCode)
      const before = await oauthTokens.find(POLL, hash, moment)
      const expiresAt = new Date(moment.getTime() + EARLY_MS)
      await oauthTokens.put({ kind: POLL, hash, grantId: null, payload: {}, expiresAt })
      return before !== undefined
    }),

  findWaiting: (userCode: string): Promise<Payload | undefined> =>
    unitOfWork.asSystem(async ({ oauthTokens }) => {
      const found = await deviceUnder(oauthTokens, userCode, now())
      return found?.isAnswered === false ? found.payload : undefined
    }),

  /** Of two answers one counts: false where it was answered before. */
  claim: (userCode: string): Promise<boolean> =>
    unitOfWork.asSystem(({ oauthTokens }) =>
      oauthTokens.consume(USER, hashSecret(userCode), now()),
    ),

  /** What the client gets the next time it asks. */
  complete: (userCode: string, answer: Payload, grantId: GrantId | null): Promise<void> =>
    unitOfWork.asSystem(async ({ oauthTokens }) => {
      const found = await deviceUnder(oauthTokens, userCode, now())
      if (found === undefined) return
      const { hash, payload, expiresAt } = found
      await oauthTokens.put({
        kind: DEVICE,
        hash,
        grantId,
        payload: { ...payload, ...answer },
        expiresAt,
      })
    }),
})
