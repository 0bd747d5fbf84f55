import { createHash } from 'node:crypto'
import { readAsOwner } from '@teamlore/db/testing'
import type { KeepBookPicturesResponse } from '@teamlore/shared/books'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bookOf } from '../../testing/book-rows.ts'
import { bearer } from '../../testing/edge-app.ts'
import { openWorld, type World, type WorldTeam } from '../../testing/world.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const GIF = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64')
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const note = (title: string, body: string, more = ''): string =>
  `---\ntitle: ${title}\ntype: part\n${more}---\n${body}\n`

describe('pictures of a lorebook', () => {
  let world: World
  let us: WorldTeam
  let them: WorldTeam
  beforeAll(async () => {
    world = await openWorld()
    them = await world.addTeam('Eve')
  })
  afterAll(() => world[Symbol.asyncDispose]())
  beforeEach(async () => {
    us = await world.addTeam('Ann')
  })

  const post = (path: string, payload: object, key = us.keys.member) =>
    world.app.inject({
      method: 'POST',
      url: `/v1/books/heron/${path}`,
      headers: bearer(key),
      payload,
    })

  const ingest = async (notes: Record<string, string>, more: object = {}, key = us.keys.member) => {
    const book = bookOf()
    const files = Object.entries(notes).map(([path, text]) => ({
      path,
      text,
      hash: hashOf(Buffer.from(text)),
    }))
    const answer = await post('ingest', { ...book, files, allow_deletions: true, ...more }, key)
    expect(answer.json(), answer.body).toMatchObject({ wanted: [] })
  }

  /** As the command does: the list, the bytes that are wanted, the list again. */
  const keep = async (
    files: Record<string, Buffer>,
    claimed: Record<string, string> = {},
  ): Promise<KeepBookPicturesResponse> => {
    const pictures = Object.entries(files).map(([path, bytes]) => ({
      path,
      hash: claimed[path] ?? hashOf(bytes),
    }))
    const first = (await post('pictures', { pictures })).json()
    if (first.state === 'kept') return first
    const sent = await post('pictures', {
      has_more: true,
      pictures: pictures.map(({ path, hash }) => ({
        path,
        hash,
        data: files[path]?.toString('base64'),
      })),
    })
    const { refused } = sent.json()
    const again = (await post('pictures', { pictures })).json()
    return { ...again, refused: [...refused, ...again.refused] }
  }

  const get = (
    { name = 'map.png', of = 'plan/pump.md' }: { name?: string; of?: string } = {},
    { key = us.keys.viewer, headers = {} }: { key?: string; headers?: object } = {},
  ) =>
    world.app.inject({
      url: `/v1/books/heron/picture?${new URLSearchParams({ note: of, name })}`,
      headers: { ...bearer(key), ...headers },
    })

  test('are shown to whom sees the note, kept by their hash and asked for each time', async () => {
    await ingest({ 'plan/pump.md': note('Pump', '![the map](img/map.png) ![[Tiny.GIF]]') })
    expect(await keep({ 'plan/img/map.png': PNG, 'art/tiny.gif': GIF })).toMatchObject({
      state: 'kept',
      kept: 2,
      refused: [],
    })
    const answer = await get({ name: 'img/map.png' })
    expect(answer.rawPayload.equals(PNG)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      etag: `"${hashOf(PNG)}"`,
    })
    expect((await get({ name: 'tiny.gif' })).headers['content-type']).toBe('image/gif')
    const had = { headers: { 'if-none-match': `"${hashOf(PNG)}"` } }
    expect((await get({ name: 'img/map.png' }, had)).statusCode).toBe(304)
    expect((await get({ name: 'img/map.png' }, { ...had, key: them.keys.owner })).statusCode).toBe(
      404,
    )
    const listed = await world.app.inject({
      url: '/v1/books/heron/pictures',
      headers: bearer(us.keys.viewer),
    })
    expect(listed.json().items[0]).toMatchObject({
      note: 'plan/pump.md',
      target: 'img/map.png',
      hash: hashOf(PNG),
    })
  })

  test('of a note that is hidden are not there, for a picture that another note shows neither', async () => {
    const { schema } = bookOf()
    const owner = us.keys.owner
    await ingest(
      {
        'plan/pump.md': note('Pump', 'Nothing to see.'),
        'plan/shade.md': note('Shade', '![](map.png)', 'seen: few\n'),
      },
      {
        schema: `${schema.replace(
          'default: live }\n',
          'default: live }\n      - { name: seen, type: enum, values: [all, few], default: all }\n',
        )}visibility: { property: seen, needs: { few: owner } }\n`,
      },
      owner,
    )
    const pictures = [{ path: 'plan/map.png', hash: hashOf(PNG) }]
    expect((await post('pictures', { pictures })).statusCode).toBe(403)
    const data = PNG.toString('base64')
    const more = { has_more: true, pictures: pictures.map((one) => ({ ...one, data })) }
    expect((await post('pictures', more, owner)).json()).toMatchObject({ refused: [] })
    expect((await post('pictures', { pictures }, owner)).json()).toMatchObject({
      state: 'kept',
      kept: 1,
    })
    const hidden = { of: 'plan/shade.md' }
    expect((await get(hidden, { key: owner })).statusCode).toBe(200)
    expect((await get(hidden)).statusCode).toBe(404)
    expect((await get()).statusCode).toBe(404)
    expect((await get({ name: 'plan/map.png' })).statusCode).toBe(404)
    const listed = await world.app.inject({
      url: '/v1/books/heron/pictures',
      headers: bearer(us.keys.viewer),
    })
    expect(listed.json().items).toEqual([])
  })

  test('that are something else, too large or said to be others are refused', async () => {
    const names = ['page.png', 'large.png', 'other.png', 'draw.png', 'draw.svg']
    await ingest({ 'plan/pump.md': note('Pump', names.map((name) => `![](${name})`).join(' ')) })
    const large = Buffer.concat([PNG, Buffer.alloc(5 * 1024 * 1024 + 1 - PNG.length)])
    const answer = await keep(
      {
        'plan/page.png': Buffer.from('<!doctype html><script>alert(1)</script>'),
        'plan/large.png': large,
        'plan/other.png': PNG,
        'plan/draw.png': SVG,
        'plan/draw.svg': SVG,
      },
      { 'plan/other.png': hashOf(GIF) },
    )
    expect(answer.refused.map(({ path, reason }) => [path, reason])).toEqual(
      expect.arrayContaining([
        ['plan/page.png', 'type'],
        ['plan/large.png', 'size'],
        ['plan/other.png', 'hash'],
        ['plan/draw.png', 'type'],
      ]),
    )
    const stored = await readAsOwner(
      world.engine,
      `select media_type from teamlore.book_pictures where team_id = '${us.teamId}'`,
    )
    expect(stored).toEqual([{ media_type: 'image/svg+xml' }])
    expect(await keep({ 'plan/draw.svg': SVG })).toMatchObject({ state: 'kept', kept: 1 })
    const drawing = await get({ name: 'draw.svg' })
    expect(drawing.headers).toMatchObject({
      'content-disposition': expect.stringContaining('attachment'),
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    // The same bytes under the name of a photograph are no picture either.
    expect((await keep({ 'plan/draw.svg': SVG, 'plan/draw.png': SVG })).refused).toEqual([
      { path: 'plan/draw.png', reason: 'type' },
    ])
  })

  test('that no note shows, or that lie outside of the book, are refused', async () => {
    await ingest({ 'plan/pump.md': note('Pump', '![](map.png) ![](../../up.png)') })
    const answer = await keep({
      'plan/map.png': PNG,
      'plan/unseen.png': GIF,
      '../up.png': GIF,
      '/etc/up.png': GIF,
      'plan/../plan/map.png': PNG,
      'plan/pump.md': GIF,
    })
    expect(answer).toMatchObject({ state: 'kept', kept: 1 })
    expect(answer.refused.map(({ reason }) => reason).sort()).toEqual([
      'not_shown',
      'path',
      'path',
      'path',
      'path',
    ])
  })

  test('are taken only where lorecraft.yaml has it so, and go when it no longer has', async () => {
    const notes = { 'plan/pump.md': note('Pump', '![](map.png)') }
    await ingest(notes)
    await keep({ 'plan/map.png': PNG })
    const { project } = bookOf()
    await ingest(notes, { project: project.replace('images: true\n', '') })
    expect((await get()).statusCode).toBe(404)
    expect((await post('pictures', { pictures: [] })).json().error.code).toBe('book.pictures_off')
    expect(
      await readAsOwner(
        world.engine,
        `select hash from teamlore.book_pictures where team_id = '${us.teamId}'`,
      ),
    ).toEqual([])
  })

  test('from another branch than the book are refused', async () => {
    const from = { repository: 'example.com/a/b', branch: 'main', is_default_branch: true }
    await ingest({ 'plan/pump.md': note('Pump', '![](map.png)') }, { from })
    const sent = { pictures: [], from: { ...from, branch: 'other' } }
    expect((await post('pictures', sent)).json().error.code).toBe('book.pictures_elsewhere')
  })

  test('come back with the generation that showed them', async () => {
    await ingest({ 'plan/pump.md': note('Pump', '![](map.png)') })
    await keep({ 'plan/map.png': PNG })
    await ingest({ 'plan/pump.md': note('Pump', 'No picture.') })
    expect(await keep({})).toMatchObject({ state: 'kept', kept: 0 })
    expect((await get()).statusCode).toBe(404)
    expect((await post('undo', {})).statusCode).toBe(200)
    expect((await get()).rawPayload.equals(PNG)).toBe(true)
    expect((await post('pictures', { pictures: [] })).json()).toMatchObject({ state: 'kept' })
    expect((await get()).statusCode).toBe(200)
  })
})
