import { createHash } from 'node:crypto'
import { readAsOwner } from '@teamlore/db/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type GitHubServer, startGitHub } from '../../testing/providers/github-server.ts'
import {
  type Browser,
  codeOf,
  openSignInWorld,
  PUBLIC_URL,
  type SignInWorld,
} from '../../testing/sign-in-world.ts'

const ACCOUNTS = {
  ana: { id: 7, login: 'ana', email: 'ana@example.com', orgs: ['acme'] },
  lead: { id: 8, login: 'lead', email: 'lead@example.com', teams: [['acme', 'leads']] },
  unproven: { id: 9, login: 'unproven', email: 'un@example.com', verified: false },
} satisfies Parameters<typeof startGitHub>[0]

let github: GitHubServer
let home: SignInWorld
beforeAll(async () => {
  github = await startGitHub(ACCOUNTS)
  home = await openSignInWorld([
    {
      id: 'github',
      kind: 'github',
      issuer: github.issuer,
      groupRoles: [{ group: 'acme/leads', role: 'admin' }],
    },
  ])
})
afterAll(async () => {
  await home[Symbol.asyncDispose]()
  await github[Symbol.asyncDispose]()
})
beforeEach(() => {
  github.asked.length = 0
})

const start = async (browser: Browser, id = 'github'): Promise<string> => {
  const started = await browser.call('POST', `/v1/sign-in/providers/${id}/start`, { next: '/a' })
  expect(started.statusCode, started.body).toBe(200)
  return started.json().url
}
const finish = async (browser: Browser, query: URLSearchParams, id = 'github') =>
  codeOf(await browser.call('POST', `/v1/sign-in/providers/${id}/finish`, { query: String(query) }))
const signIn = async (login: string, id = 'github') => {
  const browser = home.newBrowser()
  const outcome = await finish(browser, github.approve(await start(browser, id), login), id)
  return { browser, outcome }
}

describe('signing in with GitHub', () => {
  test('sends the browser there with a challenge, and keeps what proves it in the database', async () => {
    const browser = home.newBrowser()
    const asked = new URL(await start(browser))
    expect(`${asked.origin}${asked.pathname}`).toBe(`${github.issuer}/login/oauth/authorize`)
    const query = Object.fromEntries(asked.searchParams)
    expect(query).toEqual({
      response_type: 'code',
      client_id: github.clientId,
      redirect_uri: `${PUBLIC_URL}/sign-in/callback/github`,
      scope: 'read:user user:email read:org',
      state: expect.stringMatching(/^[\w-]{20,}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    const [row] = await readAsOwner<{ verifier: string }>(
      home.world.engine,
      `select verifier from teamlore.sign_in_attempts where state = '${query['state']}'`,
    )
    expect(
      createHash('sha256')
        .update(row?.verifier ?? '')
        .digest('base64url'),
    ).toBe(query['code_challenge'])
    expect(Object.values(browser.jar).join()).not.toContain(row?.verifier)
  })

  test('lets in who GitHub vouches for, with the role of their team there', async () => {
    const { browser, outcome } = await signIn('lead')
    expect(outcome).toEqual([200, '/a'])
    expect((await browser.call('GET', '/v1/me')).json()).toMatchObject({
      user: { name: 'lead' },
      role: 'admin',
    })
    expect((await (await signIn('ana')).browser.call('GET', '/v1/me')).json().role).toBe('member')
    const { form } = github.asked.find(({ at }) => at.endsWith('access_token')) ?? {}
    expect(form).toMatchObject({ client_id: 'teamlore', grant_type: 'authorization_code' })
  })

  test('lets nobody in by an address that GitHub does not vouch for', async () => {
    expect((await signIn('unproven')).outcome).toEqual([403, 'sign_in.email_not_verified'])
  })

  test('takes no answer to another question, of another provider, twice the same, or none', async () => {
    for (const change of [
      (query: URLSearchParams) => query.set('state', 'another'),
      (query: URLSearchParams) => query.delete('state'),
      (query: URLSearchParams) => query.append('state', 'another'),
      (query: URLSearchParams) => query.append('code', 'another'),
      (query: URLSearchParams) => query.set('iss', 'https://elsewhere.test'),
      (query: URLSearchParams) => query.delete('code'),
      (query: URLSearchParams) => query.set('code', ''),
    ]) {
      const browser = home.newBrowser()
      const query = github.approve(await start(browser), 'ana')
      change(query)
      expect((await finish(browser, query))[1], String(query)).toBe('sign_in.provider_failed')
    }
    expect(github.asked).toEqual([])
  })

  test('takes an answer once, and in the browser alone that asked', async () => {
    const browser = home.newBrowser()
    const query = github.approve(await start(browser), 'ana')
    expect((await finish(home.newBrowser(), query))[1]).toBe('sign_in.attempt_over')
    expect(await finish(browser, query)).toEqual([200, '/a'])
    expect((await finish(browser, query))[1]).toBe('sign_in.attempt_over')
  })

  test('says so when GitHub, or the person there, says no', async () => {
    const browser = home.newBrowser()
    const { searchParams } = new URL(await start(browser))
    const query = new URLSearchParams({
      error: 'access_denied',
      state: searchParams.get('state') ?? '',
    })
    expect((await finish(browser, query))[1]).toBe('sign_in.refused_by_provider')
    const another = home.newBrowser()
    const wrong = github.approve(await start(another), 'ana')
    wrong.set('code', 'made-up')
    expect((await finish(another, wrong))[1]).toBe('sign_in.provider_failed')
  })

  test('takes an error, another kind of token and nonsense for no token', async () => {
    const json = { 'content-type': 'application/json' }
    for (const body of ['{"error":"x"}', '{"access_token":"a","token_type":"mac"}', 'null', '<']) {
      github.instead.push((response) => response.writeHead(200, json).end(body))
      expect((await signIn('ana')).outcome[1], body).toBe('sign_in.provider_failed')
    }
  })
})

describe('the address that codes and secrets are sent to', () => {
  test('is left by no redirect', async () => {
    github.instead.push((response) =>
      response.writeHead(307, { location: `${github.issuer}/stolen` }).end(),
    )
    expect((await signIn('ana')).outcome[1]).toBe('sign_in.provider_failed')
    expect(github.asked.map(({ at }) => at)).toEqual(['/login/oauth/access_token'])
  })

  test('is not read without end', async () => {
    github.instead.push((response, usual) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ ...usual(), more: 'x'.repeat(300_000) }))
    })
    expect((await signIn('ana')).outcome[1]).toBe('sign_in.provider_failed')
  })
})

const PROVIDER = {
  kind: 'github',
  name: 'Our GitHub',
  client_id: 'teamlore',
  client_secret: 'the-secret-of-the-test',
}

describe('a GitHub that a team sets', () => {
  test('is asked as it is set from the moment that it is changed', async () => {
    const owner = await home.ownersBrowser()
    const at = '/v1/sign-in-providers'
    const settings = {
      ...PROVIDER,
      issuer: github.issuer,
      new_role: 'member',
      allowed_domains: ['example.com'],
    }
    const made = await owner.call('POST', at, { ...settings, client_secret: 'wrong' })
    const { id } = made.json()
    expect((await signIn('ana', id)).outcome[1]).toBe('sign_in.provider_failed')
    const tested = (await owner.call('POST', `${at}/${id}/test`)).json()
    expect(tested).toMatchObject({
      ok: false,
      findings: [
        { ok: true },
        { ok: false, text: expect.stringContaining('client secret is wrong') },
        { ok: true },
      ],
    })
    await owner.call('PUT', `${at}/${id}`, settings)
    expect((await owner.call('POST', `${at}/${id}/test`)).json()).toMatchObject({ ok: true })
    expect((await signIn('ana', id)).outcome).toEqual([200, '/a'])
  })

  test('in a private network is asked nothing, by its name or its address', async () => {
    await using closed = await openSignInWorld([], '')
    const owner = await closed.ownersBrowser()
    const issuer = 'https://github.example.com'
    const made = await owner.call('POST', '/v1/sign-in-providers', { ...PROVIDER, issuer })
    const { id } = made.json()
    for (const host of ['localhost', '127.0.0.1']) {
      const { port } = new URL(github.issuer)
      await readAsOwner(
        closed.world.engine,
        `update teamlore.sign_in_providers set issuer = 'http://${host}:${port}' where id = '${id}' returning id`,
      )
      const { findings } = (await owner.call('POST', `/v1/sign-in-providers/${id}/test`)).json()
      const refused = { ok: false, text: expect.stringContaining('ALLOWED_PRIVATE_HOSTS') }
      expect(findings.slice(-2), host).toEqual([refused, refused])
    }
    expect(github.asked).toEqual([])
  })
})
