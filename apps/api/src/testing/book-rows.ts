import { hash } from 'node:crypto'
import type { IngestBookRequest } from '@teamlore/shared/books'
import { expect } from 'vitest'
import type { RouteBattery } from './route-battery.ts'

const PROJECT = `project: heron
version: 1
images: true
layers:
  - { name: plan, paths: [./plan/], canonical: true }
  - { name: work, paths: [./work/], depends_on: [plan] }
`
const SCHEMA = `version: 1
entity_types:
  - name: part
    properties:
      - { name: status, type: enum, values: [live, retired], default: live }
    field_mappings:
      - { field: needs, relationship: NEEDS, target_type: [part] }
  - name: event
    field_mappings:
      - { field: affects, relationship: AFFECTS }
relationship_types:
  - { name: NEEDS, inverse: NEEDED_BY }
  - { name: AFFECTS, inverse: AFFECTED_BY }
`
/** The text of the store names the queue, and no field does. */
const HERON_PROPOSAL = hash('sha256', JSON.stringify(['plan/pump', 'plan/queue', 'related'])).slice(
  0,
  32,
)
const BODIES: Record<string, string> = { 'plan/pump.md': 'It fills the Queue.\n' }
const NOTES = {
  'plan/pump.md': 'title: Pump\ntype: part\nneeds: Store',
  'plan/queue.md': 'title: Queue\ntype: part\nneeds: Store',
  'plan/store.md': 'title: Store\ntype: part\naliases: [Bucket]\ntags: [disk]',
  'work/1.md':
    'title: Queue retired\ntype: event\nsession: 4\naffects: [Queue]\nconsequences:\n  - { entity: Queue, property: status, value: retired }',
}

/** A small lorebook over two layers, as an agent sends it. */
export const bookOf = (more: Partial<IngestBookRequest> = {}): IngestBookRequest => ({
  project: PROJECT,
  schema: SCHEMA,
  files: Object.entries(NOTES).map(([path, frontMatter]) => ({
    path,
    hash: `hash of ${path}`,
    text: `---\n${frontMatter}\n---\nThe pelican keeps it.\n${BODIES[path] ?? ''}`,
  })),
  has_more: false,
  dry_run: false,
  is_past: false,
  ...more,
})

const question = (path: string, query: string, wrong: string, expected: string): RouteBattery => ({
  route: `GET /v1/books/:book${path}`,
  as: 'viewer',
  status: 200,
  request: () => ({ url: `/v1/books/heron${path}${query}` }),
  others: 'not_found',
  malformed: () => ({ url: `/v1/books/heron${path}${wrong}` }),
  check: (response) => expect(response.body).toContain(expected),
})

const ingestInto = (book: string): RouteBattery => ({
  route: 'POST /v1/books/:book/ingest',
  as: 'member',
  status: 200,
  request: () => ({ url: `/v1/books/${book}/ingest`, payload: bookOf() }),
  others: 'their own',
  malformed: () => ({ url: `/v1/books/${book}/ingest`, payload: { files: 'all' } }),
  check: (response) => expect(response.json()).toMatchObject({ wanted: [], problems: [] }),
})

/** What is sent beforehand, for the questions below; others never make a book of that name. */
export const BOOK_FILL = ingestInto('heron')

/** Rows of what makes a lorebook and asks one. */
export const BOOK_ROWS: RouteBattery[] = [
  ingestInto('another'),
  {
    route: 'GET /v1/books',
    as: 'viewer',
    status: 200,
    request: () => ({ url: '/v1/books' }),
    others: 'their own',
    malformed: null,
    check: (response) => expect(response.body).toContain('heron'),
  },
  {
    ...question('', '', '', 'entity_types'),
    malformed: () => ({ url: '/v1/books/%2Fx' }),
  },
  question('/entities', '?tag=disk', '?colour=red', 'Store'),
  question('/entity', '?name=bucket', '', 'The pelican keeps it.'),
  question('/relationships', '?name=Queue&depth=2', '?name=Queue&depth=9', 'NEEDS'),
  question('/state', '?name=Queue&layer=work', '?name=Queue', 'retired'),
  question('/timeline', '?layer=work', '?layer=work&from_session=x', 'Queue retired'),
  question('/search', '?query=pelican', '', '**pelican**'),
  question(
    '/consistency',
    '?entity=Queue&claim=The+queue+is+retired',
    '?entity=Queue',
    'may_conflict',
  ),
  question('/proposals', '?state=open', '?state=maybe', 'items'),
  {
    route: 'POST /v1/books/:book/proposals',
    as: 'member',
    status: 200,
    request: () => ({
      url: '/v1/books/heron/proposals',
      payload: { id: HERON_PROPOSAL, decision: 'rejected' },
    }),
    others: 'not_found',
    malformed: () => ({
      url: '/v1/books/heron/proposals',
      payload: { id: 'x', decision: 'maybe' },
    }),
  },
  question('/graph', '?around=Queue', '?depth=9', 'Store'),
  question('/export', '?format=gazetteer', '?format=papyrus', 'pelican'),
  {
    ...question('/versions', '', '', 'items'),
    malformed: () => ({ url: '/v1/books/%2Fx/versions' }),
  },
  {
    ...question('/generations', '', '', 'is_current'),
    as: 'member',
    malformed: () => ({ url: '/v1/books/%2Fx/generations' }),
  },
  {
    route: 'POST /v1/books/:book/undo',
    as: 'member',
    // The book was ingested once, so there is nothing before that.
    status: 404,
    request: () => ({ url: '/v1/books/heron/undo', payload: {} }),
    others: 'not_found',
    malformed: () => ({ url: '/v1/books/heron/undo', payload: { generation: 0 } }),
  },
  {
    ...question('/links', '', '', 'would_add'),
    malformed: () => ({ url: '/v1/books/%2Fx/links' }),
  },
  {
    route: 'POST /v1/books/:book/links',
    as: 'member',
    status: 200,
    request: () => ({ url: '/v1/books/heron/links', payload: { links: true } }),
    others: 'not_found',
    malformed: () => ({ url: '/v1/books/heron/links', payload: { links: 'yes' } }),
    check: (response) =>
      expect(response.json()).toMatchObject({ links: true, decided_by: 'page', would_add: 0 }),
  },
  {
    ...question('/pictures', '', '', 'is_on'),
    malformed: () => ({ url: '/v1/books/%2Fx/pictures' }),
  },
  {
    route: 'POST /v1/books/:book/pictures',
    as: 'member',
    status: 200,
    request: () => ({ url: '/v1/books/heron/pictures', payload: { pictures: [] } }),
    others: 'not_found',
    malformed: () => ({
      url: '/v1/books/heron/pictures',
      payload: { pictures: [{ path: 'a.png', hash: 'short' }] },
    }),
    check: (response) => expect(response.json()).toMatchObject({ state: 'kept', kept: 0 }),
  },
  {
    route: 'GET /v1/books/:book/picture',
    as: 'viewer',
    // No note shows one; those that do are asked for in pictures.test.ts.
    status: 404,
    request: () => ({ url: '/v1/books/heron/picture?note=plan/pump.md&name=a.png' }),
    others: 'not_found',
    malformed: () => ({ url: '/v1/books/heron/picture?note=plan/pump.md' }),
  },
  {
    route: 'POST /v1/books/:book/sql',
    as: 'admin',
    status: 200,
    request: () => ({
      url: '/v1/books/heron/sql',
      payload: { query: 'select name from entities order by name' },
    }),
    others: 'not_found',
    malformed: () => ({ url: '/v1/books/heron/sql', payload: { query: '' } }),
    check: (response) => expect(response.json().items).toContainEqual({ name: 'Store' }),
  },
]
