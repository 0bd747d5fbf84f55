import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import type { HostStandIn, StandInPullRequest } from '@teamlore/hosts/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { repository } from '../agents-md/testing/agents-md-world.ts'
import { makeIngestCommits } from '../commits/ingest-commits.ts'
import { buildCommit, buildCommits, hashOfNumber } from '../testing/commit-builders.ts'
import {
  createHostedWorld,
  type HostedWorld,
  pullRequest,
  STAND_INS,
} from './testing/hosted-world.ts'

describe.each(STAND_INS)('$kind:', ({ start }) => {
  let database: TestDatabase
  let standIn: HostStandIn
  let world: HostedWorld
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  beforeEach(async () => {
    standIn = await start()
    world = await createHostedWorld(database, standIn)
    await makeIngestCommits(world)(world.scope, {
      ...buildCommits(buildCommit(1), buildCommit(2)),
      project: repository('harbour'),
    })
  })
  afterEach(() => standIn[Symbol.asyncDispose]())
  afterAll(() => database[Symbol.asyncDispose]())

  const add = (fields: Partial<StandInPullRequest>) => {
    const made = pullRequest({ files: [], ...fields })
    world.harbourRepository.pullRequests.push(made)
    return made
  }
  const look = async (number: number, action = 'closed') => {
    await world.push(undefined, { number, action })
    await world.answer()
  }
  const proposed = () =>
    add({ number: 3, title: 'Cache the tables', commits: [{ sha: hashOfNumber(1), message: 'x' }] })
  const resting = () =>
    world.remember('Tide tables are cached.', {
      valid_from: '2026-01-01',
      evidence: [{ kind: 'commit', ref: hashOfNumber(1), quote: '' }],
    })
  const graves = async () =>
    (await world.memories())
      .filter(({ kind, status }) => kind === 'graveyard' && status !== 'archived')
      .map(({ id, statement, status, origin }) => ({ id, statement, status, origin }))
  const confidence = async (id: string) => (await world.memory(id)).confidence
  const outcomes = () =>
    world.stored(
      `select number, outcome, reverts from teamlore.pull_requests where team_id = '${world.admin.teamId}' order by number`,
    )

  const reverts = (number: number, of = 'acme/harbour') => standIn.revertOf(of, number)

  describe('a pull request that takes another back', () => {
    const merged = (fields: Partial<StandInPullRequest>) =>
      add({ state: 'closed', merged: true, ...fields })

    test.each([
      ['by its text', true, 'x'],
      [
        'by the message of its commit',
        false,
        `Revert "x"\n\nThis reverts commit ${hashOfNumber(1)}.`,
      ],
    ])('%s makes it one that was tried and given up', async (_by, isByText, message) => {
      const memory = await resting()
      merged({
        number: 3,
        title: 'Cache the tables',
        commits: [{ sha: hashOfNumber(1), message: 'x' }],
      })
      await look(3)
      expect(await graves()).toEqual([])
      merged({
        number: 4,
        title: 'Revert "Cache the tables"',
        commits: [{ sha: hashOfNumber(8), message }],
        ...(isByText && { body: reverts(3) }),
      })
      await look(4)
      await look(4)
      expect(await outcomes()).toEqual([
        { number: 3, outcome: 'reverted', reverts: null },
        { number: 4, outcome: 'merged', reverts: 3 },
      ])
      expect(await graves()).toMatchObject([
        { statement: 'Tried and taken back: Cache the tables', status: 'draft' },
      ])
      expect(await confidence(memory.id)).toBeCloseTo(memory.confidence * 0.6, 2)
      // Looked at again, it is not as if it had been merged only.
      await look(3)
      expect(await graves()).toHaveLength(1)

      merged({ number: 5, title: 'Revert the revert', body: reverts(4) })
      await look(5)
      expect(await graves()).toEqual([])
      expect(await confidence(memory.id)).toBeCloseTo(memory.confidence, 2)
      expect(await outcomes()).toMatchObject([
        { outcome: 'merged' },
        { outcome: 'reverted' },
        { outcome: 'merged', reverts: 4 },
      ])
    })

    test('of a chain is in or out in turn, down to the first', async () => {
      const memory = await resting()
      merged({
        number: 3,
        title: 'Cache the tables',
        commits: [{ sha: hashOfNumber(1), message: 'x' }],
      })
      await look(3)
      for (const number of [4, 5, 6]) {
        merged({ number, title: 'Revert it', body: reverts(number - 1) })
        await look(number)
      }
      expect(await outcomes()).toMatchObject([
        { number: 3, outcome: 'reverted' },
        { number: 4, outcome: 'merged' },
        { number: 5, outcome: 'reverted' },
        { number: 6, outcome: 'merged' },
      ])
      expect(await graves()).toMatchObject([
        { statement: 'Tried and taken back: Cache the tables' },
      ])
      expect(await confidence(memory.id)).toBeCloseTo(memory.confidence * 0.6, 2)
    })

    test('makes none merged that never was, and ends where texts name each other', async () => {
      add({ number: 3, state: 'closed', title: 'Never in' })
      merged({ number: 4, body: reverts(3) })
      merged({ number: 5, body: reverts(4) })
      await look(5)
      expect(await outcomes()).toMatchObject([
        { number: 4, outcome: 'reverted' },
        { number: 5, outcome: 'merged' },
      ])
      merged({ number: 6, body: reverts(7) })
      merged({ number: 7, body: reverts(6) })
      await look(7)
      expect((await outcomes()).slice(2)).toMatchObject([
        { number: 6, outcome: 'reverted' },
        { number: 7, outcome: 'merged' },
      ])
    })

    test('says so of none that is open, of another repository, or that is not there', async () => {
      proposed()
      for (const [number, body] of [
        [4, reverts(3)],
        [5, reverts(3, 'mallory/harbour')],
        [6, reverts(99)],
        [7, `It ${reverts(3)} in part`],
        [8, reverts(8, '')],
      ] as const) {
        merged({ number, body })
        await look(number)
      }
      expect(await graves()).toEqual([])
    })
  })
})
