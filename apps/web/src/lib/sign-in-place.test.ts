import { SESSION_COOKIE } from '@teamlore/shared'
import { NextRequest } from 'next/server'
import { describe, expect, test } from 'vitest'
import { signInPlace } from './sign-in-place.ts'

const ask = (path: string, cookie?: string) =>
  signInPlace(new NextRequest(`http://lore.test${path}`, cookie ? { headers: { cookie } } : {}))
    ?.href

describe('where a visitor is sent', () => {
  test('without a session: to the sign-in page, from which they come back', () => {
    expect(ask('/search?q=tide+now')).toBe(
      'http://lore.test/sign-in?next=%2Fsearch%3Fq%3Dtide%2Bnow',
    )
    expect(ask('/sign-in')).toBe('http://lore.test/sign-in?next=%2F')
  })

  test('nowhere else when they are there already, or have a session', () => {
    expect(ask('/sign-in?token=abc')).toBeUndefined()
    expect(ask('/sign-in?next=%2F')).toBeUndefined()
    expect(ask('/sign-in/callback/oidc?code=abc')).toBeUndefined()
    expect(ask('/join?token=abc')).toBeUndefined()
    expect(ask('/joined')).toBe('http://lore.test/sign-in?next=%2Fjoined')
    expect(ask('/search', `${SESSION_COOKIE}=abc`)).toBeUndefined()
  })
})
