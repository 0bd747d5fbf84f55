import { readAsOwner } from '@teamlore/db/testing'
import { type SearchResponse, searchQuerySchema, searchResponseSchema } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildSession } from '../testing/ingest-builders.ts'
import { MAX_SUGGESTED_CHARS } from './query/suggest-query.ts'
import { CACHE, LOCKS } from './testing/sample-sessions.ts'
import {
  asks,
  createSearchWorld,
  type OwnSearchWorld,
  openSearchWorld,
  type SearchWorld,
  says,
} from './testing/search-world.ts'

let world: OwnSearchWorld

const kindsOf = ({ items }: SearchResponse) => items.map(({ kind, type }) => type ?? kind)

beforeAll(async () => {
  world = await openSearchWorld()
  await world.send(LOCKS, CACHE)
})
afterAll(() => world[Symbol.asyncDispose]())

describe('before anything is counted or embedded', () => {
  test('what matched is marked in titles as well, and nothing is said where nothing did', async () => {
    const { items } = await world.ask('crash start nonsense')
    const asked = items.find(({ title }) => title.startsWith('Why does a second start'))
    const marked = asked?.title_highlights?.map(([from, to]) => asked.title.slice(from, to))
    expect(marked).toEqual(['start', 'crash'])
    const silent = items.filter((hit) => !/crash|start/i.test(hit.title))
    expect(silent.every((hit) => !('title_highlights' in hit))).toBe(true)
    expect((await world.ask('type:prompt')).items[0]).not.toHaveProperty('title_highlights')
  })

  test('messages are found by their words, with what matched marked', async () => {
    const answer = await world.ask('boot id')
    const [first] = answer.items
    expect(first?.snippet.text).toContain('compare the boot id')
    const marked = first?.snippet.highlights.map(([from, to]) => first.snippet.text.slice(from, to))
    expect(marked).toEqual(['boot', 'id'])
    expect(first?.url).toMatch(/^\/sessions\/ses_\w+#msg_\w+$/)
    expect(first?.author?.name).toBe('Ann')
    expect(searchResponseSchema.parse(answer)).toEqual(answer)
  })

  test('an identifier finds the text that has it, by an arm of its own', async () => {
    const answer = await world.ask('ERR_LOCK_HELD')
    expect(answer.items[0]?.snippet.text).toContain('ERR_LOCK_HELD')
    expect(answer.items[0]?.score_parts.exact?.rank).toBe(1)
    expect(answer.arms).toContain('exact')
  })

  test('the end of a path finds the call that touched it', async () => {
    const { items } = await world.ask('engine/directory-lock.ts')
    expect(items[0]?.snippet.text).toContain('directory-lock.ts')
  })

  test('tool output comes after what people and models said, however often it says a word', async () => {
    const kinds = kindsOf(await world.ask('lock'))
    expect(kinds).toContain('tool_result')
    expect(kinds.indexOf('tool_result')).toBeGreaterThan(kinds.indexOf('assistant'))
  })

  test('what was rewound or injected is not found', async () => {
    expect((await world.ask('zanzibar')).items).toEqual([])
  })
})

describe('a slip of the keys', () => {
  let counted: SearchWorld
  beforeAll(async () => {
    counted = await createSearchWorld(world.engine)
    await counted.send(LOCKS, CACHE)
    await counted.count()
  })

  test('is answered with the question as it was probably meant', async () => {
    expect((await counted.ask('wher is the lokc of the directroy')).did_you_mean).toBe(
      'wher is the lock of the directory',
    )
  })

  test.each([
    // A slip in the ending changes the stem, one at the beginning the first letters.
    ['directoyr', 'directory'],
    ['idrectory', 'directory'],
    ['comparee', 'compare'],
    ['decidde', 'decided'],
    ['tabel', 'table'],
    // Stands in a path alone.
    ['engien', 'engine'],
    // Names are shown as they are written.
    ['why isOwnerAilve', 'why isOwnerAlive'],
    ['isownerallive', 'isOwnerAlive'],
  ])('%s is answered with %s, in the form nearest to what was typed', async (q, meant) => {
    expect((await counted.ask(q)).did_you_mean).toBe(meant)
  })

  test('is not seen in words that stand somewhere and in what is too short', async () => {
    for (const q of [
      'lock directory',
      'type:promtp lock',
      'lck',
      'a_lc',
      'isOwnerAlive',
      'qqqqqqqq',
    ])
      expect([q, (await counted.ask(q)).did_you_mean]).toEqual([q, undefined])
  })

  test('is not repeated in a question so long that it would come back as a text', async () => {
    const filled = (chars: number) => 'lokc '.padEnd(chars, 'directory ')
    expect((await counted.ask(filled(MAX_SUGGESTED_CHARS))).did_you_mean).toMatch(/^lock directory/)
    expect((await counted.ask(filled(MAX_SUGGESTED_CHARS + 1))).did_you_mean).toBeUndefined()
  })

  test('never returns a word that stands in private sessions of others alone', async () => {
    await counted.send(
      buildSession({ native_id: 'own', messages: [asks(0, 'The wombatine launch is a secret')] }),
    )
    await counted.count()
    expect((await counted.ask('wombatime')).did_you_mean).toBe('wombatine')
    await readAsOwner(
      world.engine,
      `update teamlore.documents set private_to = 'usr_other' where body like '%wombatine%'`,
    )
    expect((await counted.ask('wombatime')).did_you_mean).toBeUndefined()
  })
})

describe('who sees what', () => {
  test('another team finds nothing of ours', async () => {
    const other = await createSearchWorld(world.engine)
    expect((await other.ask('lock')).items).toEqual([])
    expect((await other.ask('type:prompt')).items).toEqual([])
  })

  test('what is private to somebody is found by nobody else, by words or by meaning', async () => {
    const apart = await createSearchWorld(world.engine)
    await apart.send(
      buildSession({
        native_id: 'secret',
        messages: [asks(0, 'The quokka plan stays between us')],
      }),
    )
    await apart.embed()
    for (const table of ['sessions', 'messages', 'documents']) {
      await readAsOwner(
        world.engine,
        `update teamlore.${table} set private_to = '${apart.member.userId}' where team_id = '${apart.team.teamId}'`,
      )
    }
    const colleague = await apart.person('Bo')
    expect((await apart.ask('quokka plan')).items).toHaveLength(1)
    expect(
      (await apart.search(colleague, searchQuerySchema.parse({ q: 'quokka plan' }))).items,
    ).toEqual([])
    expect(
      (await apart.search(colleague, searchQuerySchema.parse({ q: 'type:prompt' }))).items,
    ).toEqual([])
  })
})

describe('pages', () => {
  let many: SearchWorld

  beforeAll(async () => {
    many = await createSearchWorld(world.engine)
    const subjects = Array.from(
      { length: 30 },
      (_, n) => `walrus number ${n} likes ${'abcdefghij'[n % 10]}${n} and ${n * 7} herrings a day`,
    )
    await many.send(
      buildSession({ native_id: 'many', messages: subjects.map((words, n) => says(n, words)) }),
    )
  })

  test('follow each other without gap or repetition', async () => {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: SearchResponse = await many.ask('walrus', { limit: 7, ...(cursor && { cursor }) })
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.next_cursor
    } while (cursor !== null)
    expect(seen).toHaveLength(30)
    expect(new Set(seen).size).toBe(30)
  })

  test('end with a word about it where more was found than can be weighed', async () => {
    const endsWith = async (q: string) => (await many.ask(q, { limit: 100 })).notes.join(' ')
    expect(await endsWith('walrus')).not.toContain('best of many')
    const crowd = Array.from({ length: 130 }, (_, n) =>
      says(n, `puffin number ${n} flies ${n * 3} miles to island ${'abcdefghij'[n % 10]}${n}`),
    )
    await many.send(buildSession({ native_id: 'crowd', messages: crowd }))
    const first = await many.ask('puffin', { limit: 100 })
    expect(first.notes.join(' ')).not.toContain('best of many')
    const last = await many.ask('puffin', { limit: 100, cursor: first.next_cursor ?? '' })
    expect(last.next_cursor).toBeNull()
    expect(last.notes.join(' ')).toContain('best of many')
  })

  test('of another question are refused', async () => {
    const { next_cursor } = await many.ask('walrus', { limit: 7 })
    await expect(
      many.ask('herrings', { limit: 7, cursor: next_cursor ?? '' }),
    ).rejects.toMatchObject({ code: 'cursor.invalid' })
    await expect(many.ask('walrus', { cursor: 'nonsense' })).rejects.toMatchObject({
      code: 'cursor.invalid',
    })
  })
})

test('what repeats a better hit is left out, and a source stands once however many of its chunks match', async () => {
  const repeated = await createSearchWorld(world.engine)
  const words =
    'The narwhal build needs the linker flag before the library path, or it fails on old machines.'
  const long = Array.from(
    { length: 60 },
    (_, n) => `Paragraph ${n} about the narwhal build and what it needs at step ${n}.`,
  ).join('\n\n')
  await repeated.send(
    buildSession({ native_id: 'a', messages: [says(0, words)] }),
    buildSession({ native_id: 'b', kind: 'fork', messages: [says(0, words), says(1, long)] }),
  )
  const { items } = await repeated.ask('narwhal build')
  expect(items).toHaveLength(2)
})

test('what is superseded stands behind all that is current, and only where it was asked for', async () => {
  const aged = await createSearchWorld(world.engine)
  await aged.send(
    buildSession({
      native_id: 'aged',
      messages: [
        says(0, 'ocelot ocelot ocelot policy ocelot'),
        says(1, 'One of the newer rules mentions an ocelot in passing, among many other animals.'),
      ],
    }),
  )
  await readAsOwner(
    world.engine,
    `update teamlore.documents set status = 'superseded' where team_id = '${aged.team.teamId}' and body like 'ocelot ocelot%'`,
  )
  expect((await aged.ask('ocelot policy')).items.map(({ status }) => status)).toEqual(['current'])
  const both = await aged.ask('ocelot policy', { include_superseded: true })
  expect(both.items.map(({ status }) => status)).toEqual(['current', 'superseded'])
})
