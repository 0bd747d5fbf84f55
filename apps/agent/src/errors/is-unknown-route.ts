import { ApiError } from '@teamlore/shared'

/** What says so in our words, and a 404 that is not ours: a proxy before the server answered with a page of its own. */
const CODES = new Set(['route.not_found', 'http.status_404'])

/** Whether the server has no place for what it was asked, as one that is older. */
export const isUnknownRoute = (error: unknown): boolean =>
  error instanceof ApiError && CODES.has(error.code)
