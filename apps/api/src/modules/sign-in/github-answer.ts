import type { SignInProvider } from '@teamlore/core'
import { z } from 'zod'
import { issuerOf } from './provider-addresses.ts'
import { type ProviderChecks, ProviderSaidNo } from './provider-client.ts'

/** What the plugin does not look at, before it compares the state: whose answer it is, what is in it twice, and whether it is a no. */
export const answerIn = (
  provider: SignInProvider,
  asked: URLSearchParams,
  { state }: ProviderChecks,
): { code: string; state: string } => {
  const names = ['code', 'state', 'error', 'iss']
  if (names.some((name) => asked.getAll(name).length > 1))
    throw new Error('The answer of GitHub says something twice.')
  const issuer = asked.get('iss')
  if (issuer !== null && issuer.replace(/\/+$/, '') !== issuerOf(provider))
    throw new Error('The answer is of another provider than was asked.')
  const said = asked.get('state') ?? ''
  if (asked.has('error') && said === state)
    throw new ProviderSaidNo('GitHub did not sign somebody in.')
  const code = asked.get('code')
  if (code === null || code === '') throw new Error('The answer of GitHub has no code.')
  return { code, state: said }
}

const tokenSchema = z.object({
  access_token: z.string().min(1),
  token_type: z.string().regex(/^bearer$/i),
})

/** The token, or the word by which GitHub complains, which it does with a status that says yes. */
export const tokenIn = (payload: unknown): { token: string } | { complaint: string } => {
  const read = tokenSchema.safeParse(payload)
  return read.success ? { token: read.data.access_token } : { complaint: complaintIn(payload) }
}

const errorSchema = z.object({ error: z.string() })

const complaintIn = (payload: unknown): string => {
  const read = errorSchema.safeParse(payload)
  return read.success ? read.data.error.replaceAll(/[^\w.-]/g, '').slice(0, 60) : ''
}
