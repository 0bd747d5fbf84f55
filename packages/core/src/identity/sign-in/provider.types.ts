import type { TeamId, TeamRole } from '@teamlore/shared'
import type { EmailTrust, ProviderKind, ProviderTest } from '@teamlore/shared/sign-in'

/** Where people sign in, ready to be used. */
export type SignInProvider = {
  /** `github`, `google`, `gitlab` or `oidc` where the environment sets it; else `idp_…`. */
  id: string
  /** The team it belongs to, beyond which it says nothing; null: the whole server, as who runs the server decided. */
  teamId: TeamId | null
  kind: ProviderKind
  name: string
  issuer: string | null
  clientId: string
  clientSecret: string
  allowedDomains: readonly string[]
  /** Role of somebody whom nobody invited; null: they stay out. */
  newRole: TeamRole | null
  /** Which addresses count. */
  emailTrust: EmailTrust
  groupsClaim: string
  groupRoles: readonly { group: string; role: TeamRole }[]
}

/** What a provider vouches for. */
export type ProviderProfile = {
  issuer: string
  subject: string
  email: string | null
  /** Undefined where the provider does not say. */
  isEmailVerified: boolean | undefined
  name: string | null
  /** Undefined where the provider does not say. */
  groups: readonly string[] | undefined
}

/** What ties an answer of a provider to the question. */
export type ProviderChecks = { state: string; nonce: string; verifier: string }

/** What an identity provider says of a person for whom a client may ask (ID-JAG). */
export type Assertion = {
  issuer: string
  subject: string
  clientId: string
  jti: string
  /** Undefined where the provider bounds nothing. */
  scope: string | undefined
  /** From then on it counts no more, and need not be remembered. */
  expiresAt: Date
}

/** Why an assertion gives no token; the client reads it. */
export class AssertionRefused extends Error {
  override name = 'AssertionRefused'
  readonly error: 'invalid_grant' | 'invalid_scope' | 'invalid_target'

  constructor(
    why: string,
    error: AssertionRefused['error'] = 'invalid_grant',
    options?: ErrorOptions,
  ) {
    super(`the assertion cannot be used: ${why}`, options)
    this.error = error
  }
}

/** Talks to providers: OAuth 2.0 and OpenID Connect. */
export type ProviderGateway = {
  /** The page where the browser goes to, and what its answer is checked by. */
  begin: (
    provider: SignInProvider,
    callbackUrl: string,
  ) => Promise<{ url: string; checks: ProviderChecks }>
  /** Trades the answer for who it is; `answerUrl` is the whole address that the provider sent the browser to. */
  profileOf: (
    provider: SignInProvider,
    answer: ProviderChecks & { answerUrl: string },
  ) => Promise<ProviderProfile>
  /** Checks whose word this is, and that it was meant for us. @throws AssertionRefused */
  readAssertion: (
    provider: SignInProvider,
    assertion: string,
    expected: { audience: string; resource: string; now: Date },
  ) => Promise<Assertion>
  test: (provider: SignInProvider, callbackUrl: string) => Promise<ProviderTest>
  /** Whether the host of this address is in a private network that teams may not use, as far as its name says so. */
  isPrivate: (issuer: string) => boolean
}
