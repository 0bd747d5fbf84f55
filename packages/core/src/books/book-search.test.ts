import type { TeamRole } from '@teamlore/shared'
import type { BookSearchQuery, IngestBookRequest } from '@teamlore/shared/books'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grantTeamScope, type TeamScope } from '../identity/teams/team-scope.ts'
import { makeGetRecords } from '../records/get-records.ts'
import { type OwnSearchWorld, openSearchWorld } from '../search/testing/search-world.ts'
import { makeGetBookEntity } from './ask-book.ts'
import { makeIngestBook } from './ingest-book.ts'
import { makeOpenBooks } from './open-books.ts'
import { makeSearchBook } from './search-book.ts'

const PROJECT = `project: vault
version: 1
layers:
  - { name: open, paths: [./open/], canonical: true }
  - { name: inner, paths: [./inner/], canonical: true, depends_on: [open], needs: admin }
`
const SCHEMA = `version: 1
entity_types:
  - name: part
    properties:
      - { name: status, type: enum, values: [live, retired], default: live }
      - { name: cost, type: string, needs: member }
    field_mappings:
      - { field: needs, relationship: NEEDS }
relationship_types:
  - { name: NEEDS, inverse: NEEDED_BY }
`
const NOTES: Record<string, string> = {
  'open/queue.md':
    '---\ntitle: Queue\ntype: part\ncost: porphyry\naliases: [Backlog]\ntags: [disk]\n---\nIt waits for the [[Core of secrets]].\n',
  'inner/core.md':
    '---\ntitle: Core of secrets\ntype: part\nneeds: Queue\n---\nMade of obsidian.\n',
}

const request = (notes = NOTES, more: Partial<IngestBookRequest> = {}): IngestBookRequest => ({
  project: PROJECT,
  schema: SCHEMA,
  files: Object.entries(notes).map(([path, text]) => ({
    path,
    text,
    hash: `${text.length} ${text}`.slice(0, 128),
  })),
  has_more: false,
  dry_run: false,
  is_past: false,
  allow_deletions: true,
  ...more,
})

let world: OwnSearchWorld
beforeAll(async () => {
  world = await openSearchWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const as = <R extends TeamRole>(role: R): TeamScope<R> =>
  grantTeamScope({ ...world.scope, role } as Parameters<typeof grantTeamScope>[0], role)
const ingest = (notes = NOTES, more: Partial<IngestBookRequest> = {}) =>
  makeIngestBook(world)(as('admin'), { book: 'vault', request: request(notes, more) })
const search = async (role: TeamRole, q: string) =>
  world.search(as(role), { q, limit: 10 } as Parameters<typeof world.search>[1])
const found = async (role: TeamRole, q: string) =>
  (await search(role, q)).items.flatMap(({ kind, title, match }) =>
    match === 'loose' ? [] : [[kind, title]],
  )

describe('entities of a lorebook in the search of everything', () => {
  beforeEach(() => ingest())

  test('are found by name, alias, property, tag and text, and open with what they say', async () => {
    for (const q of [
      'queue',
      'backlog',
      'status live',
      'concept:disk',
      'waits',
      'type:entity queue',
    ])
      expect([q, await found('admin', q)]).toEqual([
        q,
        expect.arrayContaining([['entity', 'Queue']]),
      ])
    const [hit] = (await search('admin', 'porphyry')).items
    expect(hit).toMatchObject({ kind: 'entity', type: 'part', title: 'Queue' })
    expect(hit?.url).toBe(`/entities/${hit?.id}`)
    const { items } = await makeGetRecords(world)(as('viewer'), {
      ids: [hit?.id.slice(0, 29) ?? ''],
      budget_tokens: 1_000,
    })
    expect(items[0]).toMatchObject({
      kind: 'entity',
      url: '/books/vault/entity?name=Queue',
      text: expect.stringContaining('It waits for the'),
    })
  })

  test('are found by meaning once they are embedded, and what did not change is not embedded again', async () => {
    await world.embed()
    const [hit] = (await search('viewer', 'backlog of jobs that waits')).items
    expect(hit?.score_parts.vector).not.toBeNull()
    await ingest({ ...NOTES, 'open/new.md': '---\ntitle: New\ntype: part\n---\n' })
    // What changed is read by the model again, and nothing else.
    expect(await world.rowsOf('embedding_queue')).toHaveLength(1)
  })

  test('of one book are searched by meaning, by layer and type, as each role sees them', async () => {
    await ingest()
    await world.embed()
    const openBooks = makeOpenBooks(world)
    const ask = (role: TeamRole, query: string, more: Partial<BookSearchQuery> = {}) =>
      makeSearchBook({ ...world, openBooks })(as(role), {
        book: 'vault',
        query: { query, limit: 20, semantic: true, ...more },
      })
    const { items, notes } = await ask('viewer', 'a backlog of jobs that waits')
    expect(notes).toEqual([])
    expect(items).toMatchObject([
      { name: 'Queue', type: 'part', layer: 'open', source_file: 'open/queue.md' },
    ])
    expect(items[0]?.snippet).toContain('It waits')
    expect((await ask('viewer', 'obsidian')).items).toEqual([])
    expect((await ask('viewer', 'porphyry')).items).toEqual([])
    expect((await ask('member', 'porphyry')).items).toMatchObject([{ name: 'Queue' }])
    expect((await ask('owner', 'obsidian')).items).toMatchObject([{ name: 'Core of secrets' }])
    expect((await ask('owner', 'obsidian', { layer: 'open' })).items).toEqual([])
    expect((await ask('owner', 'obsidian', { type: 'event' })).items).toEqual([])
    const without = await makeSearchBook({ unitOfWork: world.unitOfWork, openBooks })(as('owner'), {
      book: 'vault',
      query: { query: 'obsidian', limit: 20, semantic: true },
    })
    expect(without).toMatchObject({
      items: [{ name: 'Core of secrets' }],
      notes: ['Search by meaning is switched off; this is by words alone.'],
    })
  })

  test('that are not embedded yet are counted, found by words, and embedded first once opened', async () => {
    const openBooks = makeOpenBooks(world)
    const ask = (role: TeamRole) =>
      makeSearchBook({ ...world, openBooks })(as(role), {
        book: 'vault',
        query: { query: 'a backlog of jobs', limit: 20, semantic: true },
      })
    await world.embed()
    await ingest({
      ...NOTES,
      'open/new.md': '---\ntitle: New\ntype: part\n---\nSome jobs.\n',
      'inner/hidden.md': '---\ntitle: Hidden\ntype: part\n---\nMore jobs.\n',
    })
    const still = (waiting: number) =>
      expect.stringMatching(
        new RegExp(`^${waiting} of \\d+ texts of this lorebook are still to embed`, 'u'),
      )
    expect((await ask('owner')).notes).toEqual([still(2)])
    // What a role does not see does not count for it.
    expect((await ask('viewer')).notes).toEqual([still(1)])
    const priorities = () =>
      world.rowsOf('embedding_queue', 'priority') as Promise<{ priority: number }[]>
    expect((await priorities()).some(({ priority }) => priority === 0)).toBe(false)
    await makeGetBookEntity({ openBooks })(as('viewer'), {
      book: 'vault',
      query: { name: 'New' },
    })
    expect((await priorities()).filter(({ priority }) => priority === 0)).toHaveLength(1)
    await world.embed()
    expect((await ask('owner')).notes).toEqual([])
  })

  test('that a role does not see are in none of its results, counts, vectors, suggestions or records', async () => {
    await world.embed()
    await world.count()
    const known = (role: TeamRole) =>
      world.unitOfWork.inTeam(as(role), ({ search: words }) => words.knownLexemes(['obsidian']))
    expect(await known('member')).toEqual([])
    expect(await known('admin')).toEqual([{ lexeme: 'obsidian', documents: 1 }])
    const [secret] = (await search('admin', 'obsidian')).items
    expect(secret).toMatchObject({ title: 'Core of secrets' })
    for (const role of ['viewer', 'member'] as const) {
      for (const q of ['obsidian', 'core of secrets', 'made of obsidiam', 'secret stone']) {
        const found = JSON.stringify(await search(role, q)).replaceAll(JSON.stringify(q), '')
        expect([role, q, /Made of|Core of secrets|"title":"Core/.test(found)]).toEqual([
          role,
          q,
          false,
        ])
        expect([role, q, found.includes('did_you_mean')]).toEqual([role, q, false])
      }
      const { items, missing } = await makeGetRecords(world)(as(role), {
        ids: [secret?.id ?? '', secret?.id.slice(0, 29) ?? ''],
        budget_tokens: 1_000,
      })
      expect([items, missing.length]).toEqual([[], 2])
    }
    expect(JSON.stringify(await search('admin', 'obsidiam'))).toContain('obsidian')
  })

  test('show each role its own words of them, once', async () => {
    expect(await found('viewer', 'porphyry')).toEqual([])
    expect(await found('member', 'porphyry')).toEqual([['entity', 'Queue']])
    for (const role of ['viewer', 'member', 'admin', 'owner'] as const)
      expect(await found(role, 'queue type:entity waits')).toHaveLength(
        role === 'admin' || role === 'owner' ? 2 : 1,
      )
    const said = JSON.stringify(await search('viewer', 'waits'))
    expect(said).toContain('[hidden]')
    expect(said).not.toContain('secrets')
  })

  test('follow their files: changed, called otherwise, gone', async () => {
    const [before] = (await search('admin', 'backlog')).items
    const renamed = { 'open/queue.md': (NOTES['open/queue.md'] ?? '').replace('Queue', 'Line') }
    // Another note calls it by its old name still.
    for (const notes of [{ ...NOTES, ...renamed }, renamed]) {
      await ingest(notes)
      const [after] = (await search('admin', 'backlog')).items
      expect(after).toMatchObject({ title: 'Line', id: before?.id })
    }
    expect(await found('admin', 'obsidian')).toEqual([])
    await ingest({})
    expect(await found('admin', 'backlog')).toEqual([])
    expect(await world.rowsOf('documents')).toEqual([])
  })

  test('that lost a document get it back with the next ingest', async () => {
    await world.engine.db.execute(`delete from teamlore.documents`)
    expect(await found('admin', 'backlog')).toEqual([])
    expect((await ingest()).state).toBe('ingested')
    expect(await found('admin', 'backlog')).toHaveLength(1)
    expect((await ingest()).state).toBe('unchanged')
  })
})
