import { expect, test } from 'vitest'
import { readyLines } from './banner.ts'

const ready = {
  url: 'http://localhost:4000',
  signInUrl: 'http://localhost:4000/sign-in?token=abc',
  adminKeyFile: '/home/ana/my lore/admin-key',
  engine: 'embedded',
  log: '/x/server.log',
  lore: '/home/ana/my lore/apps/agent/bin/lore.mjs',
}

test('the first line is the one that scripts wait for', () => {
  expect(readyLines(ready).split('\n')[0]).toBe('Teamlore is ready at http://localhost:4000')
})

test('the login command can be pasted, even when the folder has a space', () => {
  expect(readyLines(ready)).toContain(
    "node '/home/ana/my lore/apps/agent/bin/lore.mjs' login --server http://localhost:4000 --key-file '/home/ana/my lore/admin-key'",
  )
})

test('it names this program from any folder, and no key is in a command', () => {
  expect(readyLines(ready)).not.toMatch(/npx|--key |\$\(/)
})

test('without a link it says how to get one', () => {
  const text = readyLines({ ...ready, signInUrl: undefined })
  expect(text).toContain('npm run sign-in')
  expect(text).not.toContain('undefined')
})
