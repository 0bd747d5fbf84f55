import { readAsOwner } from '@teamlore/db/testing'
import { searchQuerySchema } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildSession } from '../testing/ingest-builders.ts'
import { makeSearch } from './search.ts'
import { CACHE, LOCKS } from './testing/sample-sessions.ts'
import {
  asks,
  createSearchWorld,
  NOW,
  type OwnSearchWorld,
  openSearchWorld,
  says,
} from './testing/search-world.ts'

let world: OwnSearchWorld

beforeAll(async () => {
  world = await openSearchWorld()
  await world.send(LOCKS, CACHE)
  await world.embed()
})
afterAll(() => world[Symbol.asyncDispose]())

describe('words that stand nowhere', () => {
  const notesOn = async (q: string) => (await world.ask(q)).notes.join()

  test('are named, with what that says of the hits', async () => {
    expect(await notesOn('lock zanzibarish')).toBe('Nothing here has "zanzibarish".')
    expect(await notesOn('isOwnerGone')).toBe('Nothing here has "isOwnerGone".')
    expect(await notesOn('zanzibarish quokkas')).toContain('"zanzibarish" or "quokkas"')
  })

  test('are not those that stand somewhere, as a part, in another form or apart', async () => {
    for (const q of [
      'why does locking use a file around',
      'lock',
      'locked',
      'isOwnerAlive',
      'owner-alive',
      'where is the lock',
    ])
      expect([q, await notesOn(q)]).toEqual([q, ''])
  })

  test('are answered about private sessions of others as about any that do not exist', async () => {
    const apart = await createSearchWorld(world.engine)
    await apart.send(
      buildSession({ native_id: 'own', messages: [asks(0, 'The wombatine launch')] }),
      buildSession({ native_id: 'other', messages: [says(0, 'A lock')] }),
    )
    await apart.count()
    expect((await apart.ask('wombatine lock')).notes).toEqual([])
    await readAsOwner(
      world.engine,
      `update teamlore.documents set private_to = 'usr_other' where body like '%wombatine%'`,
    )
    const { notes } = await apart.ask('wombatine lock')
    expect(notes).toEqual(['Nothing here has "wombatine".'])
  })

  test('leave what is near in meaning, and what is not is said to be loosely related', async () => {
    const near = await createSearchWorld(world.engine)
    await near.send(buildSession({ messages: [says(0, 'Tides rise and fall with the moon')] }))
    await near.embed()
    const similarity = async (wanted: number) => {
      const [stored] = await near.embedder.embed(['Tides rise and fall with the moon'], {
        mode: 'document',
      })
      const other = stored?.map((_, at) => (at === 0 ? 1 : 0)) ?? new Float32Array(64)
      const along = stored?.map(
        (value, at) => wanted * value + Math.sqrt(1 - wanted ** 2) * (other[at] ?? 0),
      )
      const embed = async () => [Float32Array.from(along ?? [])]
      const search = makeSearch({
        unitOfWork: near.unitOfWork,
        embedder: { ...near.embedder, embed },
        now: () => NOW,
      })
      return search(near.scope, searchQuerySchema.parse({ q: 'zanzibarish' }))
    }
    const far = await similarity(0.25)
    expect(far.items.map(({ match }) => match)).toEqual(['loose'])
    expect(far.nothing_known).toBe(true)
    expect(far.notes).toEqual([
      'Nothing here has "zanzibarish", or is near in meaning; what follows is only loosely related.',
    ])
    const close = await similarity(0.6)
    expect(close.items.map(({ match }) => match)).toEqual(['meaning'])
    expect(close.nothing_known).toBeUndefined()
    expect(close.notes).toEqual([
      'Nothing here has "zanzibarish"; what was found is only near in meaning.',
    ])
  })

  test('are not asked for by signs alone', async () => {
    for (const q of ['--', '*', '%_%%', '((((', '-*']) {
      const { items, notes } = await world.ask(q)
      expect(items.length, q).toBeGreaterThan(0)
      expect(notes, q).toEqual([
        `There is no word in "${q === '-*' ? '*' : q}".`,
        'Nothing else was asked for, so these are the newest entries.',
      ])
    }
    expect((await world.ask('* tool:codex')).notes).toEqual(['There is no word in "*".'])
  })

  test('are not asked for by what is too long for a word, and a note says so', async () => {
    const note = 'A word of more than 1,000 characters was left out.'
    expect((await world.ask('b'.repeat(2_000))).notes).toEqual([
      note,
      'Nothing else was asked for, so these are the newest entries.',
    ])
    for (const long of ['b'.repeat(3_000), `-${'b'.repeat(1_001)}`, 'é'.repeat(1_001)])
      expect((await world.ask(`lock ${long}`)).notes).toEqual([note])
    const pairs = await world.ask(`lock ${'日本'.repeat(600)} ${'b'.repeat(1_000)}`)
    expect(pairs.notes).not.toContain(note)
  })
})

test('what came in a moment ago and has every word stands above what is merely near', async () => {
  const fresh = await createSearchWorld(world.engine)
  await fresh.send(
    buildSession({
      native_id: 'old',
      messages: Array.from({ length: 12 }, (_, n) => says(n, `The token expires, case ${n}`)),
    }),
  )
  await fresh.embed()
  await fresh.send(
    buildSession({
      native_id: 'new',
      messages: [
        says(
          0,
          'Somebody saw that the glimmerfox token never expires after the hour, and wrote it up',
        ),
      ],
    }),
  )
  const { items } = await fresh.ask('glimmerfox token expires')
  expect(items[0]?.snippet.text).toContain('glimmerfox')
})

test('one session leaves room for others on a page, unless it was asked for alone', async () => {
  const crowded = await createSearchWorld(world.engine)
  const talk = (n: number) =>
    says(
      n,
      `Berth ${'abcdefghijklmnopqrstuvwxyz'[n]} of the harbour has its own tide table and keeper`,
    )
  await crowded.send(
    buildSession({ native_id: 'loud', messages: Array.from({ length: 24 }, (_, n) => talk(n)) }),
    ...Array.from({ length: 6 }, (_, n) =>
      buildSession({
        native_id: `quiet-${n}`,
        messages: [
          says(
            0,
            `Of the tide table of the harbour the keeper of berth number ${n} said a little in passing`,
          ),
        ],
      }),
    ),
  )
  const counts = async (q: string) => {
    const { items } = await crowded.ask(q, { limit: 20 })
    const sessions = items.map(({ session_id }) => session_id)
    return {
      all: sessions.length,
      most: Math.max(...sessions.map((one) => sessions.filter((other) => other === one).length)),
      items,
    }
  }
  const spread = await counts('berth harbour tide table keeper')
  expect(spread.all).toBe(20)
  expect(spread.most).toBeLessThan(20)
  expect(spread.items.some(({ score_parts }) => score_parts.priors['session'] !== undefined)).toBe(
    true,
  )
  const [loud] = spread.items
  const alone = await counts(`berth harbour tide table keeper session:${loud?.session_id}`)
  expect(alone.items.some(({ score_parts }) => score_parts.priors['session'] !== undefined)).toBe(
    false,
  )
})

test('who wants one hit gets the first of many, and pages part one list', async () => {
  const other = await createSearchWorld(world.engine)
  const day = (n: number, words: string) =>
    buildSession({
      native_id: `day-${n}`,
      messages: [
        { ...says(0, words), ts: new Date(NOW.getTime() - (9 - n) * 86_400_000).toISOString() },
      ],
    })
  await other.send(
    day(1, 'Dashboards are built in Metabase.'),
    day(2, 'The finance dashboard is built for the board only.'),
    day(3, 'Dashboards are built in Superset, it hides rows.'),
  )
  await other.count()
  const page = async (limit: number, cursor?: string) => {
    const { items, next_cursor } = await other.ask('Dashboards are built in what?', {
      limit,
      cursor,
    })
    return { ids: items.map(({ id }) => id), next: next_cursor ?? undefined }
  }
  const all = (await page(10)).ids
  expect(all.length).toBeGreaterThan(2)
  expect((await page(1)).ids).toEqual(all.slice(0, 1))
  const first = await page(2)
  expect([...first.ids, ...(await page(2, first.next)).ids]).toEqual(all.slice(0, 4))
})
