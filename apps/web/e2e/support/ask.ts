import type { Page } from 'playwright-core'

type Asking = { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string; body?: unknown }

/** Asks the server as whoever is signed in in the browser. */
export const askAs = async <T>(page: Page, asking: Asking): Promise<T> => {
  const { status, text } = await page.evaluate(async ({ method, path, body }) => {
    const answer = await fetch(path, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    return { status: answer.status, text: await answer.text() }
  }, asking)
  if (status >= 400) throw new Error(`${asking.path}: ${status} ${text}`)
  return (text === '' ? undefined : JSON.parse(text)) as T
}
