import { readAsOwner } from '@teamlore/db/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { GIF, hashOf, note, PNG, pictureBook, SVG } from '../../testing/picture-book.ts'
import { openWorld, type World, type WorldTeam } from '../../testing/world.ts'

describe('pictures that a lorebook does not take', () => {
  let world: World
  let us: WorldTeam
  let book: ReturnType<typeof pictureBook>
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world[Symbol.asyncDispose]())
  beforeEach(async () => {
    us = await world.addTeam('Ann')
    book = pictureBook(world, us)
  })

  test('that are something else, too large or said to be others are refused', async () => {
    const names = ['page.png', 'large.png', 'other.png', 'draw.png', 'draw.svg']
    await book.ingest({
      'plan/pump.md': note('Pump', names.map((name) => `![](${name})`).join(' ')),
    })
    const large = Buffer.concat([PNG, Buffer.alloc(5 * 1024 * 1024 + 1 - PNG.length)])
    const answer = await book.keep(
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
    expect(await book.keep({ 'plan/draw.svg': SVG })).toMatchObject({ state: 'kept', kept: 1 })
    const drawing = await book.get({ name: 'draw.svg' })
    expect(drawing.headers).toMatchObject({
      'content-disposition': expect.stringContaining('attachment'),
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    // The same bytes under the name of a photograph are no picture either.
    expect((await book.keep({ 'plan/draw.svg': SVG, 'plan/draw.png': SVG })).refused).toEqual([
      { path: 'plan/draw.png', reason: 'type' },
    ])
  })

  test('that no note shows, or that lie outside of the book, are refused', async () => {
    await book.ingest({ 'plan/pump.md': note('Pump', '![](map.png) ![](../../up.png)') })
    const answer = await book.keep({
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

  test('from another branch than the book are refused', async () => {
    const from = { repository: 'example.com/a/b', branch: 'main', is_default_branch: true }
    await book.ingest({ 'plan/pump.md': note('Pump', '![](map.png)') }, { from })
    const sent = { pictures: [], from: { ...from, branch: 'other' } }
    expect((await book.post('pictures', sent)).json().error.code).toBe('book.pictures_elsewhere')
  })
})
