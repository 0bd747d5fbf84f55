import { createVerify, randomUUID } from 'node:crypto'
import type { StandInApp } from './host-state.ts'

const MAX_LIFE_SECONDS = 600

const partOf = (text: string | undefined): Record<string, unknown> =>
  JSON.parse(Buffer.from(text ?? '', 'base64url').toString('utf8')) as Record<string, unknown>

/** Whether a token is the app's: signed by its key, of this moment, and for ten minutes at most, as GitHub wants it. */
export const appOfJwt = (token: string | undefined, app: StandInApp): boolean => {
  const [head, payload, signature] = token?.split('.') ?? []
  if (signature === undefined) return false
  try {
    const verifier = createVerify('RSA-SHA256').update(`${head}.${payload}`)
    const isSigned = verifier.verify(app.publicKey, Buffer.from(signature, 'base64url'))
    const { iss, iat, exp } = partOf(payload)
    const now = Date.now() / 1_000
    return (
      isSigned &&
      partOf(head)['alg'] === 'RS256' &&
      String(iss) === String(app.id) &&
      Number(iat) <= now &&
      Number(exp) > now &&
      Number(exp) - Number(iat) <= MAX_LIFE_SECONDS + 60
    )
  } catch {
    return false
  }
}

/** Tokens of installations, each for an hour, unless they are ended. */
export const createTokens = () => {
  const given = new Map<string, { installation: number; expires: number }>()
  return {
    give(installation: number): { token: string; expires_at: string } {
      const token = `ghs_${randomUUID()}`
      const expires = Date.now() + 3_600_000
      given.set(token, { installation, expires })
      return { token, expires_at: new Date(expires).toISOString() }
    },
    installationOf(token: string | undefined): number | undefined {
      const found = given.get(token ?? '')
      return found !== undefined && found.expires > Date.now() ? found.installation : undefined
    },
    /** All that were given count no more. */
    endAll: () => given.clear(),
    given: () => given.size,
  }
}

export type Tokens = ReturnType<typeof createTokens>
