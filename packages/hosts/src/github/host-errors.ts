import { HostError } from '@teamlore/shared/code-hosts'
import { z } from 'zod'
import { unreachable } from '../unreachable.ts'

const HOUR = 3_600_000

/** What Octokit throws for an answer that is no success, or for none. */
const requestErrorSchema = z.object({
  status: z.int(),
  response: z.object({ headers: z.record(z.string(), z.unknown()) }).optional(),
})

/** In seconds, as GitHub says it; never for longer than it could mean. */
const retryAtOf = (headers: Record<string, unknown>, now: number): Date | null => {
  const after = Number(headers['retry-after'])
  if (Number.isFinite(after) && headers['retry-after'] !== undefined)
    return new Date(now + Math.min(Math.max(after, 1) * 1_000, HOUR))
  if (String(headers['x-ratelimit-remaining']) !== '0') return null
  const reset = Number(headers['x-ratelimit-reset']) * 1_000
  return Number.isFinite(reset)
    ? new Date(Math.min(Math.max(reset, now + 1_000), now + HOUR))
    : null
}

/** Never the words of the host: they are shown and logged. */
const BY_STATUS: Record<number, [HostError['failure'], string]> = {
  401: [
    'unauthorized',
    'GitHub does not know this app or its key. Was the app deleted? Remove the connection and connect again.',
  ],
  403: [
    'forbidden',
    'GitHub does not let the app do this. Look whether its permissions were accepted where it is installed.',
  ],
  404: [
    'gone',
    'GitHub has no such thing, or does not show it to the app. Is it still installed on this repository?',
  ],
  410: ['gone', 'GitHub has this no longer.'],
  422: ['refused', 'GitHub refused what it was sent.'],
}

/** What went wrong in words for people, and whether trying again helps. */
export const hostErrorOf = (error: unknown, where: string, now = Date.now()): Error => {
  if (error instanceof HostError) return error
  const read = requestErrorSchema.safeParse(error)
  // Octokit gives 500 to what it has no answer of.
  if (!read.success || read.data.response === undefined) {
    if (error instanceof z.ZodError)
      return new HostError('unavailable', 'GitHub answered in a form that is not its own.', {
        cause: error,
      })
    return unreachable(error, where)
  }
  const { status, response } = read.data
  const retryAt = retryAtOf(response.headers, now)
  if (status === 429 || (status === 403 && retryAt !== null))
    return new HostError('limited', 'GitHub asks to be left alone for a while.', {
      retryAt: retryAt ?? new Date(now + 60_000),
      cause: error,
    })
  if (status >= 500)
    return new HostError('unavailable', `GitHub failed with ${status}.`, { retryAt, cause: error })
  const [failure, words] = BY_STATUS[status] ?? ['refused', `GitHub answered with ${status}.`]
  return new HostError(failure, words, { cause: error })
}
