import { signWebhook } from '../signing/signature.ts'

/** Past the guard of outbound addresses; follows no redirect. */
export type PostOut = (url: string, init: RequestInit) => Promise<Response>

/** What came of one attempt. `error` is null where it was taken; `retryAfterMs` is what the address asked for. */
export type Posted = {
  status: number | null
  ms: number
  error: string | null
  retryAfterMs: number | null
}

const TIMEOUT_MS = 10_000

const wordsOf = (error: unknown): string => {
  const causes: unknown[] = [error, error instanceof Error ? error.cause : undefined]
  for (const one of causes) {
    if (!(one instanceof Error)) continue
    if (one.name === 'AddressRefused') return one.message
    if (one.name === 'TimeoutError' || one.name.endsWith('TimeoutError'))
      return 'The address did not answer in time.'
  }
  const code = causes
    .map((one) => (one instanceof Error && 'code' in one ? String(one.code) : ''))
    .find((found) => found !== '')
  return `The address could not be reached${code === undefined ? '' : ` (${code})`}.`
}

const errorOf = (status: number): string | null => {
  if (status >= 200 && status < 300) return null
  if (status === 410) return 'The address is gone (410).'
  if (status >= 300 && status < 400)
    return `The address leads elsewhere (${status}), and redirects are not followed. Enter where it leads.`
  return `The address answered ${status}.`
}

const retryAfterOf = (header: string | null, now: Date): number | null => {
  if (header === null) return null
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now.getTime()
  return Number.isFinite(ms) && ms > 0 ? ms : null
}

/** Sends one event once. Never fails: what went wrong is in the answer, and nothing that the address said. */
export const postWebhook = async (
  post: PostOut,
  {
    url,
    id,
    body,
    secrets,
    now,
  }: { url: string; id: string; body: string; secrets: readonly string[]; now: Date },
): Promise<Posted> => {
  const timestamp = Math.floor(now.getTime() / 1000)
  const started = performance.now()
  const ms = () => Math.round(performance.now() - started)
  try {
    const answer = await post(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Teamlore',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': secrets
          .map((secret) => signWebhook(secret, { id, timestamp, body }))
          .join(' '),
      },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const { status, headers } = answer
    await answer.body?.cancel().catch(() => undefined)
    return {
      status,
      ms: ms(),
      error: errorOf(status),
      retryAfterMs: retryAfterOf(headers.get('retry-after'), now),
    }
  } catch (error) {
    return { status: null, ms: ms(), error: wordsOf(error), retryAfterMs: null }
  }
}
