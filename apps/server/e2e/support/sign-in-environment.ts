import { rmSync } from 'node:fs'
import { startOidcServer } from '../../../api/src/testing/providers/oidc-server.ts'
import { openPathProxy } from '../../../api/src/testing/proxy/path-proxy.ts'
import { openBrowser } from '../../../web/e2e/support/browser.ts'
import { freePort } from './spawned.ts'
import { newHome, newKey, startEmbedded } from './teamlore.ts'

type BrowserContext = Awaited<ReturnType<Awaited<ReturnType<typeof openBrowser>>['newContext']>>
export type Page = Awaited<ReturnType<BrowserContext['newPage']>>

type Options = {
  /** A proxy before it, which serves it below a path of a host. */
  below?: { path: string; isStripping: boolean }
}

/** The whole product beside a real OpenID provider and a real browser. */
export const openSignInEnvironment = async (executablePath: string, { below }: Options = {}) => {
  const port = await freePort()
  const direct = `http://localhost:${port}`
  const proxy = below && (await openPathProxy({ ...below, upstream: () => direct }))
  const url = proxy ? `${proxy.origin}${below?.path}` : direct
  const oidc = await startOidcServer([`${url}/sign-in/callback/oidc`], {
    ana: { email: 'ana@example.com', email_verified: true, name: 'Ana' },
    ben: { email: 'ben@example.com', email_verified: true, name: 'Ben' },
  })
  const home = newHome()
  const adminKey = newKey()
  const server = startEmbedded({
    home,
    port,
    adminKey,
    env: {
      TEAMLORE_URL: url,
      SIGN_IN_OIDC_ISSUER: oidc.issuer,
      SIGN_IN_OIDC_CLIENT_ID: oidc.clientId,
      SIGN_IN_OIDC_CLIENT_SECRET: oidc.clientSecret,
      SIGN_IN_OIDC_NAME: 'Acme',
      SIGN_IN_ALLOWED_DOMAINS: 'example.com',
      EMBEDDING_PROVIDER: 'none',
    },
  })
  await server.says(/Teamlore is ready at/)
  const browser = await openBrowser(executablePath)

  const newPage = async (): Promise<{ context: BrowserContext; page: Page }> => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 } })
    const page = await context.newPage()
    page.setDefaultTimeout(40_000)
    return { context, page }
  }

  const ask = async <T>(
    method: string,
    path: string,
    body?: object,
    key = adminKey,
  ): Promise<T> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (answer.status === 204 ? undefined : await answer.json()) as T
  }

  return {
    url,
    /** What the proxy was asked for and does not pass on. */
    refused: proxy?.refused ?? [],
    home,
    oidc,
    adminKey,
    newPage,
    ask,
    /** What the server has said on its terminal so far. */
    said: () => server.output(),

    /** Does at the provider what a person does there: says who they are, and agrees. */
    async passProvider(page: Page, account: string): Promise<void> {
      await page.locator('input[name=login]').fill(account)
      await page.locator('input[name=password]').fill('any')
      await page.locator('button[type=submit]').click()
      // The second page asks whether Teamlore may know.
      await page.waitForURL((at) => at.href.startsWith(url) || at.pathname.includes('interaction'))
      if (!page.url().startsWith(url)) await page.locator('button[type=submit]').click()
    },

    /** In a browser of its own, by a one-time link. */
    async signedIn(user?: string) {
      const opened = await newPage()
      const { url: link } = await ask<{ url: string }>(
        'POST',
        '/v1/sign-in-links',
        user === undefined ? {} : { user },
      )
      await opened.page.goto(link)
      await opened.page.waitForURL(`${url}/`)
      return opened
    },

    async [Symbol.asyncDispose]() {
      await browser.close()
      await server.stop('SIGTERM')
      proxy?.close()
      await oidc[Symbol.asyncDispose]()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

export type SignInEnvironment = Awaited<ReturnType<typeof openSignInEnvironment>>
