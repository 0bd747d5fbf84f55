import { SESSION_COOKIE } from '@teamlore/shared'
import type { NextRequest } from 'next/server'

/** Where a visitor without a session is sent; undefined for one who has one, or is there already. */
export const signInPlace = (
  request: Pick<NextRequest, 'cookies' | 'nextUrl'>,
): NextRequest['nextUrl'] | undefined => {
  const { pathname, search } = request.nextUrl
  if (request.cookies.has(SESSION_COOKIE)) return undefined
  // Who comes back from a provider has no session yet.
  if (pathname.startsWith('/sign-in/callback/')) return undefined
  // Nor has who was invited.
  if (pathname === '/join') return undefined
  const isThere = pathname === '/sign-in'
  if (isThere && search !== '') return undefined
  // A copy keeps the path below which the dashboard is served; `pathname` is without it.
  const place = request.nextUrl.clone()
  place.pathname = '/sign-in'
  place.search = ''
  place.searchParams.set('next', isThere ? '/' : pathname + search)
  return place
}
