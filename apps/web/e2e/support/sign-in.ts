import { signInLinkResponseSchema } from '@teamlore/shared'
import type { Page } from 'playwright-core'

/** A link to sign in with: the one that was given, or a new one. */
export const signInLink = async (
  baseUrl: string,
  signIn: { url: string } | { adminKey: string },
): Promise<string> => {
  if ('url' in signIn) return signIn.url
  const answer = await fetch(`${baseUrl}/v1/sign-in-links`, {
    method: 'POST',
    headers: { authorization: `Bearer ${signIn.adminKey}` },
  })
  if (!answer.ok) throw new Error(`No sign-in link: ${answer.status} ${await answer.text()}`)
  const { url } = signInLinkResponseSchema.parse(await answer.json())
  // The server may be known to others under another address than the one it is driven at.
  const link = new URL(url)
  return new URL(link.pathname + link.search, baseUrl).href
}

type Sending = { method: 'POST' | 'PUT'; path: string; body: unknown }

/** Sends something as somebody's machine would, with a key that the signed-in browser makes. */
export const sendAs = async (page: Page, sending: Sending): Promise<void> => {
  const status = await page.evaluate(async ({ method, path, body }) => {
    const made = await fetch('/v1/keys', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'browser test', role: 'member' }),
    })
    const { key } = (await made.json()) as { key: string }
    const sent = await fetch(path, {
      method,
      credentials: 'omit',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    })
    return `${sent.status} ${sent.ok ? '' : await sent.text()}`
  }, sending)
  if (!status.startsWith('2')) throw new Error(`${sending.path} failed: ${status}`)
}

export const ingestAs = (page: Page, body: unknown): Promise<void> =>
  sendAs(page, { method: 'POST', path: '/v1/ingest', body })

export const reportCaptureAs = (page: Page, body: unknown): Promise<void> =>
  sendAs(page, { method: 'PUT', path: '/v1/capture', body })
