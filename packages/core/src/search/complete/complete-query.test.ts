import { type CompletionResponse, completionResponseSchema, FILTER_NAMES } from '@teamlore/shared'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDistilSession } from '../../distil/distil-session.ts'
import { makeCreateSessionNote } from '../../sessions/session-notes.ts'
import { buildEdit, buildSession } from '../../testing/ingest-builders.ts'
import { makeListConcepts } from '../list-concepts.ts'
import { parseQuery } from '../query/parse-query.ts'
import { CACHE, LOCKS } from '../testing/sample-sessions.ts'
import {
  asks,
  createSearchWorld,
  NOW,
  type OwnSearchWorld,
  openSearchWorld,
  says,
} from '../testing/search-world.ts'
import { makeCompleteQuery } from './complete-query.ts'

/** On a busy machine nothing would be suggested in time. */
const PATIENT_MS = 30_000

let world: OwnSearchWorld

const complete = (q: string, { cursor = q.length, limit = 10, scope = world.scope } = {}) =>
  makeCompleteQuery({ unitOfWork: world.unitOfWork, now: () => NOW, timeoutMs: PATIENT_MS })(
    scope,
    { q, cursor, limit },
  )
const texts = ({ items }: CompletionResponse) => items.map(({ text }) => text)
/** What the question becomes when the first suggestion is taken. */
const taken = (q: string, { from, to, items }: CompletionResponse) =>
  `${q.slice(0, from)}${items[0]?.text ?? ''}${q.slice(to)}`

beforeAll(async () => {
  world = await openSearchWorld()
  const sent = await world.send(
    LOCKS,
    CACHE,
    buildSession({
      native_id: 'edits',
      git_branch: 'feature/error handling',
      messages: [
        asks(0, 'Fix the error handling of the session cache'),
        says(1, 'The root cause is that the cache swallows errors. Fixed it in the cache.'),
      ],
      edits: [buildEdit('e1', { path: 'src/cache/session-cache.ts' })],
    }),
  )
  const distil = makeDistilSession({ unitOfWork: world.unitOfWork })
  for (const { session_id } of sent.sessions)
    await distil(world.systemScope, { sessionId: session_id as never })
})
afterAll(() => world[Symbol.asyncDispose]())

describe('names of filters', () => {
  test('are suggested as soon as a word begins like one', async () => {
    const answer = await complete('lock au')
    expect(texts(answer)).toEqual(['author:'])
    expect(taken('lock au', answer)).toBe('lock author:')
    expect(texts(await complete('-ty'))).toEqual(['-type:'])
    expect(texts(await complete('lock'))).toEqual([])
  })

  test('are all suggested where nothing has been typed', async () => {
    expect(texts(await complete('', { limit: 20 }))).toHaveLength(FILTER_NAMES.length)
    expect(texts(await complete('lock ', { limit: 3 }))).toHaveLength(3)
  })

  test('are suggested in the middle of a question, and leave the rest of it alone', async () => {
    const q = 'proj:x lock'
    const answer = await complete(q, { cursor: 4 })
    expect(taken(q, answer)).toBe('project:x lock')
  })

  test('are not suggested inside of a phrase', async () => {
    expect(texts(await complete('"type'))).toEqual([])
  })
})

describe('values', () => {
  test.each([
    ['type:dec', 'type:decision'],
    ['type:bugfix,dec', 'type:bugfix,decision'],
    ['tool:cod', 'tool:codex'],
    ['project:serv', 'project:acme/server'],
    ['branch:cac', 'branch:feature/cache'],
    ['branch:feature/err', 'branch:"feature/error handling"'],
    ['author:m', 'author:me'],
    ['-tool:cla', '-tool:claude-code'],
    ['after:yes', 'after:yesterday'],
    ['order:d', 'order:date'],
    ['file:session-c', 'file:src/cache/session-cache.ts'],
    ['file:src/ca', 'file:src/cache/session-cache.ts'],
  ])('%s becomes %s', async (q, expected) => {
    const answer = await complete(q)
    expect(texts(answer)[0], JSON.stringify(answer)).toBe(expected)
    expect(completionResponseSchema.parse(answer)).toEqual(answer)
    expect(parseQuery(taken(q, answer)).filters).toHaveLength(1)
  })

  test('of tags come with how many sessions have them', async () => {
    const [session] = (await world.ask('cache', { tool: 'codex' })).items
    const note = { id: session?.session_id ?? '', kind: 'tag', text: 'release-2.1' } as const
    await makeCreateSessionNote(world)(world.scope, note)
    const { items } = await complete('tag:Rel')
    expect(items[0]).toMatchObject({ text: 'tag:release-2.1', note: '1 session' })
  })

  test('of concepts come with how many findings are about them', async () => {
    const { items } = await makeListConcepts({ unitOfWork: world.unitOfWork })(world.scope, {
      prefix: '',
      limit: 5,
      all: true,
    })
    const [concept] = items
    expect(concept?.observations).toBeGreaterThan(0)
    const name = concept?.concept ?? ''
    const answer = await complete(`concept:${name.slice(0, 3)}`)
    expect(answer.items.map(({ label }) => label)).toContain(name)
    expect(answer.items[0]?.note).toMatch(/^\d+ findings?$/)
  })

  test('of concepts of a project that there is not are none, and a note says so', async () => {
    const list = makeListConcepts({ unitOfWork: world.unitOfWork })
    const answer = await list(world.scope, { project: 'nope', prefix: '', limit: 5, all: false })
    expect(answer).toEqual({ items: [], left_out: 0, notes: ['There is no project "nope".'] })
    const known = await list(world.scope, {
      project: 'server',
      prefix: 'zzz',
      limit: 5,
      all: false,
    })
    expect(known).toEqual({ items: [], left_out: 0, notes: [] })
  })

  test('of sessions are shown by their title', async () => {
    const { items } = await complete('session:choosing')
    expect(items[0]).toMatchObject({ label: 'Choosing a cache', note: '2025-11-02' })
    expect(items[0]?.text).toMatch(/^session:ses_/)
  })

  test('are of the project that the question names', async () => {
    expect(texts(await complete('project:parser branch:'))).not.toContain('branch:feature/cache')
    expect(texts(await complete('project:server branch:'))).toEqual(['branch:feature/cache'])
  })

  test('in an open quotation take the place of the value, not of what follows', async () => {
    const q = 'branch:"feature/err lock'
    const answer = await complete(q, { cursor: 19 })
    expect(taken(q, answer)).toBe('branch:"feature/error handling" lock')
  })
})

describe('privacy', () => {
  test('what only private sessions of somebody have is suggested to them alone', async () => {
    const setVisibility = (to: 'private' | 'team') =>
      world.engine.db.execute(
        `update teamlore.projects set default_visibility = '${to}' where team_id = '${world.team.teamId}'`,
      )
    await setVisibility('private')
    const hidden = {
      ...buildSession({
        native_id: 'hidden',
        tool: 'quokka-tool',
        git_branch: 'quokka-branch',
        title: 'quokka title',
        messages: [
          asks(0, 'Why does the quokka parser fail?'),
          says(1, 'The root cause of the quokka bug is a missing check. Fixed quokka.ts.'),
        ],
        edits: [buildEdit('e9', { path: 'src/quokka/quokka.ts' })],
      }),
    }
    const sent = await world.send(hidden)
    await makeDistilSession({ unitOfWork: world.unitOfWork })(world.systemScope, {
      sessionId: sent.sessions[0]?.session_id as never,
    })
    await setVisibility('team')
    const other = await world.person('Bob')
    const asked = ['tool:quo', 'branch:quo', 'file:quo', 'session:quo', 'concept:quo']
    for (const q of asked) expect(texts(await complete(q, { scope: other })), q).toEqual([])
    for (const q of asked.slice(0, 4)) expect(texts(await complete(q)), q).toHaveLength(1)
  })

  test('another team is suggested nothing of this one', async () => {
    const theirs = await createSearchWorld(world.engine)
    for (const q of ['project:', 'branch:', 'file:', 'concept:', 'session:', 'tool:'])
      expect(texts(await complete(q, { scope: theirs.scope })), q).toEqual([])
    expect(texts(await complete('author:', { scope: theirs.scope }))).not.toContain('author:Bob')
  })
})

test('whatever is typed and wherever the cursor stands, there is an answer, and what is taken is a filter', async () => {
  const typed = fc.string({
    unit: fc.constantFrom(
      ...['"', '“', '-', ':', ',', '\\', '\0', '%', '_', '*', ' ', 'type:', 'file:', 'concept:'],
      ...['branch:fe', 'session:', 'author:', 'é', 'א', '\u202e', '😀', '\ud800', 'a', 'or ', '\n'],
    ),
    maxLength: 12,
  })
  await fc.assert(
    fc.asyncProperty(typed, fc.nat(40), async (q, cursor) => {
      const answer = await complete(q, { cursor })
      expect(completionResponseSchema.safeParse(answer).success).toBe(true)
      expect(answer.from).toBeLessThanOrEqual(answer.to)
      expect(answer.to).toBeLessThanOrEqual(q.length)
      for (const { kind, filter, text } of answer.items) {
        if (kind === 'value')
          expect(parseQuery(text).filters.map(({ name }) => name)).toEqual([filter])
      }
    }),
    { numRuns: 120 },
  )
})
