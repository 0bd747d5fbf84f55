import { findBrowser } from './find-browser.ts'

export type Settings = {
  baseUrl: string
  chromium: string
  /** A one-time link, or the key to make one with. */
  signIn: { url: string } | { adminKey: string }
}

/** What the driver is set to, or the reason why it cannot drive. */
export const readSettings = (): Settings | { skip: string } => {
  const { E2E_BASE_URL, SIGN_IN_URL, TEAMLORE_ADMIN_KEY } = process.env
  const chromium = findBrowser()
  if (!chromium) return { skip: 'no browser found: install Chromium, or name one by CHROMIUM_PATH' }
  if (!E2E_BASE_URL) return { skip: 'BASE_URL is not set: no server to open' }
  const baseUrl = E2E_BASE_URL.replace(/\/+$/, '')
  if (SIGN_IN_URL) return { baseUrl, chromium, signIn: { url: SIGN_IN_URL } }
  if (TEAMLORE_ADMIN_KEY) return { baseUrl, chromium, signIn: { adminKey: TEAMLORE_ADMIN_KEY } }
  return { skip: 'neither SIGN_IN_URL nor TEAMLORE_ADMIN_KEY is set: no way to sign in' }
}
