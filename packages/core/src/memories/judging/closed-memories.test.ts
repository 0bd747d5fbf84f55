import {
  createTestDatabase,
  readAsOwner,
  type TestDatabase,
  withOthers,
} from '@teamlore/db/testing'
import type { SessionId } from '@teamlore/shared'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSearchWorld, type SearchWorld } from '../../search/testing/search-world.ts'
import { buildSession } from '../../testing/ingest-builders.ts'
import type { AskModel } from '../../usage/ask-model.ts'
import { makeCurate } from '../curate.ts'
import { makeGetMemory } from '../get-memory.ts'
import { writeNoQuestions } from '../questions/testing/write-no-questions.ts'
import { makeJudgeMemories } from './judge-memories.ts'

let database: TestDatabase
let world: SearchWorld
let sessionId: SessionId
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  world = await createSearchWorld(database.engine)
  const sent = await world.send(buildSession({ native_id: 'said' }))
  sessionId = sent.sessions[0]?.session_id as SessionId
})
afterAll(() => database[Symbol.asyncDispose]())

const FIRST = 'The shop keeps flags of all customers in Consul.'
const OLDER = 'Flags of the shop are served by LaunchDarkly.'
const NEWER = 'The shop asks Unleash which flags of customers are on.'

const curate = async (statement: string, date: string, ref?: SessionId) => {
  const curated = await makeCurate({ unitOfWork: world.unitOfWork })(world.systemScope, {
    projectId: null,
    candidate: {
      kind: 'decision',
      statement,
      reason: '',
      origin: 'human',
      evidence: ref === undefined ? [] : [{ kind: 'session', ref, quote: '' }],
      validFrom: new Date(`${date}T08:00:00Z`),
    },
  })
  if (curated.outcome === 'refused') throw new Error(curated.because)
  return curated.memoryId
}
const statusOf = async (id: string) =>
  (await makeGetMemory({ unitOfWork: world.unitOfWork })(world.scope, { id })).status

/** Whoever wrote the session takes it back, or an admin restricts its project. */
const change = (sql: string) => readAsOwner(world.engine, `${sql} returning 1`)
const CLOSING = {
  'a session that is private by now': () =>
    change(
      `update teamlore.sessions set private_to = '${world.scope.userId}' where id = '${sessionId}'`,
    ),
  'a session of a project that is restricted by now': () =>
    change(`update teamlore.projects set is_restricted = true
      where id = (select project_id from teamlore.sessions where id = '${sessionId}')`),
}

/** What judges, and which statements were asked about. */
const judging = (onAsked: () => Promise<unknown> = async () => undefined, over = world) => {
  const prompts: string[] = []
  const askModel: AskModel = async (_, __, { prompt, schema }) => {
    prompts.push(prompt)
    await onAsked()
    const verdict = prompt.includes('Flagsmith') ? 'apart' : 'replaces'
    return schema.parse({ verdict, first_quote: 'shop', second_quote: 'shop' })
  }
  const judge = makeJudgeMemories({ unitOfWork: over.unitOfWork, askModel })
  return {
    prompts,
    judge: async () => {
      await writeNoQuestions(world)
      return judge(world.systemScope)
    },
  }
}
const isDue = async () =>
  (await world.unitOfWork.asSystem(({ sweep }) => sweep.teamsToJudge())).includes(world.team.teamId)

describe.each(Object.entries(CLOSING))('what rests on %s', (_, close) => {
  test('is put beside nothing, and those behind it are judged', async () => {
    const first = await curate(FIRST, '2025-12-01', sessionId)
    const older = await curate(OLDER, '2026-01-01')
    await curate(NEWER, '2026-02-01')
    await world.embed()
    await close()
    const { judge, prompts } = judging()
    expect(await judge()).toEqual({ memories: 2, pairs: 1, replaced: 1 })
    expect(prompts.filter((prompt) => prompt.includes(FIRST))).toEqual([])
    expect([await statusOf(first), await statusOf(older)]).toEqual(['active', 'superseded'])
    expect(await judge()).toEqual({ memories: 0, pairs: 0, replaced: 0 })
  })

  test('gives no reason to look at its team', async () => {
    await curate(FIRST, '2025-12-01', sessionId)
    await world.embed()
    expect(await isDue()).toBe(true)
    await close()
    expect(await isDue()).toBe(false)
  })

  test('takes the turn of no other, nor its place beside one', async () => {
    const closed = await curate(OLDER, '2025-12-01', sessionId)
    const open = await curate(FIRST, '2026-01-01')
    const newer = await curate(NEWER, '2026-02-01')
    await world.embed()
    await writeNoQuestions(world)
    const found = () =>
      world.unitOfWork.inTeam(world.systemScope, async ({ memoryJudging }) => ({
        due: await memoryJudging.due(1),
        near: (await memoryJudging.near(newer, { least: 0.1, nearest: 5, limit: 5 })).map(
          ({ id }) => id,
        ),
      }))
    const before = await found()
    expect(before.due).toEqual([closed])
    expect(before.near).toContain(closed)
    await close()
    expect(await found()).toEqual({ due: [open], near: [open] })
  })

  test.each([
    ['the older', true],
    ['the newer', false],
  ])(
    'is left as it is where that happens while it is asked about, and no other waits for it (%s)',
    async (__, isOlder) => {
      const older = await curate(OLDER, '2026-01-01', isOlder ? sessionId : undefined)
      await curate(NEWER, '2026-02-01', isOlder ? undefined : sessionId)
      await world.embed()
      expect(await judging(close).judge()).toEqual({ memories: 2, pairs: 1, replaced: 0 })
      expect(await statusOf(older)).toBe('active')
      expect(await isDue()).toBe(false)
    },
  )
})

test('one whose answer cannot be written down is not asked about again, and those after it are judged', async () => {
  await curate(OLDER, '2026-01-01')
  const newer = await curate(NEWER, '2026-02-01')
  const last = await curate('Customers of the shop see what Flagsmith turns on.', '2026-03-01')
  await world.embed()
  const isOfNewer = ({ from_id }: { from_id: string }) => from_id === newer
  const failing: SearchWorld = {
    ...world,
    unitOfWork: {
      ...world.unitOfWork,
      inTeam: (scope, work) =>
        world.unitOfWork.inTeam(scope, (repos) =>
          work(
            withOthers(repos, {
              memories: {
                ...repos.memories,
                relate: (relation) =>
                  isOfNewer(relation)
                    ? Promise.reject(new Error('refused'))
                    : repos.memories.relate(relation),
              },
            }),
          ),
        ),
    },
  }
  const { judge, prompts } = judging(undefined, failing)
  await expect(judge()).rejects.toThrow('refused')
  expect(prompts.at(-1)).toContain('Flagsmith')
  expect(await judge()).toEqual({ memories: 0, pairs: 0, replaced: 0 })
  expect([await statusOf(newer), await statusOf(last)]).toEqual(['active', 'active'])
})
