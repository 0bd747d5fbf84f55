import { type NextRequest, NextResponse } from 'next/server'
import { contentSecurityPolicy } from './lib/csp.ts'
import { CONNECT_PATH } from './lib/paths.ts'
import { signInPlace } from './lib/sign-in-place.ts'

/**
 * Gives every page its own nonce; Next and the layout put it on the scripts and styles they write. Who has no session gets
 * the sign-in page at once, before any page has asked the API for what it would not be given.
 */
export const proxy = (request: NextRequest) => {
  const place = signInPlace(request)
  if (place !== undefined) return NextResponse.redirect(place)
  const nonce = btoa(crypto.randomUUID())
  // biome-ignore lint/style/noProcessEnv: inlined by Next at build time
  const isDevelopment = process.env.NODE_ENV === 'development'
  const leadsElsewhere = request.nextUrl.pathname === CONNECT_PATH
  const policy = contentSecurityPolicy({ nonce, isDevelopment, leadsElsewhere })

  const headers = new Headers(request.headers)
  headers.set('x-nonce', nonce)
  headers.set('content-security-policy', policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  response.headers.set('x-content-type-options', 'nosniff')
  response.headers.set('referrer-policy', 'same-origin')
  response.headers.set('cross-origin-opener-policy', 'same-origin')
  return response
}

export const config = {
  matcher: ['/((?!_next/static|v1/|docs|openapi.json|icon.svg).*)'],
}
