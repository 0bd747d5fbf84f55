import { HostError, type HostFailure } from '@teamlore/shared/code-hosts'
import { z } from 'zod'
import { unreachable } from '../unreachable.ts'

const HOUR_MS = 3_600_000

/** Never the words of the host: they are shown and logged. */
const BY_STATUS: Record<number, [HostFailure, string]> = {
  400: ['refused', 'GitLab refused what it was sent.'],
  401: [
    'unauthorized',
    'GitLab does not take the token. It ended or was revoked: rotate it at GitLab, and give the new one under Settings → Integrations.',
  ],
  403: [
    'forbidden',
    'GitLab does not let the token do this. Look at its scope and its role under Settings → Integrations.',
  ],
  404: [
    'gone',
    'GitLab has no such thing, or does not show it to the token. Is its account still a member there?',
  ],
  410: ['gone', 'GitLab has this no longer.'],
  409: ['refused', 'GitLab has something like this already.'],
  422: ['refused', 'GitLab refused what it was sent.'],
}

/** In seconds, or as the time at which the limit is set back; never for longer than it could mean. */
const retryAtOf = (headers: Headers, now: number): Date | null => {
  const after = headers.get('retry-after')
  if (after !== null && Number.isFinite(Number(after)))
    return new Date(now + Math.min(Math.max(Number(after), 1) * 1_000, HOUR_MS))
  const reset = Number(headers.get('ratelimit-reset') ?? Number.NaN) * 1_000
  return Number.isFinite(reset)
    ? new Date(Math.min(Math.max(reset, now + 1_000), now + HOUR_MS))
    : null
}

/** An answer that is no success, as what went wrong. */
export const refusalOf = ({ status, headers }: Response, now = Date.now()): HostError => {
  const retryAt = retryAtOf(headers, now)
  if (status === 429)
    return new HostError('limited', 'GitLab asks to be left alone for a while.', {
      retryAt: retryAt ?? new Date(now + 60_000),
    })
  if (status >= 500)
    return new HostError('unavailable', `GitLab failed with ${status}.`, { retryAt })
  // Redirects are not followed: a token goes to the address it is for and to no other.
  if (status >= 300 && status < 400)
    return new HostError('gone', 'GitLab has moved this elsewhere. Look at the address.')
  const [failure, words] = BY_STATUS[status] ?? ['refused', `GitLab answered with ${status}.`]
  return new HostError(failure, words)
}

/** What went wrong in words for people, and whether trying again helps. */
export const hostErrorOf = (error: unknown, where: string): HostError => {
  if (error instanceof HostError) return error
  if (error instanceof z.ZodError || error instanceof SyntaxError)
    return new HostError('unavailable', 'GitLab answered in a form that is not its own.', {
      cause: error,
    })
  return unreachable(error, where)
}
