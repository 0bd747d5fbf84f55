import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import type { SessionId } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeBlameLines } from '../blame/blame-lines.ts'
import { makeGetInsights } from '../insights/get-insights.ts'
import { commitsIn } from './testing/git-commits.ts'
import { createDice, FILE, openGitHistory, printOf } from './testing/git-history.ts'
import { KINDS } from './testing/git-kinds.ts'
import { at, openLinkingWorld } from './testing/linking-world.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

/** Of each kind some histories, on servers: they differ in what git makes, not in what a database does. */
const isRealLane = process.env['TEST_ENGINE'] === 'postgres'
const SALTS = isRealLane ? ['lerwick', 'brixham', 'mallaig'] : ['lerwick']

/** The history of a kind as it comes in: sessions first or last, commits all at once. */
const arrive = async (kind: string, salt: string) => {
  const history = openGitHistory(salt)
  try {
    const dice = createDice(`${kind} ${salt}`)
    const expected = KINDS[kind]?.(history, dice) ?? []
    const world = await openLinkingWorld(database)
    const ids = new Map<string, SessionId>()
    const sendSessions = async () => {
      for (const [name, writings] of history.sessions)
        for (const { minute, added, removed } of writings)
          ids.set(name, await world.write(name, added.map(printOf), minute, removed.map(printOf)))
    }
    const commits = commitsIn(history)
    if (dice(2) === 0) {
      await sendSessions()
      await world.commit(...commits)
    } else {
      await world.commit(...commits)
      await sendSessions()
      for (const id of ids.values()) await world.relink(id)
    }
    return {
      ...history,
      ...world,
      expected,
      ids,
      lines: history.blame(),
      shas: commits.map(({ sha }) => sha),
    }
  } finally {
    history.dispose()
  }
}

describe.each(Object.keys(KINDS))('%s:', (kind) => {
  test.each(SALTS)('links, blame and figures are right (%s)', async (salt) => {
    const world = await arrive(kind, salt)
    const { unitOfWork } = world.team
    const nameOf = new Map([...world.ids].map(([name, id]) => [id as string, name]))

    for (const { sha, by } of world.expected) {
      const { sessions } = await world.getBySha(sha)
      expect(sessions.map(({ session }) => nameOf.get(session.id)).toSorted()).toEqual(
        by.toSorted(),
      )
    }

    const { answers, lines: places } = await makeBlameLines({ unitOfWork })(world.scope, {
      lines: world.lines.map(({ line, sha }) => ({ path: FILE, sha, print: printOf(line) })),
    })
    const blamed = places.map((place) => nameOf.get(answers[place]?.session?.id ?? '') ?? null)
    expect(blamed).toEqual(world.lines.map(({ line }) => world.owners.get(line) ?? null))

    const replaces = await Promise.all(
      world.shas.map(async (sha) => [sha, (await world.getBySha(sha)).replaces] as const),
    )
    const pairs = new Set(
      replaces.flatMap(([sha, older]) => older.map((one) => `${sha} ${one.sha}`)),
    )
    for (const pair of pairs) expect(pairs).not.toContain(pair.split(' ').reverse().join(' '))

    const insights = makeGetInsights({ unitOfWork, now: () => new Date(at(2_000)) })
    const { commits } = await insights(world.scope, { days: 90 })
    const replaced = new Set(replaces.flatMap(([, older]) => older.map(({ sha }) => sha)))
    const counted = world.expected.filter(({ sha, by }) => by.length > 0 && !replaced.has(sha))
    expect(commits.with_session).toBeGreaterThanOrEqual(counted.length)
  })
})
