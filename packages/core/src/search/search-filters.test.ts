import { type SearchResponse, searchResponseSchema } from '@teamlore/shared'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCreateSessionNote } from '../sessions/session-notes.ts'
import { buildEdit } from '../testing/ingest-builders.ts'
import { CACHE, LOCKS } from './testing/sample-sessions.ts'
import { type OwnSearchWorld, openSearchWorld } from './testing/search-world.ts'

let world: OwnSearchWorld

const kindsOf = ({ items }: SearchResponse) => items.map(({ kind, type }) => type ?? kind)
const wordsOf = ({ items }: SearchResponse) => items.map(({ snippet }) => snippet.text).join('\n')

beforeAll(async () => {
  world = await openSearchWorld()
  await world.send(LOCKS, CACHE)
})
afterAll(() => world[Symbol.asyncDispose]())

describe('filters', () => {
  test.each([
    ['lock tool:codex', /embedded table/],
    ['lock project:server', /embedded table/],
    ['lock project:github.com/acme/server', /embedded table/],
    ['lock branch:feature/*', /embedded table/],
    ['lock before:2025-12', /embedded table/],
    ['file:directory-lock.ts owners', /dead owners/],
  ])('%s narrows', async (q, expected) => {
    const answer = await world.ask(q)
    expect(answer.notes).toEqual([])
    expect(answer.items.length).toBeGreaterThan(0)
    for (const { snippet } of answer.items) expect(snippet.text).toMatch(expected)
  })

  test('exclude what they are led by a dash with', async () => {
    expect(kindsOf(await world.ask('lock -type:tool_result'))).not.toContain('tool_result')
    expect(wordsOf(await world.ask('lock -tool:codex'))).not.toContain('embedded table')
    expect(wordsOf(await world.ask('lock -cheap'))).not.toContain('cheap')
  })

  test('stand beside the question as well as in it', async () => {
    const { items } = await world.ask('lock', { tool: 'codex' })
    expect(items.map(({ tool }) => tool)).toEqual(['codex'])
    expect((await world.ask('lock', { scope: 'knowledge' })).items).toEqual([])
  })

  test('narrow to what was said in sessions, or to one project where one is named', async () => {
    const distilled = ['observation', 'summary', 'memory', 'memory_file', 'entity']
    const spoken = await world.ask('lock', { scope: 'session' })
    expect(spoken.items.length).toBeGreaterThan(0)
    for (const { kind } of spoken.items) expect(distilled).not.toContain(kind)
    const { items, notes } = await world.ask('lock', { scope: 'project', project: 'server' })
    expect(notes).toEqual([])
    expect(items.length).toBeGreaterThan(0)
    for (const { snippet } of items) expect(snippet.text).toMatch(/embedded table/)
    const unnamed = await world.ask('lock', { scope: 'project' })
    expect(unnamed.notes).toContain(
      'The scope "project" needs a project: filter, so everything was searched.',
    )
    expect(unnamed.items.length).toBeGreaterThan(items.length)
  })

  test('without words list what fits, newest first', async () => {
    const answer = await world.ask('type:prompt')
    expect(answer.items.map(({ kind }) => kind)).toEqual(['prompt', 'prompt'])
    expect(answer.items[0]?.snippet.text).toContain('ERR_LOCK_HELD')
    expect(answer.arms).toEqual([])
  })

  test('name the author and the session, whole or by its beginning', async () => {
    const [hit] = (await world.ask('boot id')).items
    const session = hit?.session_id ?? ''
    expect((await world.ask(`lock session:${session.slice(0, 29)}`)).items.length).toBeGreaterThan(
      0,
    )
    expect((await world.ask('lock author:me')).items.length).toBeGreaterThan(0)
    expect((await world.ask('lock author:ann')).items.length).toBeGreaterThan(0)
  })

  test('that name nothing find nothing and say so; dates that are none are left out', async () => {
    const unknown = await world.ask('lock project:nowhere')
    expect(unknown.items).toEqual([])
    expect(unknown.notes).toContain('There is no project "nowhere".')
    const odd = await world.ask('lock before:soon type:poem')
    expect(odd.items.length).toBeGreaterThan(0)
    expect(odd.notes.join(' ')).toMatch(
      /"soon" is no date.*no type "poem"|no type "poem".*"soon" is no date/,
    )
  })
})

describe('a tag that people gave a session', () => {
  const toolsOf = ({ items }: SearchResponse) => [...new Set(items.map(({ tool }) => tool))]

  beforeAll(async () => {
    const [hit] = (await world.ask('lock tool:codex')).items
    await makeCreateSessionNote(world)(world.scope, {
      id: hit?.session_id ?? '',
      kind: 'tag',
      text: 'Table-work',
    })
  })

  test.each(['lock tag:table-work', 'tag:#Table-Work', 'type:prompt tag:table-work'])(
    'narrows to it: %s',
    async (q) => {
      const answer = await world.ask(q)
      expect(answer.notes).toEqual([])
      expect(toolsOf(answer)).toEqual(['codex'])
    },
  )

  test('is left out with a dash, and stands beside the question too', async () => {
    expect(toolsOf(await world.ask('lock -tag:table-work'))).not.toContain('codex')
    expect((await world.ask('lock -tag:table-work')).items.length).toBeGreaterThan(0)
    expect(toolsOf(await world.ask('lock', { tag: 'table-work' }))).toEqual(['codex'])
  })

  test('is named where nothing has it', async () => {
    const { items, notes } = await world.ask('lock tag:nowhere')
    expect(items).toEqual([])
    expect(notes[0]).toBe('Nothing you can see has the tag "nowhere".')
  })
})

describe('a file', () => {
  test('is found with what was done to it, with words and without', async () => {
    const named = await world.ask('file:directory-lock.ts')
    expect(named.items[0]?.touched).toEqual([{ path: 'src/engine/directory-lock.ts', how: 'read' }])
    expect((await world.ask('owners file:directory-lock.ts')).items[0]?.touched).toHaveLength(1)
    expect((await world.ask('owners')).items[0]?.touched).toBeUndefined()
  })

  test('that a session wrote to was modified, and a folder is asked for like a file', async () => {
    await world.send({
      ...LOCKS,
      edits: [buildEdit('e1', { message_key: 'm2', path: 'src/engine/directory-lock.ts' })],
    })
    for (const q of ['file:directory-lock.ts', 'file:src/engine', 'dead owners file:engine'])
      expect((await world.ask(q)).items[0]?.touched, q).toEqual([
        { path: 'src/engine/directory-lock.ts', how: 'modified' },
      ])
  })
})

test('calls and outputs of tools are listed when they are asked for, and only then', async () => {
  const outputs = await world.ask('type:tool_result')
  expect(outputs.items.map(({ type }) => type)).toEqual(['tool_result'])
  expect(kindsOf(await world.ask('type:tool_call'))).toEqual(['tool_call'])
  expect(kindsOf(await world.ask('tool:claude-code'))).not.toContain('tool_result')
})

test('a value that is as long as a question finds nothing, and breaks nothing', async () => {
  for (const name of ['branch', 'concept', 'tool', 'file', 'project', 'author', 'session'])
    for (const length of [59, 60, 2_000])
      expect((await world.ask(`lock ${name}:${'x'.repeat(length)}👩‍👩‍👧,漢字`)).items).toEqual([])
})

test('all filters go together, with words and without', async () => {
  const filters =
    'type:prompt project:server tool:codex author:me branch:feature/* before:2025-12 after:2025-10'
  for (const q of [
    filters,
    `cache ${filters}`,
    `cache ${filters} -type:message -concept:nothing`,
  ]) {
    const { items, notes } = await world.ask(q)
    expect(
      items.map(({ kind }) => kind),
      q,
    ).toEqual(['prompt'])
    expect(notes).toEqual([])
  }
  expect((await world.ask(`${filters} file:nowhere.ts`)).items).toEqual([])
})

test('an answer says what it costs itself', async () => {
  const answer = await world.ask('lock')
  expect(answer.tokens).toBeGreaterThan(100)
  expect((await world.ask('lock', { limit: 1 })).tokens).toBeLessThan(answer.tokens)
})

describe('phrases', () => {
  test('must stand as they are quoted', async () => {
    expect(wordsOf(await world.ask('"lock file outlives"'))).toContain('outlives the process')
    const { items } = await world.ask('"session cache"')
    expect(items.length).toBeGreaterThan(0)
    // An answer is found by the prompt it answers, which is its context.
    for (const hit of items)
      expect(`${hit.context} ${hit.title} ${hit.snippet.text}`).toContain('session cache')
  })

  test('that stand nowhere give way to their words, and the answer says so', async () => {
    const answer = await world.ask('"outlives file lock"')
    expect(wordsOf(answer)).toContain('outlives')
    expect(answer.notes).toContain(
      'Nothing contains the quoted words as they stand, so they were searched one by one.',
    )
  })
})

test('whatever is typed is answered, never an error', async () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.string({
      unit: fc.constantFrom(
        '"',
        "'",
        '\\',
        '\0',
        '-',
        ':',
        '|',
        '&',
        '!',
        '(',
        ')',
        '<->',
        '*',
        ' or ',
        ' ',
        'lock',
        'file:',
        'before:',
        'type:',
        'session:ses_',
        '日本',
        '\ud800',
        '\u202e',
        ';drop table',
        '%',
        '_',
      ),
      maxLength: 40,
    }),
  )
  await fc.assert(
    fc.asyncProperty(hostile, async (q) => {
      const answer = await world.ask(q)
      expect(searchResponseSchema.safeParse(answer).success).toBe(true)
    }),
    { numRuns: 150 },
  )
  // What PostgreSQL stores in no text, in every place a value can stand.
  for (const q of [
    'file:\0',
    'concept:"\0"',
    'branch:\ud800',
    'author:\0 project:\0 session:\0',
    '"\0 lock"',
  ]) {
    expect(searchResponseSchema.safeParse(await world.ask(q)).success).toBe(true)
  }
  expect((await world.ask('lock', { branch: '\0' })).items).toEqual([])
  const megabyte = await world.ask('', { q: `${'lock '.repeat(210_000)}\0` })
  expect(megabyte.items.length).toBeGreaterThan(0)
  expect(megabyte.notes.join(' ')).toContain('Only the first')
})
