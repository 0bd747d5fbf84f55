import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeBlameLines } from '../blame/blame-lines.ts'
import { makeGetInsights } from '../insights/get-insights.ts'
import { buildCommit, hashOfNumber } from '../testing/commit-builders.ts'
import { at, file, lines, openLinkingWorld } from './testing/linking-world.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const setUp = async () => {
  const world = await openLinkingWorld(database)
  const { unitOfWork } = world.team
  const blame = makeBlameLines({ unitOfWork })
  return {
    ...world,
    linked: async (n: number) => (await world.get(n)).sessions.map(({ session }) => session.id),
    blamed: async (n: number, prints: readonly string[]) => {
      const asked = prints.map((print) => ({ path: 'src/parser.ts', sha: hashOfNumber(n), print }))
      const { answers, lines: places } = await blame(world.scope, { lines: asked })
      return places.map((place) => answers[place]?.session?.id ?? answers[place]?.origin)
    },
    insights: () =>
      makeGetInsights({ unitOfWork, now: () => new Date(at(60)) })(world.scope, { days: 90 }),
  }
}

const FIRST = hashOfNumber(1)
const first = buildCommit(
  1,
  { parents: [], authored_at: at(1), committed_at: at(1) },
  file(lines('x')),
)

describe('a commit of a colleague that was pulled before this one was made', () => {
  test('does not hide who wrote the lines', async () => {
    const { write, commit, linked, get } = await setUp()
    const session = await write('writer', lines('a'), 10)
    await commit(first)
    await commit(buildCommit(13, { parents: [FIRST] }, file(lines('c'))))
    await commit(buildCommit(15, { parents: [hashOfNumber(13)] }, file(lines('a'))))
    expect(await linked(15)).toEqual([session])
    expect((await get(15)).sessions[0]?.confidence).toBeGreaterThan(0.8)
    expect(await linked(13)).toEqual([])
  })
})

describe('a commit that keeps the first author date', () => {
  /** The second session writes its own lines, and those of the first once more, as a whole file does. */
  const grown = async (isOriginalKnown: boolean) => {
    const world = await setUp()
    const one = await world.write('one', lines('a'), 5)
    await world.commit(first)
    if (isOriginalKnown) await world.commit(buildCommit(6, { parents: [FIRST] }, file(lines('a'))))
    const two = await world.write('two', [...lines('a'), ...lines('b', 20)], 20)
    return { ...world, one, two }
  }

  test('is of both sessions where it was amended, and blame leaves each its lines', async () => {
    const { commit, linked, blamed, one, two } = await grown(true)
    const amended = { parents: [FIRST], authored_at: at(6), committed_at: at(30) }
    await commit(buildCommit(30, amended, file([...lines('a'), ...lines('b', 20)])))
    expect((await linked(30)).toSorted()).toEqual([one, two].toSorted())
    expect(await blamed(30, lines('a'))).toEqual(lines('a').map(() => one))
    expect(await blamed(30, lines('b', 20))).toEqual(lines('b', 20).map(() => two))
  })

  test('is of the session that wrote after that date, too, where nothing else is known', async () => {
    const { commit, linked, two } = await grown(false)
    const amended = { parents: [FIRST], authored_at: at(6), committed_at: at(30) }
    await commit(buildCommit(30, amended, file(lines('b', 20))))
    expect(await linked(30)).toContain(two)
  })

  test('as a squash replaces its originals, none of which replaces it, and counts both sessions', async () => {
    const { commit, linked, get, blamed, insights, one, two } = await grown(true)
    await commit(buildCommit(22, { parents: [hashOfNumber(6)] }, file(lines('b', 20))))
    const squash = { parents: [FIRST], patch_id: null, authored_at: at(6), committed_at: at(30) }
    await commit(buildCommit(30, squash, file([...lines('a'), ...lines('b', 20)])))
    // The originals are looked at once more, as when a session comes in late.
    const originals = [hashOfNumber(6), hashOfNumber(22)]
    for (const n of [6, 22])
      await commit(
        buildCommit(
          n,
          {
            parents: [n === 6 ? FIRST : hashOfNumber(6)],
            noted_sessions: [{ tool: 'x', native_id: 'elsewhere-1234', by: 'git-ai' }],
          },
          file(n === 6 ? lines('a') : lines('b', 20)),
        ),
      )
    const { replaces, replaced_by } = await get(30)
    expect(replaces.map(({ sha }) => sha).toSorted()).toEqual(originals.toSorted())
    expect(replaced_by).toEqual([])
    expect((await get(22)).replaces).toEqual([])
    expect((await linked(30)).toSorted()).toEqual([one, two].toSorted())
    expect(await blamed(30, lines('a'))).toEqual(lines('a').map(() => one))
    expect(await blamed(30, lines('b', 20))).toEqual(lines('b', 20).map(() => two))
    const { commits, tools } = await insights()
    expect(commits).toMatchObject({ all: 2, with_session: 1 })
    expect(tools.map(({ sessions }) => sessions)).toEqual([2])
  })

  test('is looked at again when its second session comes in after it', async () => {
    const { write, commit, linked, relink } = await setUp()
    await commit(first)
    const amended = { parents: [FIRST], authored_at: at(6), committed_at: at(30) }
    await commit(buildCommit(30, amended, file(lines('b'))))
    expect(await linked(30)).toEqual([])
    const late = await write('late', lines('b'), 20)
    await relink(late)
    expect(await linked(30)).toEqual([late])
  })
})
