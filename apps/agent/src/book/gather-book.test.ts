import { readdirSync, utimesSync } from 'node:fs'
import { createRedactor } from '@teamlore/redaction'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFileCache } from './file-cache.ts'
import { gatherBook } from './gather-book.ts'
import { listBookFiles } from './read-book-files.ts'

let folder: ReturnType<typeof temporaryFolder>
let state: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
  state = temporaryFolder()
})
afterEach(() => {
  folder.remove()
  state.remove()
})

const OLD = new Date('2026-01-01T00:00:00Z')
const write = (path: string, text: string, at = OLD): void =>
  utimesSync(folder.write(path, text), at, at)
/** As if so many seconds had passed: the time at which a file was changed cannot be set. */
const later = (seconds: number) => () => BigInt(Date.now() + seconds * 1_000) * 1_000_000n

const gather = async ({ rules = '', full = false, seconds = 60 } = {}) => {
  const cache = await openFileCache(state.path, { root: folder.path, rules })
  const ignore = { isWhole: false, matches: () => false }
  const redactor = createRedactor({})
  return gatherBook(folder.path, { redactor, ignore, cache, full, now: later(seconds) })
}
const readIn = async (options: Parameters<typeof gather>[0] = {}): Promise<string[]> =>
  (await gather(options)).files.flatMap(({ path, text }) => (text === undefined ? [] : [path]))
const send = async (options: Parameters<typeof gather>[0] = {}): Promise<void> =>
  (await gather(options)).noteSent()

test('what was sent is not read again until it changes', async () => {
  write('a.md', 'one')
  write('sub/b.md', 'two')
  const first = await gather()
  expect(await readIn()).toEqual(['a.md', 'sub/b.md'])
  await first.noteSent()
  const second = await gather()
  expect(second.files).toEqual(first.files.map(({ path, hash }) => ({ path, hash })))
  expect(await second.readText('sub/b.md')).toBe('two')
  // The same size and time: that it was written shows all the same.
  write('a.md', 'ONE')
  expect(await readIn()).toEqual(['a.md'])
})

test('what is younger than two seconds is read again, for it may be written within one tick', async () => {
  write('a.md', 'one')
  await send({ seconds: 0 })
  const { files } = await gather({ seconds: 0 })
  // It is the same, so its text need not be sent again.
  expect(files).toEqual([{ path: 'a.md', hash: expect.any(String) }])
  const cache = await openFileCache(state.path, { root: folder.path, rules: '' })
  const [{ stat } = { stat: undefined }] = await listBookFiles(folder.path)
  expect(stat && cache.find('a.md', stat)).toBeUndefined()
  await send({ seconds: 3 })
  const settled = await openFileCache(state.path, { root: folder.path, rules: '' })
  expect(stat && settled.find('a.md', stat)).toMatchObject({ hash: files[0]?.hash })
})

test('other rules for secrets, --full and a cache that is no cache read all files', async () => {
  write('a.md', `token: ghp_${'aB3dE5fG7hJ9'.repeat(3)}`)
  await send()
  expect(await readIn()).toEqual([])
  expect((await gather()).redactions).toBe(1)
  expect(await readIn({ full: true })).toEqual(['a.md'])
  expect(await readIn({ rules: 'more' })).toEqual(['a.md'])
  for (const text of ['{', '{"rules": 1}', '']) {
    const cache = await openFileCache(state.path, { root: folder.path, rules: '' })
    await cache.save(new Map())
    const [file] = readdirSync(`${state.path}/books`)
    state.write(`books/${file}`, text)
    expect(await readIn()).toEqual(['a.md'])
  }
})
