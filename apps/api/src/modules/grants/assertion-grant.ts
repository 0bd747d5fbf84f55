import { AssertionRefused, type Redeemed } from '@teamlore/core/grants'
import { CLIENT_SCOPES } from '@teamlore/shared/clients'
import { JWT_BEARER_GRANT } from '@teamlore/shared/managed-clients'
import type { Provider } from 'oidc-provider'
import { resourceOf } from './addresses.ts'

/** @throws AssertionRefused */
export type RedeemAssertion = (
  clientId: string,
  asked: { assertion: string; scope: string | undefined },
) => Promise<Redeemed>

type Parts = {
  library: Pick<typeof import('oidc-provider'), 'errors'>
  publicUrl: string
  redeemAssertion: RedeemAssertion
}

/** A token for the word of the company's identity provider: no page, no person at it, and no refresh token. */
export const registerAssertionGrant = (
  provider: Provider,
  { library: { errors }, publicUrl, redeemAssertion }: Parts,
): void => {
  const resource = resourceOf(publicUrl)
  const refuse = (error: unknown): never => {
    if (error instanceof AssertionRefused)
      throw new errors.CustomOIDCProviderError(error.error, error.message)
    throw error
  }
  provider.registerGrantType(
    JWT_BEARER_GRANT,
    async (ctx) => {
      const { client } = ctx.oidc
      const params: Record<string, unknown> = ctx.oidc.params ?? {}
      const { assertion, scope, resource: asked } = params
      // Its secret shows that it is the client that the provider means.
      if (client === undefined || client.clientAuthMethod === 'none')
        throw new errors.InvalidClient('this grant is for clients with a secret')
      if (typeof assertion !== 'string' || assertion === '')
        throw new errors.InvalidRequest("missing required parameter 'assertion'")
      if (asked !== undefined && asked !== resource) throw new errors.InvalidTarget()
      const redeemed = await redeemAssertion(client.clientId, {
        assertion,
        scope: typeof scope === 'string' ? scope : undefined,
      }).catch(refuse)
      const token = new provider.AccessToken({
        accountId: redeemed.userId,
        client,
        grantId: redeemed.grantId,
        gty: JWT_BEARER_GRANT,
        scope: redeemed.scopes.join(' '),
      })
      token.resourceServer = new provider.ResourceServer(resource, {
        scope: CLIENT_SCOPES.join(' '),
        audience: resource,
        accessTokenFormat: 'opaque',
      })
      ctx.body = {
        access_token: await token.save(),
        token_type: token.tokenType,
        expires_in: token.expiration,
        scope: token.scope,
      }
    },
    ['assertion', 'scope', 'resource'],
  )
}
