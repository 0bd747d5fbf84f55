import { expect, test } from 'vitest'
import { remoteKey } from './remote-key.ts'

test.each([
  'https://github.com/pier/crane.git',
  'https://github.com/pier/crane',
  'https://github.com/Pier/crane/',
  'https://ana:word@github.com/pier/crane.git',
  'git@github.com:pier/crane.git',
  'github.com:pier/crane',
  'ssh://git@github.com/pier/crane.git',
  'ssh://git@github.com:22/pier/crane.git',
  'git+ssh://git@github.com/pier/crane',
  'git://github.com/pier/crane.git',
])('spells a repository as all others do: %s', (remote) => {
  expect(remoteKey(remote)).toBe('github.com/pier/crane')
})

test.each([
  'https://github.com/pier/crane-2.git',
  'https://gitlab.com/pier/crane.git',
  '/srv/git/crane.git',
  'C:\\git\\crane',
])('keeps apart what is another: %s', (remote) => {
  expect(remoteKey(remote)).not.toBe('github.com/pier/crane')
})
