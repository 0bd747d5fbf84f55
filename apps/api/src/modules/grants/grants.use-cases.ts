import {
  makeAllowClient,
  makeAuthenticateToken,
  makeDenyClient,
  makeListClients,
  makeOAuthState,
  makeRevokeClient,
  makeTeamNameOf,
} from '@teamlore/core/grants'
import { createOutboundFetch, type OutboundFetch } from '@teamlore/shared/outbound'
import type { FastifyBaseLogger } from 'fastify'
import type { Provider } from 'oidc-provider'
import type { Collaborators } from '../../platform/collaborators.ts'
import { resourceOf } from './addresses.ts'
import type { RedeemAssertion } from './assertion-grant.ts'
import { createOAuthProvider } from './oauth-provider.ts'

type Allowed = Parameters<typeof createOutboundFetch>[0]

type Parts = Collaborators & {
  publicUrl: string
  /** Whether a client may be known by a document that this server fetches. */
  clientDocuments?: boolean | undefined
  /** How it fetches one: not into private networks, unless they are allowed. */
  fetchDocument?: OutboundFetch | undefined
  /** Of private networks, where such a document may lie. */
  signIn: { allowedHosts: Allowed }
  /** For clients that an identity provider vouches for. */
  redeemAssertion: RedeemAssertion
  log?: FastifyBaseLogger | undefined
}

/** Clients that people let in by OAuth, and the server that they are let in by. */
export const grantUseCases = (parts: Parts) => {
  const { unitOfWork, now, publicUrl, clientDocuments = false, signIn, log } = parts
  const { redeemAssertion } = parts
  const fetchDocument = parts.fetchDocument ?? createOutboundFetch(signIn.allowedHosts)
  const state = makeOAuthState({ unitOfWork, now })
  let provider: Promise<Provider> | undefined
  return {
    authenticateToken: makeAuthenticateToken({ unitOfWork, now, resource: resourceOf(publicUrl) }),
    allowClient: makeAllowClient({ unitOfWork, now }),
    denyClient: makeDenyClient({ unitOfWork }),
    listClients: makeListClients({ unitOfWork }),
    revokeClient: makeRevokeClient({ unitOfWork }),
    teamNameOf: makeTeamNameOf({ unitOfWork }),
    oauthState: state,
    takesClientDocuments: clientDocuments,
    /** Loaded when it is first asked for: a server without such clients does without the library. */
    oauthServer: (): Promise<Provider> => {
      provider ??= import('oidc-provider').then((library) =>
        createOAuthProvider({
          library,
          state,
          publicUrl,
          redeemAssertion,
          fetchDocument: clientDocuments ? fetchDocument : undefined,
          log,
        }),
      )
      return provider
    },
  }
}

export type GrantUseCases = ReturnType<typeof grantUseCases>
