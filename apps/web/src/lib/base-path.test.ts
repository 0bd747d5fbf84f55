import { NextRequest } from 'next/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { joinCommand } from '../features/settings/join-command.ts'
import { signInPlace } from './sign-in-place.ts'

/** As Next has it inlined: what a build for a path says. */
const builtFor = async (path: string) => {
  vi.stubEnv('BASE_PATH', path)
  vi.resetModules()
  return import('./base-path.ts')
}

beforeEach(() => vi.stubGlobal('location', { origin: 'https://a.test' }))
afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

test('below a path, what the browser is given has the path, and pages are named without it', async () => {
  const { withBase, pageOf, serverAddress } = await builtFor('/teamlore')
  expect(withBase('/v1/events')).toBe('/teamlore/v1/events')
  expect(serverAddress()).toBe('https://a.test/teamlore')
  expect(['/teamlore', '/teamlore/', '/teamlore/sign-in', '/teamlorex'].map(pageOf)).toEqual([
    '/',
    '/',
    '/sign-in',
    '/teamlorex',
  ])
})

test('a place to come back to is a page, whether or not it was named with the path', async () => {
  await builtFor('/teamlore')
  const { safePath } = await import('./safe-path.ts')
  expect(safePath('/teamlore/device?code=A')).toBe('/device?code=A')
  expect(safePath('/device?code=A')).toBe('/device?code=A')
  expect(['/teamlore//evil.test', '/teamlore/sign-in', '//evil.test'].map(safePath)).toEqual([
    '/',
    '/',
    '/',
  ])
})

test('at the root of a host nothing is put before anything', async () => {
  const { withBase, pageOf, serverAddress } = await builtFor('')
  expect([withBase('/sessions'), pageOf('/'), pageOf('/sign-in'), serverAddress()]).toEqual([
    '/sessions',
    '/',
    '/sign-in',
    'https://a.test',
  ])
})

test('who has no session is sent to the sign-in page below the path, and comes back to a page', () => {
  const request = new NextRequest('https://a.test/teamlore/search?q=tide', {
    nextConfig: { basePath: '/teamlore' },
  })
  expect(signInPlace(request)?.href).toBe(
    'https://a.test/teamlore/sign-in?next=%2Fsearch%3Fq%3Dtide',
  )
})

test('the line of an invitation has the whole address of the server', () => {
  expect(joinCommand('https://a.test/teamlore/join?token=abc')).toBe(
    'npx https://a.test/teamlore/agent.tgz join abc',
  )
  expect(joinCommand('https://a.test/join?token=abc')).toBe('npx https://a.test/agent.tgz join abc')
})
