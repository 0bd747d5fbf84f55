import debug from 'debug'
import { afterEach, expect, test } from 'vitest'
import { quietLibraries } from './quiet-libraries.ts'
import { runProcess } from './run-process.ts'

afterEach(() => {
  debug.disable()
})

test.each(['simple-oauth2*', 'ioredis:*', '*'])(
  'a library that DEBUG=%s has writing its requests falls silent, and no process that is started has it',
  (names) => {
    debug.enable(names)
    const [oauth, redis] = [debug('simple-oauth2:client'), debug('ioredis:redis')]
    expect(oauth.enabled || redis.enabled).toBe(true)
    expect(process.env['DEBUG']).toBe(names)
    quietLibraries()
    expect(oauth.enabled || redis.enabled || debug('simple-oauth2:later').enabled).toBe(false)
    expect(process.env['DEBUG']).toBeUndefined()
  },
)

test('every process of ours is so before it opens anything', async () => {
  debug.enable('*')
  let isSilent = false
  await runProcess(async () => {
    isSilent = !debug('simple-oauth2:client').enabled
    return { close: async () => {} }
  })
  expect(isSilent).toBe(true)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.removeAllListeners(signal)
})
