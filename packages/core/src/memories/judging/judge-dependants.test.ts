import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import type { SessionId } from '@teamlore/shared'

import { rememberRequestSchema } from '@teamlore/shared/memories'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSearchWorld, type SearchWorld } from '../../search/testing/search-world.ts'
import { buildSession } from '../../testing/ingest-builders.ts'
import { type AskModel, NotAskedError } from '../../usage/ask-model.ts'
import { makeCurate } from '../curate.ts'
import { makeEditMemory } from '../edit-memory.ts'
import { makeGetMemory } from '../get-memory.ts'
import { makeRemember } from '../remember.ts'
import { makeUpdateMemory } from '../update-memory.ts'
import { makeJudgeDependants } from './judge-dependants.ts'

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

const FORMER = 'Display names of customers are ASCII only.'
const NEW = 'Display names of customers may be any Unicode text.'
const RESTING = 'The label printer takes one byte of a display name of customers per character.'
const BESIDE = 'Display names of customers are shown in the header.'

const deps = () => ({ unitOfWork: world.unitOfWork })
const curate = async (statement: string, more: { date?: string; ref?: SessionId } = {}) => {
  const curated = await makeCurate(deps())(world.systemScope, {
    projectId: null,
    candidate: {
      ...{ kind: 'decision', statement, reason: '', origin: 'human' },
      evidence: more.ref === undefined ? [] : [{ kind: 'session', ref: more.ref, quote: '' }],
      validFrom: new Date(`${more.date ?? '2026-01-01'}T08:00:00Z`),
    },
  })
  if (curated.outcome === 'refused') throw new Error(curated.because)
  return curated.memoryId
}
const get = (id: string) => makeGetMemory(deps())(world.scope, { id })
const replace = async (id: string) => {
  const newer = await makeUpdateMemory(deps())(world.scope, {
    id,
    request: { action: 'supersede', statement: NEW, reason: '' },
  })
  await world.embed()
  return newer.id
}
/** What holds, what rests on it and what only speaks of the same; then the first is replaced. */
const changed = async (more: { ref?: SessionId } = {}) => {
  const former = await curate(FORMER)
  const resting = await curate(RESTING, more)
  const beside = await curate(BESIDE)
  await world.embed()
  return { former, resting, beside, newer: await replace(former) }
}

type Told = { name: string; quote: string; former_quote: string }
const nameIn = (prompt: string, statement: string): string =>
  /\[(s\d+)\] Listed[^\n]*\n$/.exec(prompt.slice(0, prompt.indexOf(statement)))?.[1] ?? 'none'
const theOne = (prompt: string): Told[] => [
  {
    name: nameIn(prompt, RESTING),
    quote: 'one byte of a  Display Name',
    former_quote: 'ASCII only',
  },
]

/** A model that is asked about `prompts` and says each time what `say` makes of the prompt. */
const judging = (say: (prompt: string) => Told[] | Promise<Told[]> = theOne) => {
  const prompts: string[] = []
  const askModel: AskModel = async (_, __, { prompt, schema }) => {
    prompts.push(prompt)
    return schema.parse({ resting: await say(prompt) })
  }
  const judge = makeJudgeDependants({ unitOfWork: world.unitOfWork, askModel })
  return { prompts, judge: () => judge(world.systemScope) }
}
const basesOf = async (id: string) =>
  (await get(id)).changed_bases.map(({ statement }) => statement)
const isDue = async () =>
  (await world.unitOfWork.asSystem(({ sweep }) => sweep.teamsToJudge())).includes(world.team.teamId)

describe('what is near a memory that was replaced', () => {
  test('says what changed where a model finds that it rests on it, and nothing is retired', async () => {
    const { resting, beside, former, newer } = await changed()
    const { judge, prompts } = judging()
    expect(await judge()).toEqual({ changes: 1, resting: 1 })
    expect(prompts).toHaveLength(1)
    for (const said of [FORMER, NEW, RESTING, BESIDE]) expect(prompts[0]).toContain(said)
    expect(await get(resting)).toMatchObject({
      status: 'active',
      changed_bases: [
        {
          ...{ id: former, statement: FORMER },
          reason:
            'a language model was shown the change: “one byte of a  Display Name” rests on “ASCII only”',
          by: expect.objectContaining({ id: newer }),
        },
      ],
    })
    expect(await basesOf(beside)).toEqual([])
  })

  test('is asked about once', async () => {
    await changed()
    const { judge, prompts } = judging(() => [])
    await judge()
    expect(await judge()).toEqual({ changes: 0, resting: 0 })
    expect(prompts).toHaveLength(1)
  })

  test.each<[string, (prompt: string) => Told[]]>([
    [
      'words that it does not say',
      (prompt) => theOne(prompt).map((one) => ({ ...one, quote: 'two bytes' })),
    ],
    [
      'words that the former one does not say',
      (prompt) => theOne(prompt).map((one) => ({ ...one, former_quote: 'Unicode' })),
    ],
    [
      'a name that is not listed',
      (prompt) => theOne(prompt).map((one) => ({ ...one, name: 's9' })),
    ],
    ['no words', (prompt) => theOne(prompt).map((one) => ({ ...one, quote: ' ' }))],
  ])('is left as it is on the ground of %s', async (_, say) => {
    const { resting } = await changed()
    expect(await judging(say).judge()).toEqual({ changes: 1, resting: 0 })
    expect(await basesOf(resting)).toEqual([])
  })

  test('is not asked about again once a person said that it holds all the same', async () => {
    const { resting, newer } = await changed()
    await judging().judge()
    await makeUpdateMemory(deps())(world.scope, {
      id: resting,
      request: { action: 'confirm', reason: '' },
    })
    expect(await basesOf(resting)).toEqual([])
    await readAsOwner(
      world.engine,
      `update teamlore.memories set dependants_version = null where successor_id = '${newer}' returning 1`,
    )
    const { judge, prompts } = judging()
    expect(await judge()).toEqual({ changes: 1, resting: 0 })
    expect(prompts[0]).not.toContain(RESTING)
  })

  test('is asked about only where it held by then', async () => {
    const former = await curate(FORMER)
    await curate(BESIDE)
    await curate(RESTING, { date: '2099-01-01' })
    await world.embed()
    await replace(former)
    const { judge, prompts } = judging(() => [])
    await judge()
    expect(prompts[0]).toContain(BESIDE)
    expect(prompts[0]).not.toContain(RESTING)
  })

  test('is not shown to the model where others read it than the change', async () => {
    const former = await curate(FORMER)
    await curate(BESIDE)
    await makeRemember(deps())(
      world.scope,
      rememberRequestSchema.parse({ statement: RESTING, visibility: 'private' }),
    )
    await world.embed()
    await replace(former)
    const { judge, prompts } = judging(() => [])
    await judge()
    expect(prompts[0]).toContain(BESIDE)
    expect(prompts[0]).not.toContain(RESTING)
  })
})

test('a change that nothing is near to costs no question', async () => {
  await replace(await curate(FORMER))
  const { judge, prompts } = judging()
  expect(await isDue()).toBe(true)
  expect(await judge()).toEqual({ changes: 1, resting: 0 })
  expect(prompts).toEqual([])
})

test('what was edited while it was asked about is not written down', async () => {
  const { resting } = await changed()
  const { judge } = judging(async (prompt) => {
    await makeEditMemory(deps())(world.scope, {
      id: resting,
      request: { statement: 'The label printer prints display names as pictures.' },
    })
    return theOne(prompt)
  })
  expect(await judge()).toEqual({ changes: 1, resting: 0 })
  expect(await basesOf(resting)).toEqual([])
})

test('what rests on a session that was made private while it was asked about is left as it is', async () => {
  const { resting } = await changed({ ref: sessionId })
  const { judge } = judging(async (prompt) => {
    await readAsOwner(
      world.engine,
      `update teamlore.sessions set private_to = '${world.scope.userId}' where id = '${sessionId}' returning 1`,
    )
    return theOne(prompt)
  })
  expect(await judge()).toEqual({ changes: 1, resting: 0 })
  expect(await basesOf(resting)).toEqual([])
})

test('a cap of the model ends the run, and what is left comes with the next', async () => {
  await changed()
  const { judge } = judging(() => {
    throw new NotAskedError('over_cap')
  })
  expect(await judge()).toMatchObject({ changes: 0, notAsked: 'over_cap' })
  expect(await judging().judge()).toEqual({ changes: 1, resting: 1 })
})

test('one that failed too often is let go, and keeps no other waiting', async () => {
  await changed()
  const { judge } = judging(() => {
    throw new NotAskedError('failed_before')
  })
  expect(await judge()).toEqual({ changes: 1, resting: 0 })
  expect(await judging().judge()).toEqual({ changes: 0, resting: 0 })
})
