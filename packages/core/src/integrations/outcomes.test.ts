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

  describe('a pull request that was closed without being merged', () => {
    test('becomes a draft that waits for a person, once, and what rests on it is trusted less', async () => {
      const memory = await resting()
      const pull = proposed()
      await look(3, 'opened')
      expect(await outcomes()).toMatchObject([{ outcome: null }])
      pull.state = 'closed'
      await look(3)
      await look(3)
      await look(3, 'edited')
      expect(await graves()).toMatchObject([
        { statement: 'Proposed and turned down: Cache the tables', status: 'draft', origin: 'web' },
      ])
      const lowered = await confidence(memory.id)
      expect(lowered).toBeCloseTo(memory.confidence * 0.7, 2)
      const [signal] = await world.stored<{ user_id: string | null }>(
        `select user_id from teamlore.memory_signals where memory_id = '${memory.id}'`,
      )
      expect(signal?.user_id).toBeNull()

      pull.state = 'open'
      await look(3, 'reopened')
      expect(await graves()).toEqual([])
      expect(await confidence(memory.id)).toBeCloseTo(memory.confidence, 2)
      pull.state = 'closed'
      pull.merged = true
      await look(3)
      expect(await outcomes()).toMatchObject([{ outcome: 'merged' }])
    })

    test('is concluded from when its commits come in, where they were not here', async () => {
      add({ number: 3, state: 'closed', commits: [{ sha: hashOfNumber(9), message: 'x' }] })
      await look(3)
      expect(await graves()).toEqual([])
      await makeIngestCommits(world)(world.scope, {
        ...buildCommits(buildCommit(9)),
        project: repository('harbour'),
      })
      await look(3)
      expect(await graves()).toHaveLength(1)
    })

    test('concludes once where the host or the worker fails in between', async () => {
      const pull = proposed()
      pull.state = 'closed'
      await world.push(undefined, { action: 'closed' })
      const [one] = await world.waiting()
      if (one === undefined) throw new Error('nothing waits')
      standIn.fail({ ...standIn.routes.commits, status: 429 })
      await world.answer()
      expect(await graves()).toEqual([])
      world.later(10 * 60_000)
      const killed = {
        ...world.host,
        changes: async (...asked: Parameters<typeof world.host.changes>) => {
          await world.host.changes(...asked)
          throw new Error('killed')
        },
      }
      await expect(world.answerOne(one, killed)).rejects.toThrow('killed')
      world.later(60 * 60_000)
      await world.answer()
      expect(await graves()).toHaveLength(1)
      expect(await world.waiting()).toEqual([])
    })

    test.each([
      ['out of a fork', { fork: 'mallory/harbour' }],
      ['into another branch than the default one', { base: 'gh-pages' }],
    ])('%s says nothing of its commits, which may be all that there are', async (_of, fields) => {
      const memory = await resting()
      add({
        number: 3,
        state: 'closed',
        commits: [{ sha: hashOfNumber(1), message: 'x' }],
        ...fields,
      })
      await look(3)
      await look(3)
      expect(await graves()).toEqual([])
      expect(await confidence(memory.id)).toBe(memory.confidence)
      expect(await outcomes()).toMatchObject([{ outcome: 'rejected' }])
    })

    test('of another project, or of a repository without one, concludes nothing', async () => {
      const other = standIn.add({ name: 'acme/else', url: 'https://github.com/acme/else' })
      other.pullRequests.push(
        pullRequest({ state: 'closed', commits: [{ sha: hashOfNumber(1), message: 'x' }] }),
      )
      await world.push(other, { action: 'closed' })
      await world.answer()
      expect(await graves()).toEqual([])
    })
  })
})
