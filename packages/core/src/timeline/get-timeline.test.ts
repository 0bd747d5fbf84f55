import {
  type TimelineQuery,
  type TimelineResponse,
  timelineQuerySchema,
  timelineResponseSchema,
} from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDistilSession } from '../distil/distil-session.ts'
import { makeSearch } from '../search/search.ts'
import {
  asks,
  createSearchWorld,
  NOW,
  type OwnSearchWorld,
  openSearchWorld,
  says,
} from '../search/testing/search-world.ts'
import { buildEdit, buildMessage, buildSession, text } from '../testing/ingest-builders.ts'
import { makeGetTimeline } from './get-timeline.ts'

const day = (date: string) => (message: ReturnType<typeof says>, minute: number) => ({
  ...message,
  ts: `2026-01-${date}T10:${String(minute).padStart(2, '0')}:00.000Z`,
})

const HARBOUR = {
  remote_url: 'https://github.com/acme/harbour.git',
  root_commit: null,
  root_path: '/h',
}

const MONDAY = buildSession({
  native_id: 'monday',
  title: 'Find the leak',
  messages: [
    asks(0, 'Why does the watcher leak handles?'),
    says(1, 'The watcher keeps a handle for every folder it ever saw.'),
    says(2, 'Closing them on unlink mends it.'),
  ].map(day('05')),
})
const TUESDAY = buildSession({
  native_id: 'tuesday',
  title: 'Measure the leak',
  messages: [
    asks(0, 'Did closing handles help?'),
    says(1, 'Moved closing into `closeHandles()`: 12 handles after an hour instead of 4,000.'),
    buildMessage(2, { kind: 'injected', role: 'user', blocks: [text('a reminder of the tool')] }),
  ].map(day('06')),
  edits: [buildEdit('e1', { message_key: 'm1' })],
})
const ELSEWHERE = buildSession({
  native_id: 'the pier',
  title: 'Paint the pier',
  project: HARBOUR,
  messages: [asks(0, 'Which colour has the pier?'), says(1, 'Grey, as it ever was.')].map(
    day('05'),
  ),
})
const TIMELESS = buildSession({
  native_id: 'timeless',
  title: 'Notes without dates',
  project: HARBOUR,
  started_at: '2026-01-04T09:00:00.000Z',
  ended_at: null,
  messages: [{ ...asks(0, 'Undated thoughts about bollards'), ts: null }],
})

let world: OwnSearchWorld
let ids: Record<'monday' | 'tuesday' | 'elsewhere' | 'timeless', string>

const look = (query: Partial<TimelineQuery>, scope = world.scope): Promise<TimelineResponse> =>
  makeGetTimeline({ unitOfWork: world.unitOfWork, search: world.search, now: () => NOW })(scope, {
    ...timelineQuerySchema.parse({}),
    ...query,
  })
const titles = ({ items }: TimelineResponse) => items.map(({ title }) => title)
const find = async (q: string) => (await world.ask(q)).items[0]?.id ?? ''

beforeAll(async () => {
  world = await openSearchWorld()
  const sent = await world.send(MONDAY, TUESDAY, ELSEWHERE, TIMELESS)
  const [monday = '', tuesday = '', elsewhere = '', timeless = ''] = sent.sessions.map(
    ({ session_id }) => session_id,
  )
  ids = { monday, tuesday, elsewhere, timeless }
})
afterAll(() => world[Symbol.asyncDispose]())

test('nothing is looked around that is only loosely related to the question', async () => {
  const [item] = (await world.ask('"every folder it ever saw"')).items
  const around = (match: 'words' | 'loose') =>
    makeGetTimeline({
      unitOfWork: world.unitOfWork,
      search: async (...args) => {
        const found = await world.search(...args)
        return { ...found, items: item === undefined ? [] : [{ ...item, match }] }
      },
      now: () => NOW,
    })(world.scope, timelineQuerySchema.parse({ q: 'zanzibarish' }))
  expect((await around('words')).anchor.id).toBe(item?.id)
  const loose = await around('loose')
  expect(loose.items).toEqual([])
  expect(loose.notes.at(-1)).toBe('Nothing was found to look around. Try fewer or other words.')
})

describe('around a message', () => {
  test('stands what came before and after it in its project, oldest first', async () => {
    const answer = await look({ around: await find('"every folder it ever saw"') })
    expect(titles(answer)).toEqual([
      'Find the leak',
      'Why does the watcher leak handles?',
      'The watcher keeps a handle for every folder it ever saw.',
      'Closing them on unlink mends it.',
      'Measure the leak',
      'Did closing handles help?',
      'Moved closing into `closeHandles()`: 12 handles after an hour instead of 4,000.',
    ])
    expect(answer.items.map(({ kind }) => kind).slice(0, 3)).toEqual([
      'session',
      'prompt',
      'message',
    ])
    expect(answer).toMatchObject({ within: 'project', has_earlier: false, has_later: false })
    expect(timelineResponseSchema.parse(answer)).toEqual(answer)
  })

  test('the numbers asked for are kept, and whether there is more is said', async () => {
    const answer = await look({
      around: await find('"every folder it ever saw"'),
      before: 1,
      after: 2,
    })
    expect(answer.items).toHaveLength(4)
    expect(answer).toMatchObject({ has_earlier: true, has_later: true })
    const alone = await look({ around: answer.anchor.id ?? '', before: 0, after: 0 })
    expect(alone.items.map(({ id }) => id)).toEqual([answer.anchor.id])
  })

  test('every entry says what opening it costs', async () => {
    const { items } = await look({ around: ids.monday })
    for (const { tokens } of items) expect(tokens).toBeGreaterThan(0)
  })

  test('only the kinds asked for, and only its session or everything when asked', async () => {
    const around = await find('"every folder it ever saw"')
    const prompts = await look({ around, kinds: 'prompts, session' })
    expect(prompts.items.map(({ kind }) => kind)).toEqual([
      'session',
      'prompt',
      'message',
      'session',
      'prompt',
    ])
    expect(titles(await look({ around, within: 'session' }))).not.toContain('Measure the leak')
    expect(titles(await look({ around, within: 'team' }))).toContain('Paint the pier')
    await expect(look({ around, kinds: 'poem' })).rejects.toMatchObject({
      code: 'timeline.unknown_kind',
    })
  })
})

test('an observation and a summary stand beside the messages they were made of', async () => {
  const distil = makeDistilSession({ unitOfWork: world.unitOfWork })
  await distil(world.systemScope, { sessionId: ids.tuesday as never })
  const { items } = await look({ around: ids.tuesday, after: 50 })
  expect(new Set(items.map(({ kind }) => kind))).toContain('summary')
  const summary = items.find(({ kind }) => kind === 'summary')
  expect((await look({ around: summary?.id ?? '' })).anchor.id).toBe(summary?.id)
})

test('what is not indexed, or has no time, can be looked around all the same', async () => {
  const injected = await world.unitOfWork.inTeam(world.scope, ({ messageList }) =>
    messageList.list({ sessionId: ids.tuesday, kind: 'injected', limit: 1, previewChars: 100 }),
  )
  const around = injected.items[0]?.id ?? ''
  expect((await look({ around })).items.at(-1)?.id).toBe(around)
  const undated = await look({ around: await find('undated bollards') })
  expect(undated.notes).toContain(
    'This has no time of its own, so it stands where its session began.',
  )
  expect(titles(undated)).toContain('Paint the pier')
})

test('a moment is a middle too, and so is the best hit of a question', async () => {
  const atNoon = await look({ at: '2026-01-05T12:00Z', before: 1, after: 1, project: 'parser' })
  expect(titles(atNoon)).toEqual(['Closing them on unlink mends it.', 'Measure the leak'])
  expect(atNoon.anchor).toEqual({ id: null, at: '2026-01-05T12:00:00.000Z' })
  const asked = await look({ q: 'colour of the pier', before: 0, after: 0 })
  expect(titles(asked)).toEqual(['Which colour has the pier?'])
  const nothing = await look({ q: 'zzyzx' })
  expect(nothing.items).toEqual([])
  expect(nothing.notes).toContain('Nothing was found to look around. Try fewer or other words.')
})

test('a question that says nothing stands in the way of no other middle', async () => {
  expect((await look({ around: ids.monday, q: ' ' })).anchor.id).toBe(ids.monday)
  const { anchor } = await look({ at: '2026-01-05T12:00Z', q: '', around: '' })
  expect(anchor).toEqual({ id: null, at: '2026-01-05T12:00:00.000Z' })
})

test('filters looked through in part only say how far, and how to look further down', async () => {
  const { unitOfWork, scope } = world
  const bounds = { window: 1, most: 1, sorted: -1 }
  const search = makeSearch({ unitOfWork, now: () => NOW, bounds })
  const ask = (q: string) =>
    makeGetTimeline({ unitOfWork, search, now: () => NOW })(scope, timelineQuerySchema.parse({ q }))
  const { items, notes } = await ask('project:harbour type:prompt')
  expect(items).toEqual([])
  expect(notes).toEqual([
    expect.stringMatching(/^Everything down to 2026-01-06T10:\d\dZ was looked at/),
    expect.stringMatching(/^Nothing was found to look around so far\. Narrow .* add before:/),
  ])
  const further = await ask('project:harbour type:prompt before:2026-01-05T10:01Z')
  expect(further.items.map(({ title }) => title)).toContain('Which colour has the pier?')
})

test('one middle is needed, and a moment that is none is refused with a sentence', async () => {
  await expect(look({})).rejects.toMatchObject({ code: 'timeline.no_anchor' })
  await expect(look({ at: 'yesterday', q: 'leak' })).rejects.toMatchObject({
    code: 'timeline.no_anchor',
  })
  await expect(look({ at: 'soon' })).rejects.toMatchObject({ code: 'timeline.no_moment' })
})

describe('a budget', () => {
  test.each([
    ['at the beginning', '"why does the watcher"'],
    ['in the middle', '"every folder it ever saw"'],
    ['at the end', '"12 handles after an hour"'],
  ])('keeps what is nearest %s, whole, and counts what it left out', async (_where, q) => {
    const around = await find(`${q} -type:summary -type:observation`)
    const whole = await look({ around, kinds: 'message,prompt,session' })
    const budget = Math.ceil(whole.tokens / 2)
    const tight = await look({ around, kinds: 'message,prompt,session', budget_tokens: budget })
    expect(tight.tokens).toBeLessThanOrEqual(budget)
    expect(tight.items.length + tight.left_out.count).toBe(whole.items.length)
    expect(tight.tokens + tight.left_out.tokens).toBe(whole.tokens)
    expect(tight.items.map(({ id }) => id)).toContain(around)
    const places = tight.items.map(({ id }) => whole.items.findIndex((item) => item.id === id))
    expect(places).toEqual(places.map((_, index) => (places[0] ?? 0) + index))
    expect(tight.has_earlier).toBe((places[0] ?? 0) > 0)
    expect(tight.has_later).toBe((places.at(-1) ?? 0) < whole.items.length - 1)
  })
})

describe('privacy', () => {
  test('what is private to one person stands in nobody else’s timeline, and cannot be its middle', async () => {
    const secret = buildSession({
      native_id: 'secret',
      title: 'A private thought',
      messages: [asks(0, 'Only I may read about quokkas')].map(day('05')),
    })
    const setVisibility = (to: 'private' | 'team') =>
      world.engine.db.execute(
        `update teamlore.projects set default_visibility = '${to}' where team_id = '${world.team.teamId}'`,
      )
    await setVisibility('private')
    const sent = await world.send(secret)
    await setVisibility('team')
    const own = sent.sessions[0]?.session_id ?? ''
    expect(titles(await look({ around: own }))).toContain('Only I may read about quokkas')
    const other = await world.person('Bob')
    expect(
      titles(await look({ around: ids.monday, before: 50, after: 50 }, other)).join(),
    ).not.toMatch(/quokkas|private thought/)
    await expect(look({ around: own }, other)).rejects.toMatchObject({ code: 'record.not_found' })
  })

  test('another team’s ids lead nowhere', async () => {
    const theirs = await createSearchWorld(world.engine)
    await expect(look({ around: ids.monday }, theirs.scope)).rejects.toMatchObject({
      code: 'record.not_found',
    })
    expect((await look({ at: '2026-01-05' }, theirs.scope)).items).toEqual([])
  })
})
