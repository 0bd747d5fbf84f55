import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import { contextQuerySchema, type MemoryId, searchQuerySchema } from '@teamlore/shared'
import { rememberRequestSchema } from '@teamlore/shared/memories'
import { whyQuerySchema } from '@teamlore/shared/why'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeOpenBooks } from '../books/open-books.ts'
import { makeGetContext } from '../context/get-context.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { openMemory } from '../records/memory.record.ts'
import { makeSearchAsOf } from '../search/search-as-of.ts'
import { createSearchWorld, type SearchWorld } from '../search/testing/search-world.ts'
import { buildSession } from '../testing/ingest-builders.ts'
import { makeGetWhy } from '../why/get-why.ts'
import { makeGetMemory } from './get-memory.ts'
import { makeListMemories } from './list-memories.ts'
import { makeRemember } from './remember.ts'
import { makeReviewMemories } from './review-memories.ts'
import { makeSettlePair } from './settle-pair.ts'
import { makeUpdateMemory } from './update-memory.ts'

let database: TestDatabase
let world: SearchWorld
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  world = await createSearchWorld(database.engine)
  await world.send(buildSession())
})
afterAll(() => database[Symbol.asyncDispose]())

const FOUND = 'Returned shoes are on sale again within a minute.'
const BESIDE = 'What customers send back waits for the nightly count.'
const SINCE = '2026-01-03T00:00:00.000Z'

const deps = () => ({ unitOfWork: world.unitOfWork })
const say = (statement: string, more: object = {}, as: TeamScope<'member'> = world.scope) =>
  makeRemember(deps())(
    as,
    rememberRequestSchema.parse({ statement, project: 'parser', valid_from: SINCE, ...more }),
  )
/** As the comparison of a language model leaves them. */
const contradict = (from: { id: string }, to: { id: string }) =>
  world.unitOfWork.inTeam(world.systemScope, ({ memories }) =>
    memories.relate({
      from_id: from.id as MemoryId,
      to_id: to.id as MemoryId,
      type: 'contradicts',
      status: 'held',
      reason: '',
      confidence: 0.9,
      created_by: null,
      created_at: SINCE,
      private_to: null,
    }),
  )
const pair = async (more: object = {}) => {
  const found = await say(FOUND, { anchors: [{ path: 'src/shoes.ts' }] })
  const beside = await say(BESIDE, more)
  await contradict(beside, found)
  return { found, beside, side: { id: beside.id, statement: BESIDE, since: SINCE } }
}
const sentence = ({ id }: { id: string }) =>
  `Contradicted by “${BESIDE.slice(0, -1)}” since 2026-01-03 (${id}); nobody has decided.`
const ask = (q: string, more: object = {}) => world.ask(q, { scope: 'knowledge', ...more })
const sidesOf = async (id: string, as: TeamScope = world.scope) =>
  (await makeGetMemory(deps())(as, { id })).contradicted_by
const listed = async (more: object) => {
  const { items } = await makeListMemories(deps())(world.scope, { q: FOUND, limit: 5, ...more })
  return items
}
const opened = (id: string) =>
  world.unitOfWork.inTeam(world.scope, (repos) => openMemory(repos, id))

const FORMATS = ['markdown', 'xml', 'json'] as const
const spelled = (text: string, format: (typeof FORMATS)[number]) =>
  format === 'json' ? text.replaceAll('\\"', '"') : text

describe('what contradicts a memory', () => {
  test('is on the hit that was found, and takes no place among the hits', async () => {
    const { found, side } = await pair()
    const { items } = await ask('returned shoes on sale', { limit: 1 })
    expect(items).toMatchObject([{ id: found.id, contradicted_by: [side] }])
    expect(await sidesOf(found.id)).toEqual([side])
    expect(await listed({})).toMatchObject([{ contradicted_by: [side] }])
    expect(await listed({ as_of: '2030-01-01' })).toMatchObject([{ contradicted_by: [] }])
    expect((await opened(found.id))?.text).toContain(sentence(side))
  })

  test('is said by each of two that are found', async () => {
    const { found, beside } = await pair()
    const { items } = await ask('returned shoes, or what customers send back')
    expect(
      items.map(({ id, contradicted_by = [] }) => [id, contradicted_by[0]?.id]).sort(),
    ).toEqual(
      [
        [found.id, beside.id],
        [beside.id, found.id],
      ].sort(),
    )
  })

  test.each(FORMATS)('is shown by `why` with what is about the file, in %s', async (format) => {
    const { found, side } = await pair()
    const query = { project: 'parser', path: 'src/shoes.ts', format, budget_tokens: 300 }
    const why = await makeGetWhy({ ...deps(), openBooks: makeOpenBooks(deps()) })(
      world.scope,
      whyQuerySchema.parse(query),
    )
    expect(why.included.map(({ id }) => id)).toEqual([found.id])
    expect(spelled(why.text, format)).toContain(
      format === 'json' ? JSON.stringify({ contradicted_by: [side] }).slice(1, -1) : sentence(side),
    )
    expect(why.tokens).toBeLessThanOrEqual(300)
  })

  test.each(FORMATS)('is shown by a brief, within its budget, in %s', async (format) => {
    const { found, side } = await pair({ project: undefined })
    for (const budget_tokens of [150, 200, 600]) {
      const query = { project: 'parser', q: 'returned shoes', format, budget_tokens }
      const brief = await makeGetContext({ ...deps(), search: world.search })(
        world.scope,
        contextQuerySchema.parse(query),
      )
      expect(brief.tokens).toBeLessThanOrEqual(budget_tokens)
      const ids = brief.included.map(({ id }) => id)
      if (!ids.includes(found.id)) continue
      expect(brief.text).toContain(side.id)
      // Where both are shown, neither says the words of the other again.
      const said = brief.text.split(BESIDE.slice(0, -1)).length - 1
      if (format !== 'json') expect(said).toBeLessThanOrEqual(1)
      if (budget_tokens === 600) expect(said).toBeGreaterThanOrEqual(1)
    }
  })

  test('is said once where a brief shows both', async () => {
    const { found, beside } = await pair()
    const { text, included } = await makeGetContext(deps())(
      world.scope,
      contextQuerySchema.parse({ project: 'parser' }),
    )
    expect(included.map(({ id }) => id)).toEqual(expect.arrayContaining([found.id, beside.id]))
    expect(text).toContain(`Contradicted by ${beside.id}, which is shown here too`)
    expect(text).not.toContain(`“${BESIDE.slice(0, -1)}”`)
  })

  test('is left out as of a time, when it was perhaps not known', async () => {
    const { found } = await pair()
    const search = makeSearchAsOf({ ...deps(), search: world.search })
    const query = { q: 'returned shoes on sale', scope: 'knowledge', as_of: '2030-01-01' }
    const { items } = await search(world.scope, searchQuerySchema.parse(query))
    expect(items.find(({ id }) => id === found.id)).not.toHaveProperty('contradicted_by')
  })

  test('is shown in few words where it is long', async () => {
    const { found } = await pair()
    const long = `Shoes are counted ${'and counted again by somebody else '.repeat(25)}at night.`
    await contradict(await say(long), found)
    const { text = '' } = (await opened(found.id)) ?? {}
    expect(text).toMatch(/“Shoes are counted [^”]*\w…” since/)
    expect(text.length).toBeLessThan(900)
    expect((await sidesOf(found.id)).map(({ statement }) => statement)).toContain(long)
  })

  test.each(FORMATS)('loses its words before its memory is left out, in %s', async (format) => {
    const { found } = await pair()
    const more = []
    for (const when of ['noon', 'dusk']) {
      more.push(
        await say(`${`Every ${when} somebody counts shoes and boxes of `.repeat(7)}${when}.`),
      )
      await contradict(more.at(-1) ?? found, found)
    }
    const why = await makeGetWhy({ ...deps(), openBooks: makeOpenBooks(deps()) })(
      world.scope,
      whyQuerySchema.parse({ project: 'parser', path: 'src/shoes.ts', format, budget_tokens: 350 }),
    )
    const brief = await makeGetContext({ ...deps(), search: world.search })(
      world.scope,
      contextQuerySchema.parse({
        project: 'parser',
        q: FOUND,
        format,
        budget_tokens: format === 'json' ? 300 : 230,
      }),
    )
    for (const { text, tokens, included } of [why, brief]) {
      expect(tokens).toBeLessThanOrEqual(350)
      expect(included.map(({ id }) => id)).toContain(found.id)
      for (const { id } of more) expect(text).toContain(id)
      expect(text).not.toContain('Every noon')
    }
  })

  test('is not shown more than three', async () => {
    const { found } = await pair()
    for (const day of ['Monday', 'Tuesday', 'Friday'])
      await contradict(await say(`Shoes of ${day} are counted by ${day}'s crew alone.`), found)
    expect(await sidesOf(found.id)).toHaveLength(3)
  })
})

describe('nothing contradicts a memory any more', () => {
  const settle = (decision: 'both' | 'replaces') => (found: string, beside: string) =>
    makeSettlePair(deps())(world.scope, { keep: found, other: beside, decision, reason: '' })
  const review = (decision: 'reject' | 'archive') => (_: string, beside: string) =>
    makeReviewMemories(deps())(world.scope, { ids: [beside], decision, reason: 'no' })
  const supersede = (_: string, beside: string) =>
    makeUpdateMemory(deps())(world.scope, {
      id: beside,
      request: { action: 'supersede', statement: 'It waits no more.', reason: '' },
    })

  test.each([
    ['a person says that both hold', settle('both')],
    ['a person says which holds', settle('replaces')],
    ['the other is rejected', review('reject')],
    ['the other is put away', review('archive')],
    ['the other gave its place to a newer one', supersede],
  ])('once %s', async (_, act) => {
    const { found, beside } = await pair()
    expect(await sidesOf(found.id)).toHaveLength(1)
    await act(found.id, beside.id)
    expect(await sidesOf(found.id)).toEqual([])
    expect(await sidesOf(beside.id)).toEqual([])
    expect((await ask('returned shoes on sale')).items[0]).not.toHaveProperty('contradicted_by')
    expect((await opened(found.id))?.text).not.toContain('Contradicted')
  })

  test('where the other is a draft that nobody approved', async () => {
    const { found } = await pair({ draft: true })
    expect(await sidesOf(found.id)).toEqual([])
  })
})

describe('who may not read the other side', () => {
  const seenBy = async (as: TeamScope, found: string) => {
    const { items } = await world.search(
      as,
      searchQuerySchema.parse({ q: 'returned shoes on sale', scope: 'knowledge' }),
    )
    expect(items.map(({ id }) => id)).toContain(found)
    const why = await makeGetWhy({ ...deps(), openBooks: makeOpenBooks(deps()) })(
      as,
      whyQuerySchema.parse({ project: 'parser', path: 'src/shoes.ts' }),
    )
    const brief = await makeGetContext(deps())(as, contextQuerySchema.parse({}))
    return JSON.stringify([items, await sidesOf(found, as), why.text, brief.text])
  }

  test('learns nothing of what is private to somebody else', async () => {
    const { found, beside } = await pair()
    // The relation alone stays open: it is the memory that says who may read it.
    await readAsOwner(
      database.engine,
      `update teamlore.memories set private_to = '${world.member.userId}' where id = '${beside.id}' returning 1`,
    )
    const other = await world.person('Bea')
    expect(await seenBy(other, found.id)).not.toMatch(new RegExp(`${beside.id}|send back`))
    expect(await seenBy(world.scope, found.id)).toContain(beside.id)
  })

  test('learns nothing of a project that is closed to them', async () => {
    await world.send(
      buildSession({
        native_id: 'vault',
        project: {
          remote_url: 'https://git.test/acme/vault.git',
          root_commit: null,
          root_path: '/v',
        },
      }),
    )
    const { found, beside } = await pair({ project: 'vault' })
    await readAsOwner(
      database.engine,
      `update teamlore.projects set is_restricted = true where name like '%vault' returning 1`,
    )
    const other = await world.person('Bea')
    expect(await seenBy(other, found.id)).not.toMatch(new RegExp(`${beside.id}|send back`))
  })
})
