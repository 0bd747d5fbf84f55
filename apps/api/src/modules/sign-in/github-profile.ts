import type { ProviderProfile, SignInProvider } from '@teamlore/core'
import type { OutboundFetch } from '@teamlore/shared/outbound'
import { z } from 'zod'
import { githubApiOf, issuerOf } from './provider-addresses.ts'

const userSchema = z.object({
  id: z.number().int(),
  login: z.string(),
  name: z.string().nullish(),
})
const emailsSchema = z.array(
  z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }),
)
const orgsSchema = z.array(z.object({ login: z.string() }))
const teamsSchema = z.array(
  z.object({ slug: z.string(), organization: z.object({ login: z.string() }) }),
)

const TIMEOUT_MS = 10_000
const HEADERS = { accept: 'application/vnd.github+json', 'user-agent': 'teamlore' }

/** Who somebody is at GitHub. Groups are organisations (`acme`) and teams (`acme/platform`). */
export const githubProfile = async (
  fetch: OutboundFetch,
  provider: SignInProvider,
  accessToken: string,
): Promise<ProviderProfile> => {
  const get = async <T>(path: string, schema: z.ZodType<T>): Promise<T> => {
    const url = new URL(`${githubApiOf(provider)}${path}`)
    const headers = { ...HEADERS, authorization: `Bearer ${accessToken}` }
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!response.ok) throw new Error(`GitHub answered ${path} with ${response.status}.`)
    return schema.parse(await response.json())
  }
  const user = await get('/user', userSchema)
  const emails = await get('/user/emails', emailsSchema)
  const primary = emails.find((email) => email.primary)
  return {
    issuer: issuerOf(provider),
    subject: String(user.id),
    email: primary?.email ?? null,
    isEmailVerified: primary?.verified ?? false,
    name: user.name ?? user.login,
    groups: provider.groupRoles.length === 0 ? undefined : await groupsAt(get),
  }
}

const groupsAt = async (get: <T>(path: string, schema: z.ZodType<T>) => Promise<T>) => {
  const orgs = await get('/user/orgs?per_page=100', orgsSchema)
  const teams = await get('/user/teams?per_page=100', teamsSchema)
  return [
    ...orgs.map(({ login }) => login),
    ...teams.map(({ slug, organization }) => `${organization.login}/${slug}`),
  ]
}
