import { SESSION_COOKIE } from '@teamlore/shared'
import type { NextRequest } from 'next/server'

/** Where a visitor without a session is sent; undefined for one who has one, or is there already. */
export const signInPlace = (request: Pick<NextRequest, 'cookies' | 'nextUrl'>): URL | undefined => {
  const { pathname, search } = request.nextUrl
  if (request.cookies.has(SESSION_COOKIE)) return undefined
  // Who comes back from a provider has no session yet.
  if (pathname.startsWith('/sign-in/callback/')) return undefined
  // Nor has who was invited.
  if (pathname === '/join') return undefined
  const isThere = pathname === '/sign-in'
  if (isThere && search !== '') return undefined
  const place = new URL('/sign-in', request.nextUrl)
  place.searchParams.set('next', isThere ? '/' : pathname + search)
  return place
}
