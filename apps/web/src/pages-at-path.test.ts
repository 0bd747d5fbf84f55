import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PLACEHOLDER, pagesAtPath } from './pages-at-path.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'teamlore-pages-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const put = (path: string, text: string): void => {
  mkdirSync(join(dir, path, '..'), { recursive: true })
  writeFileSync(join(dir, path), text)
}

const aBuild = (id: string): void => {
  put('.next-path/BUILD_ID', id)
  put('.next-path/static/a.js', `go("${PLACEHOLDER}/sessions", "${PLACEHOLDER}")`)
  put('.next-path/server/app/page.js', `const at = '${PLACEHOLDER}'`)
  put('.next-path/server/app/page.js.map', PLACEHOLDER)
  put('.next-path/static/font.woff2', PLACEHOLDER)
  put('.next-path/cache/big', PLACEHOLDER)
}

const made = (name: string, path: string) => readFileSync(join(dir, name, path), 'utf8')

test('the path stands in the copy wherever the build has its placeholder, and only there', () => {
  aBuild('one')
  const name = pagesAtPath(dir, '/tools/teamlore')
  expect(made(name, 'static/a.js')).toBe('go("/tools/teamlore/sessions", "/tools/teamlore")')
  expect(made(name, 'server/app/page.js')).toBe("const at = '/tools/teamlore'")
  expect(made(name, 'static/font.woff2')).toBe(PLACEHOLDER)
  expect(made('.next-path', 'static/a.js')).toContain(PLACEHOLDER)
  for (const left of ['cache', 'server/app/page.js.map'])
    expect(existsSync(join(dir, name, left))).toBe(false)
})

test('a copy is made once for a build, and anew for the next one or another path', () => {
  aBuild('one')
  const name = pagesAtPath(dir, '/teamlore')
  writeFileSync(join(dir, name, 'mark'), '')
  expect(pagesAtPath(dir, '/teamlore')).toBe(name)
  expect(existsSync(join(dir, name, 'mark'))).toBe(true)
  expect(pagesAtPath(dir, '/lore')).not.toBe(name)
  aBuild('two')
  pagesAtPath(dir, '/teamlore')
  expect([made(name, 'BUILD_ID'), existsSync(join(dir, name, 'mark'))]).toEqual(['two', false])
})

test('a copy that was cut short is never served', () => {
  aBuild('one')
  put('.next-at/teamlore/static/a.js', 'half')
  const name = pagesAtPath(dir, '/teamlore')
  expect(made(name, 'static/a.js')).toContain('/teamlore/sessions')
  expect(readdirSync(join(dir, '.next-at'))).toEqual(['teamlore'])
})

test('says what to do when there is no build for a path, or the copy cannot be written', () => {
  expect(() => pagesAtPath(dir, '/teamlore')).toThrow('npm run build')
  aBuild('one')
  put('.next-at', 'a file in its place')
  expect(() => pagesAtPath(dir, '/teamlore')).toThrow(/Make the folder .*\.next-at writable/)
})
