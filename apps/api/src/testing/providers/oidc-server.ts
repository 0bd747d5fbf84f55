import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type JWTPayload, SignJWT } from 'jose'
import Provider, { type JWK } from 'oidc-provider'

export type OidcAccount = {
  email?: string
  /** Some providers send a word, some nothing. */
  email_verified?: boolean | string | null
  name?: string
  groups?: string[]
}

type Vouching = { typ?: string; key?: KeyObject }

export type OidcServer = Awaited<ReturnType<typeof startOidcServer>>

/** A real OpenID provider on this machine: whoever types the name of an account is that account. */
export const startOidcServer = async (
  redirectUris: string[],
  accounts: Record<string, OidcAccount>,
) => {
  const server = createServer()
  await listen(server)
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  const client = { client_id: 'teamlore', client_secret: 'the-secret-of-the-test' }
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwk = {
    ...privateKey.export({ format: 'jwk' }),
    kid: 'of the test',
    alg: 'RS256',
    use: 'sig',
  }
  const provider = new Provider(issuer, {
    jwks: { keys: [jwk as JWK] },
    clients: [{ ...client, redirect_uris: redirectUris }],
    claims: { email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    cookies: { keys: ['of the test'] },
    features: { devInteractions: { enabled: true } },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, ...accounts[id] }),
    }),
  })
  server.on('request', provider.callback())
  return {
    issuer,
    accounts,
    clientId: client.client_id,
    clientSecret: client.client_secret,
    /** Signs as the provider does, unless something else is asked for. */
    vouch: (claims: JWTPayload, { typ = 'oauth-id-jag+jwt', key = privateKey }: Vouching = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'of the test', typ }).sign(key),
    signIn: (url: string, account: string) => signIn(url, account, issuer),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const listen = (server: Server): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, 'localhost', resolve)
  })

/** Does what a person does at the provider; gives the address that the browser is sent back to. */
const signIn = async (url: string, account: string, issuer: string): Promise<string> => {
  const cookies = new Map<string, string>()
  const ask = async (address: string, form?: Record<string, string>): Promise<Response> => {
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return response
  }
  const forms = [{ prompt: 'login', login: account, password: 'any' }, { prompt: 'consent' }]
  let at = url
  for (let step = 0; step < 12; step++) {
    const response = await ask(at)
    const to = response.headers.get('location')
    if (to === null) {
      const [form] = forms.splice(0, 1)
      if (form === undefined || response.status >= 400) throw new Error(`${at}: ${response.status}`)
      const answered = await ask(at, form)
      at = new URL(answered.headers.get('location') ?? '', at).href
    } else at = new URL(to, at).href
    if (!at.startsWith(issuer)) return at
  }
  throw new Error('The provider sent nobody back.')
}
