import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { createRedactor } from '@teamlore/redaction'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listPictures, readPicture } from './find-book-pictures.ts'
import { sendPictures } from './send-pictures.ts'

let folder: ReturnType<typeof temporaryFolder>
let outside: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
  outside = temporaryFolder()
})
afterEach(() => {
  folder.remove()
  outside.remove()
})

const GIF = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64')
const write = (path: string, bytes: Uint8Array | string = GIF): void => {
  const whole = join(folder.path, path)
  mkdirSync(join(whole, '..'), { recursive: true })
  writeFileSync(whole, bytes)
}

test('pictures are found where notes are, and never by way of a link', async () => {
  write('a.gif')
  write('art/b.GIF')
  write('.hidden/c.gif')
  write('node_modules/d.gif')
  write('note.md', '# Note')
  writeFileSync(join(outside.path, 'e.gif'), GIF)
  symlinkSync(outside.path, join(folder.path, 'linked'))
  symlinkSync(join(outside.path, 'e.gif'), join(folder.path, 'f.gif'))
  expect(await listPictures(folder.path)).toEqual(['a.gif', 'art/b.GIF'])
})

test('a folder that became a link since is not followed, nor is a file', async () => {
  writeFileSync(join(outside.path, 'e.gif'), GIF)
  symlinkSync(outside.path, join(folder.path, 'art'))
  write('a.gif')
  symlinkSync('a.gif', join(folder.path, 'same.gif'))
  expect(await readPicture(folder.path, 'art/e.gif')).toEqual({
    path: 'art/e.gif',
    reason: 'elsewhere',
  })
  expect(await readPicture(folder.path, 'same.gif')).toMatchObject({ reason: 'elsewhere' })
  expect(await readPicture(folder.path, 'gone.gif')).toMatchObject({ reason: 'elsewhere' })
})

test('one of 5 MB is read, and one of a byte more is not; a page is none', async () => {
  const most = 5 * 1024 * 1024
  write('most.gif', Buffer.concat([GIF, Buffer.alloc(most - GIF.length)]))
  write('more.gif', Buffer.concat([GIF, Buffer.alloc(most + 1 - GIF.length)]))
  write('page.gif', '<html><script>alert(1)</script></html>')
  expect(await readPicture(folder.path, 'most.gif')).toMatchObject({ bytes: expect.anything() })
  expect(await readPicture(folder.path, 'more.gif')).toMatchObject({ reason: 'size' })
  expect(await readPicture(folder.path, 'page.gif')).toMatchObject({ reason: 'type' })
})

type Request = { has_more?: boolean; pictures: { path: string; hash: string; data?: string }[] }

/** A server that wants what it lacks, as the real one does. */
const serverOf = (items: { note: string; target: string; by_name: boolean }[], isOn = true) => {
  const kept = new Set<string>()
  const requests: Request[] = []
  const books = {
    pictures: async () => ({
      is_on: isOn,
      items: items.map((item) => ({ ...item, hash: null, media_type: null })),
    }),
    keepPictures: async (_: string, bytes: Uint8Array) => {
      const request = JSON.parse(brotliDecompressSync(bytes).toString()) as Request
      requests.push(request)
      for (const { hash, data } of request.pictures) if (data !== undefined) kept.add(hash)
      const wanted = request.pictures.map(({ hash }) => hash).filter((hash) => !kept.has(hash))
      return request.has_more || wanted.length > 0
        ? { state: 'incomplete' as const, wanted, refused: [], kept: 0 }
        : { state: 'kept' as const, wanted: [], refused: [], kept: request.pictures.length }
    },
  }
  return { requests, client: { books } as unknown as Parameters<typeof sendPictures>[1]['client'] }
}

const send = ({ client }: ReturnType<typeof serverOf>, ignored: string[] = []) =>
  sendPictures(
    { root: folder.path, name: 'quay', from: undefined },
    {
      client,
      redactor: createRedactor({}),
      ignore: { isWhole: false, matches: (path) => ignored.includes(path) },
      signal: AbortSignal.timeout(10_000),
    },
  )

test('what notes show is sent, once, without what is to stay here', async () => {
  write('art/a.gif')
  write('art/kept.gif', Buffer.concat([GIF, Buffer.from('k')]))
  write('unseen.gif', Buffer.concat([GIF, Buffer.from('u')]))
  write('page.gif', '<html>')
  const server = serverOf([
    { note: 'notes/pier.md', target: '../art/a.gif', by_name: false },
    { note: 'notes/pier.md', target: 'kept.gif', by_name: true },
    { note: 'notes/pier.md', target: 'page.gif', by_name: true },
    { note: 'notes/pier.md', target: '../../etc/passwd.gif', by_name: false },
  ])
  expect(await send(server, ['art/kept.gif'])).toEqual({
    kept: 1,
    sent: 1,
    left_out: [{ path: 'page.gif', reason: 'type' }],
  })
  const sent = server.requests.flatMap(({ pictures }) => pictures)
  expect(new Set(sent.map(({ path }) => path))).toEqual(new Set(['art/a.gif']))
  server.requests.length = 0
  expect(await send(server, ['art/kept.gif'])).toMatchObject({ kept: 1, sent: 0 })
  expect(server.requests.flatMap(({ pictures }) => pictures)).toEqual([
    { path: 'art/a.gif', hash: expect.any(String) },
  ])
})

test('nothing is read or sent where the server wants no pictures', async () => {
  write('a.gif')
  const server = serverOf([{ note: 'n.md', target: 'a.gif', by_name: false }], false)
  expect(await send(server)).toBeUndefined()
  expect(server.requests).toEqual([])
})
