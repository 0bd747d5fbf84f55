import { type BrowserLife, lackingForTrust, type SignInProvider } from '@teamlore/core'
import type { TeamRole } from '@teamlore/shared'
import { type AllowedHosts, outboundSettings } from '@teamlore/shared/outbound'
import { settings } from '@teamlore/shared/process'
import { emailTrustSchema, type ProviderKind } from '@teamlore/shared/sign-in'
import { z } from 'zod'

const text = () => z.string().trim().min(1).optional()
const days = (fallback: number) => z.coerce.number().min(0.01).max(3_650).default(fallback)
const DAY_MS = 24 * 60 * 60 * 1000

const ROLES = ['viewer', 'member', 'admin'] as const
type MappedRole = (typeof ROLES)[number]

const issuer = () =>
  z.url({ protocol: /^https?$/, error: 'must look like https://id.example.com' }).optional()

const groupRoles = z
  .string()
  .default('')
  .refine((list) => parseGroupRoles(list) !== undefined, {
    error: 'must look like platform=admin,developers=member; roles are viewer, member and admin',
  })

/** How people sign in, where the environment says so. Also read by the launcher. */
export const signInEnv = {
  SIGN_IN_GITHUB_CLIENT_ID: text().describe(
    'Sign-in with GitHub: client id of an OAuth app whose callback is TEAMLORE_URL/sign-in/callback/github.',
  ),
  SIGN_IN_GITHUB_CLIENT_SECRET: text().describe('Its client secret.'),
  SIGN_IN_GITHUB_URL: issuer().describe(
    'Address of a GitHub Enterprise Server, when it is not github.com.',
  ),
  SIGN_IN_GOOGLE_CLIENT_ID: text().describe(
    'Sign-in with Google: client id; the callback is TEAMLORE_URL/sign-in/callback/google.',
  ),
  SIGN_IN_GOOGLE_CLIENT_SECRET: text().describe('Its client secret.'),
  SIGN_IN_GITLAB_CLIENT_ID: text().describe(
    'Sign-in with GitLab: application id; the callback is TEAMLORE_URL/sign-in/callback/gitlab.',
  ),
  SIGN_IN_GITLAB_CLIENT_SECRET: text().describe('Its secret.'),
  SIGN_IN_GITLAB_URL: issuer().describe('Address of your own GitLab, when it is not gitlab.com.'),
  SIGN_IN_OIDC_ISSUER: issuer().describe(
    'Sign-in with any OpenID Connect provider (Keycloak, Entra ID, Okta, Authentik …): its issuer; the callback is TEAMLORE_URL/sign-in/callback/oidc.',
  ),
  SIGN_IN_OIDC_CLIENT_ID: text().describe('Its client id.'),
  SIGN_IN_OIDC_CLIENT_SECRET: text().describe('Its client secret.'),
  SIGN_IN_OIDC_NAME: text().describe('What its button says, such as `Acme`.'),
  SIGN_IN_OIDC_EMAIL_TRUST: emailTrustSchema
    .default('verified')
    .describe(
      'Which of its email addresses count: `verified`; `not_denied`, also those of which it does not say whether they are (Entra ID); `all`, also those it calls unverified (Authentik). Beyond `verified` needs SIGN_IN_ALLOWED_DOMAINS, and a provider whose people cannot choose their address.',
    ),
  SIGN_IN_ALLOWED_DOMAINS: z
    .string()
    .default('')
    .describe(
      'Domains of email addresses that may sign in with a provider, with commas; empty: all.',
    ),
  SIGN_IN_NEW_ROLE: z
    .enum(ROLES)
    .optional()
    .describe(
      'Role in the first team of somebody whom nobody invited and whose address is of an allowed domain. Unset: only who is invited comes in, or is in a group that has a role.',
    ),
  SIGN_IN_GROUPS_CLAIM: z
    .string()
    .trim()
    .min(1)
    .default('groups')
    .describe(
      'Where the provider names the groups somebody is in: a claim, or the way to one that lies in others, such as `realm_access.roles`. A list, or one group as a word.',
    ),
  SIGN_IN_GROUP_ROLES: groupRoles.describe(
    'Roles by group, such as `platform=admin,developers=member`; the highest counts, at every sign-in. For GitHub: organisations, and teams as `acme/platform`.',
  ),
  SIGN_IN_IDLE_DAYS: days(7).describe(
    'Days after which a browser that was not used is signed out.',
  ),
  SIGN_IN_MAX_DAYS: days(30).describe('Days after which a browser is signed out in any case.'),
  ...outboundSettings,
  TEAMLORE_SECRET: settings.TEAMLORE_SECRET,
}

const signInEnvSchema = z.object(signInEnv)
type SignInEnv = z.infer<typeof signInEnvSchema>

export type SignInConfig = {
  providers: SignInProvider[]
  life: BrowserLife
  /** Roles by group, also for groups that a directory provisions. */
  groupRoles: SignInProvider['groupRoles']
  /** Undefined: nothing can be encrypted. */
  secret: string | undefined
  /** Of private networks, to which providers of teams may lead. */
  allowedHosts: AllowedHosts
}

const list = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const isRole = (role: string): role is MappedRole => (ROLES as readonly string[]).includes(role)

function parseGroupRoles(value: string): { group: string; role: TeamRole }[] | undefined {
  const entries = list(value).map((part) => {
    const at = part.lastIndexOf('=')
    const role = part.slice(at + 1).trim()
    return at > 0 && isRole(role) ? { group: part.slice(0, at).trim(), role } : undefined
  })
  return entries.every((entry) => entry !== undefined) ? entries : undefined
}

type Given = {
  kind: ProviderKind
  name: string
  issuer: string | undefined
  id: string | undefined
  secret: string | undefined
}

const given = (env: SignInEnv): Given[] => [
  {
    kind: 'github',
    name: 'GitHub',
    issuer: env.SIGN_IN_GITHUB_URL,
    id: env.SIGN_IN_GITHUB_CLIENT_ID,
    secret: env.SIGN_IN_GITHUB_CLIENT_SECRET,
  },
  {
    kind: 'google',
    name: 'Google',
    issuer: undefined,
    id: env.SIGN_IN_GOOGLE_CLIENT_ID,
    secret: env.SIGN_IN_GOOGLE_CLIENT_SECRET,
  },
  {
    kind: 'gitlab',
    name: 'GitLab',
    issuer: env.SIGN_IN_GITLAB_URL,
    id: env.SIGN_IN_GITLAB_CLIENT_ID,
    secret: env.SIGN_IN_GITLAB_CLIENT_SECRET,
  },
  {
    kind: 'oidc',
    name: env.SIGN_IN_OIDC_NAME ?? 'single sign-on',
    issuer: env.SIGN_IN_OIDC_ISSUER,
    id: env.SIGN_IN_OIDC_CLIENT_ID,
    secret: env.SIGN_IN_OIDC_CLIENT_SECRET,
  },
]

/** What is half set is an error, not passed over. */
export const checkSignInEnv = (env: SignInEnv, context: z.RefinementCtx): void => {
  const complain = (name: string, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message })
  for (const { kind, id, secret } of given(env)) {
    const prefix = `SIGN_IN_${kind.toUpperCase()}`
    if (id !== undefined && secret === undefined)
      complain(`${prefix}_CLIENT_SECRET`, `is missing; ${prefix}_CLIENT_ID is set`)
    if (secret !== undefined && id === undefined)
      complain(`${prefix}_CLIENT_ID`, `is missing; ${prefix}_CLIENT_SECRET is set`)
  }
  if (env.SIGN_IN_OIDC_CLIENT_ID !== undefined && env.SIGN_IN_OIDC_ISSUER === undefined)
    complain('SIGN_IN_OIDC_ISSUER', 'is missing; SIGN_IN_OIDC_CLIENT_ID is set')
  const lacking = lackingForTrust({
    kind: 'oidc',
    issuer: env.SIGN_IN_OIDC_ISSUER ?? null,
    emailTrust: env.SIGN_IN_OIDC_EMAIL_TRUST,
    allowedDomains: list(env.SIGN_IN_ALLOWED_DOMAINS),
  })
  if (lacking !== undefined) complain('SIGN_IN_OIDC_EMAIL_TRUST', `beyond \`verified\` ${lacking}`)
  if (env.SIGN_IN_NEW_ROLE !== undefined && list(env.SIGN_IN_ALLOWED_DOMAINS).length === 0)
    complain(
      'SIGN_IN_NEW_ROLE',
      'needs SIGN_IN_ALLOWED_DOMAINS: without it anybody with an account at the provider could join',
    )
}

export const signInConfigOf = (env: SignInEnv): SignInConfig => {
  const shared = {
    teamId: null,
    allowedDomains: list(env.SIGN_IN_ALLOWED_DOMAINS).map((domain) => domain.toLowerCase()),
    newRole: env.SIGN_IN_NEW_ROLE ?? null,
    groupsClaim: env.SIGN_IN_GROUPS_CLAIM,
    groupRoles: parseGroupRoles(env.SIGN_IN_GROUP_ROLES) ?? [],
  }
  return {
    providers: given(env).flatMap(({ kind, name, issuer: at, id, secret }) =>
      id === undefined || secret === undefined
        ? []
        : [
            {
              ...shared,
              id: kind,
              kind,
              name,
              emailTrust: kind === 'oidc' ? env.SIGN_IN_OIDC_EMAIL_TRUST : 'verified',
              issuer: at ?? null,
              clientId: id,
              clientSecret: secret,
            },
          ],
    ),
    groupRoles: shared.groupRoles,
    life: { idleMs: env.SIGN_IN_IDLE_DAYS * DAY_MS, wholeMs: env.SIGN_IN_MAX_DAYS * DAY_MS },
    secret: env.TEAMLORE_SECRET,
    allowedHosts: env.ALLOWED_PRIVATE_HOSTS,
  }
}
