import type { LiveGrant, UnitOfWork } from '@teamlore/db'
import { newId } from '@teamlore/shared'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { hashSecret } from '../../platform/secret.ts'
import { makeDeviceRequests } from './device-requests.ts'
import { tooManyClients } from './grants.errors.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'asSystem'>; now?: Clock }
type Payload = Record<string, unknown>

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Clients that share one stored refresh token race for it, and some lose the answer to it: so long it counts again. */
const REFRESH_GRACE_MS = MINUTE_MS
/** A client that nobody let in. */
const UNUSED_CLIENT_MS = 24 * HOUR_MS
/** A grant whose first token may be on its way. */
const FRESH_GRANT_MS = HOUR_MS
const MOST_UNUSED_CLIENTS = 1_000

/** Why a grant ended that its person did not end. */
export type GrantEnd = 'client.disconnected' | 'client.reused_token_ended'

type Clients = Parameters<Parameters<UnitOfWork['asSystem']>[0]>[0]['oauthClients']

/** Forgets what is over: tokens that ended, grants without any, and clients that nobody let in for a day. */
export const forgetEndedClients = (
  oauthClients: Pick<Clients, 'forget'>,
  moment: Date,
): Promise<void> => {
  const before = (ms: number) => new Date(moment.getTime() - ms)
  return oauthClients.forget(moment, {
    grants: before(FRESH_GRANT_MS),
    clients: before(UNUSED_CLIENT_MS),
  })
}

/** What the authorization server keeps. Everything secret is known by its hash alone. */
export const makeOAuthState = ({ unitOfWork, now = systemClock }: Deps) => ({
  ...makeClientState({ unitOfWork, now }),
  ...makeTokenState({ unitOfWork, now }),
  deviceRequests: makeDeviceRequests({ unitOfWork, now }),

  findGrant: (id: string): Promise<LiveGrant | undefined> =>
    unitOfWork.asSystem(({ oauthTokens }) => oauthTokens.findGrant(id)),

  endGrant: (id: string, why: GrantEnd): Promise<void> =>
    unitOfWork.asSystem(async ({ oauthTokens, auditOf }) => {
      const ended = await oauthTokens.endGrant(id)
      if (ended === undefined) return
      const { teamId, userId, clientName: name } = ended
      await auditOf(teamId).add({
        id: newId.event(),
        action: why,
        userId,
        subject: id,
        details: { name },
      })
    }),
})

export type OAuthState = ReturnType<typeof makeOAuthState>

const makeClientState = ({ unitOfWork, now }: Required<Deps>) => ({
  /**
   * Makes room for a new client.
   * @throws DomainError `client.too_many`
   */
  makeRoom: (): Promise<void> =>
    unitOfWork.asSystem(async ({ oauthClients }) => {
      await forgetEndedClients(oauthClients, now())
      if ((await oauthClients.unused()) >= MOST_UNUSED_CLIENTS) throw tooManyClients()
    }),

  addClient: (id: string, metadata: Payload): Promise<void> =>
    unitOfWork.asSystem(({ oauthClients }) => oauthClients.add(id, metadata, now())),

  findClient: (id: string): Promise<Payload | undefined> =>
    unitOfWork.asSystem(({ oauthClients }) => oauthClients.find(id)),
})

const makeTokenState = ({ unitOfWork, now }: Required<Deps>) => ({
  put: (
    kind: string,
    secret: string,
    { payload, grantId, seconds }: { payload: Payload; grantId: string | null; seconds: number },
  ): Promise<void> =>
    unitOfWork.asSystem(({ oauthTokens }) =>
      oauthTokens.put({
        kind,
        hash: hashSecret(secret),
        grantId: grantId as LiveGrant['id'] | null,
        payload,
        expiresAt: new Date(now().getTime() + seconds * 1000),
      }),
    ),

  /** `isUsed`: it counts no more. Shown again, it was stolen or its owner was. */
  find: async (
    kind: string,
    secret: string,
  ): Promise<{ payload: Payload; isUsed: boolean } | undefined> => {
    const moment = now()
    const found = await unitOfWork.asSystem(({ oauthTokens }) =>
      oauthTokens.find(kind, hashSecret(secret), moment),
    )
    if (found === undefined) return undefined
    const graceMs = kind === 'RefreshToken' ? REFRESH_GRACE_MS : 0
    const { payload, consumedAt } = found
    const isUsed = consumedAt !== null && moment.getTime() - consumedAt.getTime() >= graceMs
    return { payload, isUsed }
  },

  /** False where it was used before. */
  use: (kind: string, secret: string): Promise<boolean> =>
    unitOfWork.asSystem(({ oauthTokens }) => oauthTokens.consume(kind, hashSecret(secret), now())),

  remove: (kind: string, secret: string): Promise<void> =>
    unitOfWork.asSystem(({ oauthTokens }) => oauthTokens.remove(kind, hashSecret(secret))),

  removeOfGrant: (kind: string, grantId: string): Promise<void> =>
    unitOfWork.asSystem(({ oauthTokens }) => oauthTokens.removeOfGrant(kind, grantId)),
})
