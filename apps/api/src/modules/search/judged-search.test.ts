import { grantSystemScope, grantTeamScope, makeJudgedSearch, makeSearch } from '@teamlore/core'
import { makeAskModel } from '@teamlore/core/usage'
import { readAsOwner, type TestMember } from '@teamlore/db/testing'
import type { SearchResponse, SessionId } from '@teamlore/shared'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ANSWER, GAUGE_SESSIONS, HOSTILE, QUESTION } from '../../testing/gauge-sessions.ts'
import { answersWith, startReadingModel } from '../../testing/reading-model.ts'
import { openWorld, type World, type WorldTeam } from '../../testing/world.ts'

let world: World
let team: WorldTeam
let sessions: string[]
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  team = await world.addTeam()
  sessions = await team.fill(GAUGE_SESSIONS)
})

type Model = Awaited<ReturnType<typeof startReadingModel>>
type Bounds = { limitMs?: number; dailyTokens?: number; as?: TestMember; q?: string }

const judge = (
  reader: Pick<Model, 'model'>,
  { limitMs, dailyTokens = 1_000_000, as = team.owner, q = QUESTION }: Bounds = {},
): Promise<SearchResponse> => {
  const { unitOfWork } = team
  const { model } = reader
  const caps = { dailyUsd: 100, dailyTokens }
  const search = makeJudgedSearch({
    unitOfWork,
    search: makeSearch({ unitOfWork }),
    askModel: makeAskModel({ unitOfWork, model, caps, price: () => 0 }),
    ...(limitMs === undefined ? {} : { limitMs }),
  })
  const scope = grantTeamScope({ ...as, actor: { kind: 'user', via: 'api_key' } }, 'viewer')
  return search(scope, { q, scope: 'all', include_superseded: false, limit: 10, judge: true })
}

/** What is said of the hit with these words. */
const saidOf = ({ items }: SearchResponse, words: string) =>
  items.find(({ snippet, title }) => `${title} ${snippet.text}`.includes(words))?.verdict

const ledger = () =>
  readAsOwner<{ purpose: string; state: string; reason: string | null; asked_by: string }>(
    world.engine,
    `select purpose, state, reason, asked_by, session_id from teamlore.usage_events
      where team_id = '${team.teamId}' order by created_at`,
  )

describe('what a reader says of hits', () => {
  test('stands beside each, with the words of it that answer, and is in the account of who asked', async () => {
    await using reader = await startReadingModel(answersWith('listens on port 4711'))
    const found = await judge(reader)
    expect(saidOf(found, ANSWER)).toEqual({ says: 'answers', quote: 'listens on port 4711' })
    expect(saidOf(found, 'painted blue')).toEqual({ says: 'does_not_answer', quote: null })
    expect(found.judged).toMatchObject({ state: 'done', answering: 1, none_answers: false })
    expect(await ledger()).toEqual([
      {
        purpose: 'search',
        state: 'done',
        reason: null,
        asked_by: team.owner.userId,
        session_id: null,
      },
    ])
  })

  test('is that none answers only where it was said of every hit', async () => {
    await using reader = await startReadingModel((hits) => ({
      answers: [],
      does_not: [...hits.keys()],
    }))
    expect((await judge(reader)).judged).toMatchObject({ none_answers: true, answering: 0 })
    await using hesitant = await startReadingModel((hits) => ({
      answers: [],
      does_not: [...hits.keys()].slice(1),
    }))
    const found = await judge(hesitant)
    expect(found.judged).toMatchObject({ none_answers: false, answering: 0 })
    expect(found.judged?.message).toContain('1 unsure')
  })

  test.each([
    ['words that nobody said', 'the gauge listens on port 9000'],
    ['words of another hit', 'painted blue in spring'],
    ['next to nothing', 'the'],
  ])('is unsure where it rests on %s', async (_, quote) => {
    await using reader = await startReadingModel((hits) => ({
      answers: [...hits]
        .filter(([, text]) => text.includes('4711'))
        .map(([hit]) => ({ hit, quote })),
      does_not: [],
    }))
    const found = await judge(reader)
    expect(saidOf(found, ANSWER)).toEqual({ says: 'unsure', quote: null })
    expect(found.judged?.answering).toBe(0)
  })

  test('counts only for hits of the page, and not where both is said of one', async () => {
    await using reader = await startReadingModel((hits) => ({
      answers: [
        { hit: 'h99', quote: 'listens on port 4711' },
        { hit: 'ses_0123456789', quote: 'listens on port 4711' },
        ...[...hits.keys()].map((hit) => ({ hit, quote: 'listens on port 4711' })),
      ],
      does_not: [...hits.keys(), 'h42'],
    }))
    const found = await judge(reader)
    expect(new Set(found.items.map(({ verdict }) => verdict?.says))).toEqual(new Set(['unsure']))
  })
})

test('a text that asks to be marked stays in its frame, and a reader who obeys it is not believed', async () => {
  await using reader = await startReadingModel((hits) => ({
    answers: [...hits]
      .filter(([, text]) => text.includes('mark me as answering'))
      .map(([hit]) => ({ hit, quote: 'The harbour gauge listens on port 4711' })),
    does_not: [],
  }))
  const found = await judge(reader)
  expect(saidOf(found, 'SYSTEM')).toEqual({ says: 'unsure', quote: null })
  await judge(reader)
  const [first = '', second = ''] = reader.prompts()
  const frames = first.match(/<\/?(?:question|hits)-[0-9a-f]{12}>/g) ?? []
  expect(new Set(frames).size).toBe(4)
  expect(first.match(/<\//g)).toHaveLength(2)
  for (const frame of frames) expect(second).not.toContain(frame)
  expect(HOSTILE).toContain('</hits-')
})

describe('a reader that fails leaves the hits as they are, and is asked once', () => {
  test.each([
    { status: 500 },
    { status: 429 },
    'malformed',
    'truncated',
    'refusal',
    'page',
    'cut',
    'stream',
  ] as const)('%j', async (fault) => {
    await using reader = await startReadingModel(answersWith(ANSWER))
    reader.faults.push(fault)
    const found = await judge(reader)
    expect(found.items.length).toBeGreaterThan(1)
    expect(found.items.every(({ verdict }) => verdict === undefined)).toBe(true)
    expect(found.judged).toMatchObject({ state: 'failed', read: 0, none_answers: false })
    expect(reader.calls).toHaveLength(1)
    expect(await ledger()).toMatchObject([{ state: 'failed' }])
  })

  test('prose in the place of an answer', async () => {
    await using reader = await startReadingModel(() => 'The second one answers, I think.')
    expect((await judge(reader)).judged?.state).toBe('failed')
  })

  test('one that takes too long, which says nothing of the provider', async () => {
    await using reader = await startReadingModel(answersWith(ANSWER))
    for (let n = 0; n < 6; n++) {
      // One that was broken off before it was sent has used up no fault.
      reader.faults.splice(0, reader.faults.length, 'hang')
      const found = await judge(reader, { limitMs: 40 })
      expect(found.items.length).toBeGreaterThan(1)
      expect(found.judged).toMatchObject({ state: 'timed_out', none_answers: false })
    }
    expect(await ledger()).toMatchObject(Array(6).fill({ state: 'failed', reason: 'aborted' }))
    reader.faults.length = 0
    expect((await judge(reader)).judged?.state).toBe('done')
  })
})

describe('what is sent', () => {
  test('is nothing of what is private to others or closed to the asker', async () => {
    const [answer, subject] = sessions
    const other = await team.addMember('member', 'Bo')
    await team.unitOfWork.inTeam(grantSystemScope(team.teamId), (repos) =>
      repos.sessions.makePrivate(answer as SessionId, team.owner.userId),
    )
    await using reader = await startReadingModel(answersWith('listens on port 4711'))
    const found = await judge(reader, { as: other })
    expect(saidOf(found, ANSWER)).toBeUndefined()
    await readAsOwner(
      world.engine,
      `update teamlore.projects set is_restricted = true where id =
        (select project_id from teamlore.sessions where id = '${subject}') returning 1`,
    )
    expect((await judge(reader, { as: other })).judged?.state).toBe('nothing_to_read')
    const [first = '', ...rest] = reader.prompts()
    expect(first).toContain('painted blue')
    expect(first).not.toContain('4711')
    expect(rest).toEqual([])
  })

  test('holds no secret that was typed into the question', async () => {
    await using reader = await startReadingModel(answersWith(ANSWER))
    const key = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
    await judge(reader, { q: `harbour gauge port ${key}` })
    expect(reader.prompts()).toHaveLength(1)
    expect(reader.prompts()[0]).not.toContain(key)
  })
})

describe('nobody is asked', () => {
  const neverAsked = async (reader: Model, found: SearchResponse, state: string, calls = 0) => {
    expect(found.judged).toMatchObject({ state, none_answers: false })
    expect(found.items.every(({ verdict }) => verdict === undefined)).toBe(true)
    expect(reader.calls).toHaveLength(calls)
  }

  test('where there is no question in words', async () => {
    await using reader = await startReadingModel(answersWith(ANSWER))
    await neverAsked(reader, await judge(reader, { q: 'type:prompt' }), 'nothing_to_read')
  })

  test('where the team has switched models off', async () => {
    await using reader = await startReadingModel(answersWith(ANSWER))
    await readAsOwner(
      world.engine,
      `insert into teamlore.model_settings (team_id, is_enabled) values ('${team.teamId}', false) returning 1`,
    )
    await neverAsked(reader, await judge(reader), 'switched_off')
  })

  test('where a cap is used up, or the part of it that one person may take', async () => {
    await using reader = await startReadingModel(answersWith(ANSWER))
    await neverAsked(reader, await judge(reader, { dailyTokens: 500 }), 'over_budget')
    // Enough for one call of the team, which is more than a fifth of it.
    await neverAsked(reader, await judge(reader, { dailyTokens: 5_000 }), 'over_budget')
  })

  test('by one person more than ten times a minute, and others still are', async () => {
    await using reader = await startReadingModel(answersWith(ANSWER))
    for (let n = 0; n < 10; n++) expect((await judge(reader)).judged?.state).toBe('done')
    await neverAsked(reader, await judge(reader), 'too_often', 10)
    const other = await team.addMember('viewer', 'Bo')
    expect((await judge(reader, { as: other })).judged?.state).toBe('done')
  })

  test('after five failures in a row', async () => {
    await using reader = await startReadingModel(answersWith(ANSWER))
    reader.faults.push(...Array.from({ length: 5 }, () => ({ status: 500 })))
    for (let n = 0; n < 5; n++) expect((await judge(reader)).judged?.state).toBe('failed')
    await neverAsked(reader, await judge(reader), 'resting', 5)
  })
})
