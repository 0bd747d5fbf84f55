import { createHash } from 'node:crypto'
import type { GrantEnd, OAuthState } from '@teamlore/core/grants'
import { CLIENT_SCOPES } from '@teamlore/shared/clients'
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'

const DAY_SECONDS = 24 * 60 * 60
/** What is not said to end ends after ten minutes. */
const UNSAID_SECONDS = 10 * 60
const OF_A_GRANT = new Set(['AccessToken', 'RefreshToken', 'AuthorizationCode'])

type Errors = typeof import('oidc-provider')['errors']

/** Which address of the library is being asked. */
type RouteOf = () => string | undefined

/** What the server library keeps goes into our own tables: hashes of secrets, and grants that are a row of ours. */
export const createOAuthAdapter =
  (state: OAuthState, routeOf: RouteOf, errors: Errors): AdapterFactory =>
  (kind) => {
    if (kind === 'Client') return clientAdapter(state)
    if (kind === 'Grant') return grantAdapter(state, routeOf)
    if (kind === 'DeviceCode') return deviceAdapter(state, errors)
    return kind === 'Session' ? NOTHING : tokenAdapter(state, kind)
  }

/** Who is signed in is for the dashboard to know: the library remembers nobody from one request to the next. */
const NOTHING: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
}

export const hashOfSecret = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex')

const clientAdapter = (state: OAuthState): Adapter => ({
  ...NOTHING,
  upsert: (id, { client_secret, ...metadata }) =>
    state.addClient(id, {
      ...metadata,
      ...(client_secret !== undefined && { client_secret: hashOfSecret(client_secret) }),
    }),
  find: (id) => state.findClient(id),
})

/** A grant is written when a person says yes; here it is only read, and ended. */
const grantAdapter = (state: OAuthState, routeOf: RouteOf): Adapter => ({
  ...NOTHING,
  find: async (id): Promise<AdapterPayload | undefined> => {
    const grant = await state.findGrant(id)
    if (grant === undefined) return undefined
    const { userId, clientId, resource, scopes, refusedScopes } = grant
    const now = seconds(new Date())
    return {
      kind: 'Grant',
      jti: id,
      iat: now,
      // It holds as long as the row is there.
      exp: now + DAY_SECONDS,
      accountId: userId,
      clientId,
      resources: { [resource]: scopes.join(' ') },
      openid: { scope: CLIENT_SCOPES.join(' ') },
      ...(refusedScopes.length > 0 && {
        rejected: { resources: { [resource]: refusedScopes.join(' ') } },
      }),
    }
  },
  destroy: (id) => state.endGrant(id, endOf(routeOf())),
})

/** Clients end what is theirs at the address for it; elsewhere the library does, when a token comes again. */
const endOf = (route: string | undefined): GrantEnd =>
  route === 'revocation' ? 'client.disconnected' : 'client.reused_token_ended'

const tokenAdapter = (state: OAuthState, kind: string): Adapter => ({
  ...NOTHING,
  upsert: (id, { jti: _secret, ...payload }, expiresIn = UNSAID_SECONDS) =>
    state.put(kind, id, {
      payload,
      grantId: OF_A_GRANT.has(kind) ? (payload.grantId ?? null) : null,
      seconds: expiresIn,
    }),
  find: async (id): Promise<AdapterPayload | undefined> => {
    const found = await state.find(kind, id)
    if (found === undefined) return undefined
    return { ...found.payload, jti: id, ...(found.isUsed && { consumed: seconds(new Date()) }) }
  },
  consume: async (id) => void (await state.use(kind, id)),
  destroy: (id) => state.remove(kind, id),
  revokeByGrantId: (grantId) => state.removeOfGrant(kind, grantId),
})

/** What waits for a person. How it is answered is for device-consent.ts: the library's own pages are not served. */
const deviceAdapter = (state: OAuthState, errors: Errors): Adapter => ({
  ...NOTHING,
  upsert: (deviceCode, { jti: _secret, userCode = '', ...payload }, expiresIn = UNSAID_SECONDS) =>
    state.deviceRequests.begin({ deviceCode, userCode, payload, seconds: expiresIn }),
  find: async (id): Promise<AdapterPayload> => {
    const found = await state.find('DeviceCode', id)
    if (found === undefined) throw new errors.ExpiredToken('device code is over or unknown')
    const { accountId, error } = found.payload
    const isWaiting = accountId === undefined && error === undefined
    if (isWaiting && (await state.deviceRequests.isPolledEarly(id))) throw new errors.SlowDown()
    return { ...found.payload, jti: id, ...(found.isUsed && { consumed: seconds(new Date()) }) }
  },
  // Of two polls at once, one gets the tokens.
  consume: async (id) => {
    if (!(await state.use('DeviceCode', id)))
      throw new errors.InvalidGrant('device code already consumed')
  },
})

const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1000)
