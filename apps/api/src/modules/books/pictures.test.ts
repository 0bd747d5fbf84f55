import { readAsOwner } from '@teamlore/db/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bookOf } from '../../testing/book-rows.ts'
import { bearer } from '../../testing/edge-app.ts'
import { GIF, hashOf, note, PNG, pictureBook } from '../../testing/picture-book.ts'
import { openWorld, type World, type WorldTeam } from '../../testing/world.ts'

describe('pictures of a lorebook', () => {
  let world: World
  let us: WorldTeam
  let them: WorldTeam
  let book: ReturnType<typeof pictureBook>
  beforeAll(async () => {
    world = await openWorld()
    them = await world.addTeam('Eve')
  })
  afterAll(() => world[Symbol.asyncDispose]())
  beforeEach(async () => {
    us = await world.addTeam('Ann')
    book = pictureBook(world, us)
  })

  test('are shown to whom sees the note, kept by their hash and asked for each time', async () => {
    await book.ingest({ 'plan/pump.md': note('Pump', '![the map](img/map.png) ![[Tiny.GIF]]') })
    expect(await book.keep({ 'plan/img/map.png': PNG, 'art/tiny.gif': GIF })).toMatchObject({
      state: 'kept',
      kept: 2,
      refused: [],
    })
    const answer = await book.get({ name: 'img/map.png' })
    expect(answer.rawPayload.equals(PNG)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      etag: `"${hashOf(PNG)}"`,
    })
    expect((await book.get({ name: 'tiny.gif' })).headers['content-type']).toBe('image/gif')
    const had = { headers: { 'if-none-match': `"${hashOf(PNG)}"` } }
    expect((await book.get({ name: 'img/map.png' }, had)).statusCode).toBe(304)
    expect(
      (await book.get({ name: 'img/map.png' }, { ...had, key: them.keys.owner })).statusCode,
    ).toBe(404)
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
    await book.ingest(
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
    expect((await book.post('pictures', { pictures })).statusCode).toBe(403)
    const data = PNG.toString('base64')
    const more = { has_more: true, pictures: pictures.map((one) => ({ ...one, data })) }
    expect((await book.post('pictures', more, owner)).json()).toMatchObject({ refused: [] })
    expect((await book.post('pictures', { pictures }, owner)).json()).toMatchObject({
      state: 'kept',
      kept: 1,
    })
    const hidden = { of: 'plan/shade.md' }
    expect((await book.get(hidden, { key: owner })).statusCode).toBe(200)
    expect((await book.get(hidden)).statusCode).toBe(404)
    expect((await book.get()).statusCode).toBe(404)
    expect((await book.get({ name: 'plan/map.png' })).statusCode).toBe(404)
    const listed = await world.app.inject({
      url: '/v1/books/heron/pictures',
      headers: bearer(us.keys.viewer),
    })
    expect(listed.json().items).toEqual([])
  })

  test('are taken only where lorecraft.yaml has it so, and go when it no longer has', async () => {
    const notes = { 'plan/pump.md': note('Pump', '![](map.png)') }
    await book.ingest(notes)
    await book.keep({ 'plan/map.png': PNG })
    const { project } = bookOf()
    await book.ingest(notes, { project: project.replace('images: true\n', '') })
    expect((await book.get()).statusCode).toBe(404)
    expect((await book.post('pictures', { pictures: [] })).json().error.code).toBe(
      'book.pictures_off',
    )
    expect(
      await readAsOwner(
        world.engine,
        `select hash from teamlore.book_pictures where team_id = '${us.teamId}'`,
      ),
    ).toEqual([])
  })

  test('come back with the generation that showed them', async () => {
    await book.ingest({ 'plan/pump.md': note('Pump', '![](map.png)') })
    await book.keep({ 'plan/map.png': PNG })
    await book.ingest({ 'plan/pump.md': note('Pump', 'No picture.') })
    expect(await book.keep({})).toMatchObject({ state: 'kept', kept: 0 })
    expect((await book.get()).statusCode).toBe(404)
    expect((await book.post('undo', {})).statusCode).toBe(200)
    expect((await book.get()).rawPayload.equals(PNG)).toBe(true)
    expect((await book.post('pictures', { pictures: [] })).json()).toMatchObject({ state: 'kept' })
    expect((await book.get()).statusCode).toBe(200)
  })
})
