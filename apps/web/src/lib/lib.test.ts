import { ApiError } from '@teamlore/shared'
import { describe, expect, test } from 'vitest'
import { isMissing, isNotThere, isSignedOut, mayPass, messageOf } from './api.tsx'
import { contentSecurityPolicy } from './csp.ts'
import { languageOfFence, languageOfPath } from './language.ts'
import { safePath } from './safe-path.ts'

describe('where to go after signing in', () => {
  test.each([
    ['/sessions/ses_1?tab=files#msg_2', '/sessions/ses_1?tab=files#msg_2'],
    ['/', '/'],
    [null, '/'],
    ['', '/'],
    ['https://evil.test', '/'],
    ['//evil.test', '/'],
    ['/\\evil.test', '/'],
    ['/\t/evil.test', '/'],
    ['javascript:alert(1)', '/'],
    ['/sign-in?token=x', '/'],
  ])('%j leads to %s', (target, path) => {
    expect(safePath(target)).toBe(path)
  })
})

describe('the content policy', () => {
  const policy = contentSecurityPolicy({ nonce: 'abc', isDevelopment: false })

  test('lets only scripts with the nonce run and nothing reach another origin', () => {
    expect(policy).toContain("script-src 'self' 'nonce-abc' 'strict-dynamic';")
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("connect-src 'self'")
    expect(policy).toContain("img-src 'self' data:")
    expect(policy).toContain("frame-ancestors 'none'")
  })

  test('allows neither inline scripts nor eval outside of development', () => {
    expect(policy).not.toContain('unsafe-eval')
    expect(policy.replace("style-src-attr 'unsafe-inline'", '')).not.toContain('unsafe-inline')
    expect(contentSecurityPolicy({ nonce: 'abc', isDevelopment: true })).toContain('unsafe-eval')
  })
})

describe('languages', () => {
  test.each([
    ['src/app.tsx', 'tsx'],
    ['/a/b/main.mjs', 'typescript'],
    ['Dockerfile.web', 'docker'],
    ['README', undefined],
    ['x.constructor', undefined],
  ])('%s is highlighted as %s', (path, language) => {
    expect(languageOfPath(path)).toBe(language)
  })

  test('the word behind a fence may be anything', () => {
    expect(languageOfFence('TS')).toBe('typescript')
    expect(languageOfFence('__proto__')).toBeUndefined()
    expect(languageOfFence(undefined)).toBeUndefined()
  })
})

describe('errors', () => {
  test('give a sentence whatever was thrown', () => {
    const gone = new ApiError({ status: 404, code: 'session.not_found', message: 'No session.' })
    expect([messageOf(gone), isMissing(gone), isSignedOut(gone)]).toEqual([
      'No session.',
      true,
      false,
    ])
    expect(messageOf('a string')).toContain('Try again')
  })

  test.each([
    [404, 'session.not_found', true, false],
    // Of an id that cannot be one the API says that the request is wrong.
    [400, 'request.invalid', true, false],
    [422, 'id.ambiguous', true, false],
    [422, 'cursor.invalid', false, false],
    [429, 'rate.limited', false, true],
    [503, 'server.not_ready', false, true],
    [0, 'network.unreachable', false, true],
  ])('%i %s is something that is not there: %s, and may pass: %s', (status, code, gone, passes) => {
    const error = new ApiError({ status, code, message: 'x' })
    expect([isNotThere(error), mayPass(error)]).toEqual([gone, passes])
  })
})
