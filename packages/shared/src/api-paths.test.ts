import { expect, test } from 'vitest'
import { isApiPath } from './api-paths.ts'

test.each([
  '/v1/sessions?limit=1',
  '/mcp',
  '/mcp?toolsets=core',
  '/docs/',
  '/openapi.json',
  '/agent.tgz',
  '/scim/v2/Users?startIndex=1',
  '/.well-known/oauth-protected-resource/mcp',
])('%s belongs to the API', (path) => {
  expect(isApiPath(path)).toBe(true)
})

test.each(['/', '', '/sessions/ses_1', '/v1x', '/search?q=/v1/', '/_next/static/v1/a.js', '//v1'])(
  '%s is a page of the dashboard',
  (path) => {
    expect(isApiPath(path)).toBe(false)
  },
)
