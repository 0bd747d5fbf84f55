import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type GitHubAccount = {
  id: number
  login: string
  email: string
  verified?: boolean
  orgs?: string[]
  teams?: [org: string, slug: string][]
}

export type GitHubServer = Awaited<ReturnType<typeof startGitHub>>

type Waiting = { account: GitHubAccount; challenge: string | null; redirectUri: string }

/** Answers as GitHub Enterprise documents it; what it is asked for is kept. */
export const startGitHub = async (accounts: Record<string, GitHubAccount>) => {
  const client = { clientId: 'teamlore', clientSecret: 'the-secret-of-the-test' }
  const codes = new Map<string, Waiting>()
  const tokens = new Map<string, GitHubAccount>()
  const asked: { at: string; form?: Record<string, string> }[] = []
  /** Put in the place of the next answer of the token address. */
  const instead: ((response: ServerResponse, usual: () => object) => void)[] = []

  const trade = (form: Record<string, string>): object => {
    if (form['client_id'] !== client.clientId || form['client_secret'] !== client.clientSecret)
      return { error: 'incorrect_client_credentials', error_description: 'wrong' }
    const waiting = codes.get(form['code'] ?? '')
    codes.delete(form['code'] ?? '')
    const proven = createHash('sha256')
      .update(form['code_verifier'] ?? '')
      .digest('base64url')
    if (waiting === undefined || waiting.challenge !== proven)
      return { error: 'bad_verification_code', error_description: 'incorrect or expired' }
    if (waiting.redirectUri !== form['redirect_uri']) return { error: 'redirect_uri_mismatch' }
    const token = `gho_${randomBytes(12).toString('hex')}`
    tokens.set(token, waiting.account)
    return { access_token: token, token_type: 'bearer', scope: 'read:user,user:email' }
  }
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://github.test')
    const send = (body: unknown, status = 200) => {
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
      response.end(JSON.stringify(body))
    }
    if (pathname === '/login/oauth/access_token') {
      const form = Object.fromEntries(new URLSearchParams(await textOf(request)))
      asked.push({ at: pathname, form })
      const other = instead.shift()
      return other ? other(response, () => trade(form)) : send(trade(form))
    }
    asked.push({ at: pathname })
    if (pathname === '/login/oauth/authorize') return response.end('Sign in to GitHub')
    const account = tokens.get((request.headers.authorization ?? '').replace(/^Bearer /, ''))
    if (account === undefined) return send({ message: 'Bad credentials' }, 401)
    const said = ofAccount(account)[pathname]
    return said ? send(said) : send({ message: 'Not Found' }, 404)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    ...client,
    client,
    issuer: `http://localhost:${port}`,
    asked,
    instead,
    /** What the person does at the address that the browser was sent to; gives the query of the way back. */
    approve: (address: string, login: string): URLSearchParams => {
      const { searchParams } = new URL(address)
      const account = accounts[login]
      if (account === undefined) throw new Error(`${login} has no account.`)
      const code = randomBytes(10).toString('hex')
      codes.set(code, {
        account,
        challenge: searchParams.get('code_challenge'),
        redirectUri: searchParams.get('redirect_uri') ?? '',
      })
      return new URLSearchParams({ code, state: searchParams.get('state') ?? '' })
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const ofAccount = (account: GitHubAccount): Record<string, unknown> => {
  const { id, login, email, verified = true, orgs = [], teams = [] } = account
  return {
    '/api/v3/user': { id, login, name: null },
    '/api/v3/user/emails': [{ email, primary: true, verified }],
    '/api/v3/user/orgs': orgs.map((org) => ({ login: org })),
    '/api/v3/user/teams': teams.map(([org, slug]) => ({ slug, organization: { login: org } })),
  }
}

const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const part of request) text += part
  return text
}
