import { z } from 'zod'
import { findBrowser } from './find-browser.ts'

export type Settings = {
  baseUrl: string
  chromium: string
  /** A one-time link, or the key to make one with. */
  signIn: { url: string } | { adminKey: string }
}

const serversSchema = z.array(z.object({ url: z.url(), adminKey: z.string() })).min(1)

/** The server of this worker, where the test run started one for each. */
const ownServer = (chromium: string): Settings | undefined => {
  const { E2E_SERVERS, VITEST_POOL_ID = '1' } = process.env
  if (!E2E_SERVERS) return undefined
  const servers = serversSchema.parse(JSON.parse(E2E_SERVERS))
  const own = servers[Number(VITEST_POOL_ID) % servers.length]
  return own && { baseUrl: own.url, chromium, signIn: { adminKey: own.adminKey } }
}

/** What the driver is set to, or the reason why it cannot drive. */
export const readSettings = (): Settings | { skip: string } => {
  const { E2E_BASE_URL, SIGN_IN_URL, TEAMLORE_ADMIN_KEY } = process.env
  const chromium = findBrowser()
  if (!chromium) return { skip: 'no browser found: install Chromium, or name one by CHROMIUM_PATH' }
  const own = ownServer(chromium)
  if (own) return own
  if (!E2E_BASE_URL) return { skip: 'BASE_URL is not set: no server to open' }
  const baseUrl = E2E_BASE_URL.replace(/\/+$/, '')
  if (SIGN_IN_URL) return { baseUrl, chromium, signIn: { url: SIGN_IN_URL } }
  if (TEAMLORE_ADMIN_KEY) return { baseUrl, chromium, signIn: { adminKey: TEAMLORE_ADMIN_KEY } }
  return { skip: 'neither SIGN_IN_URL nor TEAMLORE_ADMIN_KEY is set: no way to sign in' }
}
