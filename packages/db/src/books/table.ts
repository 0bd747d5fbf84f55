import type { BookId, TeamId, UserId } from '@teamlore/shared'
import type { EntityId } from '@teamlore/shared/books'
import { bigint, boolean, integer, jsonb, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytea, halfvec, id, teamlore, time } from '../sql/columns.ts'

export const booksTable = teamlore.table('books', {
  id: id<BookId>('id').primaryKey(),
  teamId: id<TeamId>('team_id').notNull(),
  name: text('name').notNull(),
  projectText: text('project_text').notNull(),
  schemaText: text('schema_text').notNull(),
  generation: integer('generation').notNull(),
  summary: jsonb('summary').$type<Record<string, number>>().notNull(),
  problems: jsonb('problems').$type<unknown[]>().notNull(),
  ingestedAt: time('ingested_at').notNull(),
  filesHash: text('files_hash'),
  textsReplaced: integer('texts_replaced').notNull().default(0),
  homeRepository: text('home_repository'),
  homeBranch: text('home_branch'),
  homeFolder: text('home_folder'),
  madeBy: id<UserId>('made_by'),
  links: boolean('links'),
})

export const bookFilesTable = teamlore.table(
  'book_files',
  {
    teamId: id<TeamId>('team_id').notNull(),
    bookId: id<BookId>('book_id').notNull(),
    path: text('path').notNull(),
    hash: text('hash').notNull(),
    text: text('text').notNull(),
    shownIn: integer('shown_in').array().notNull().default([]),
  },
  (t) => [primaryKey({ columns: [t.bookId, t.path, t.hash] })],
)

export const entitiesTable = teamlore.table(
  'entities',
  {
    teamId: id<TeamId>('team_id').notNull(),
    bookId: id<BookId>('book_id').notNull(),
    key: text('key').notNull(),
    name: text('name').notNull(),
    layer: text('layer').notNull(),
    type: text('type'),
    aliases: jsonb('aliases').$type<string[]>().notNull(),
    tags: jsonb('tags').$type<string[]>().notNull(),
    properties: jsonb('properties').$type<Record<string, unknown>>().notNull(),
    lines: jsonb('lines').$type<Record<string, number>>().notNull(),
    body: text('body').notNull(),
    source: jsonb('source').$type<{ path: string; hash: string; line: number }>(),
    id: id<EntityId>('id'),
    documents: integer('documents'),
    documentHash: text('document_hash'),
    readByModel: text('read_by_model'),
    rowHash: text('row_hash'),
    statedHash: text('stated_hash'),
  },
  (t) => [primaryKey({ columns: [t.bookId, t.key] })],
)

export const entityEdgesTable = teamlore.table(
  'entity_edges',
  {
    teamId: id<TeamId>('team_id').notNull(),
    bookId: id<BookId>('book_id').notNull(),
    position: integer('position').notNull(),
    from: text('src_key').notNull(),
    to: text('dst_key').notNull(),
    relationship: text('relationship'),
    file: text('file').notNull(),
    line: integer('line').notNull(),
    fromText: boolean('from_text').notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.bookId, t.file, t.position] })],
)

export const entityEventsTable = teamlore.table(
  'entity_events',
  {
    teamId: id<TeamId>('team_id').notNull(),
    bookId: id<BookId>('book_id').notNull(),
    key: text('key').notNull(),
    layer: text('layer').notNull(),
    session: bigint('session', { mode: 'number' }),
    dateReal: text('date_real'),
    dateInWorld: text('date_in_world'),
    consequences: jsonb('consequences').$type<unknown[]>().notNull(),
    file: text('file').notNull(),
  },
  (t) => [primaryKey({ columns: [t.bookId, t.key] })],
)

export const bookVersionsTable = teamlore.table(
  'book_versions',
  {
    teamId: id<TeamId>('team_id').notNull(),
    bookId: id<BookId>('book_id').notNull(),
    commit: text('commit').notNull(),
    committedAt: time('committed_at').notNull(),
    tags: jsonb('tags').$type<string[]>().notNull(),
    projectText: text('project_text').notNull(),
    schemaText: text('schema_text').notNull(),
    files: jsonb('files').$type<{ path: string; hash: string }[]>().notNull(),
    recordedAt: time('recorded_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.bookId, t.commit] })],
)

export const bookProposalsTable = teamlore.table(
  'book_proposals',
  {
    teamId: id<TeamId>('team_id').notNull(),
    bookId: id<BookId>('book_id').notNull(),
    id: text('id').notNull(),
    fromKey: text('from_key').notNull(),
    toKey: text('to_key').notNull(),
    field: text('field').notNull(),
    quote: text('quote').notNull(),
    sourceFile: text('source_file').notNull(),
    proposedBy: text('proposed_by').$type<'names' | 'memories' | 'model'>().notNull(),
    state: text('state').$type<'open' | 'confirmed' | 'rejected'>().notNull().default('open'),
    decidedBy: text('decided_by'),
    decidedAt: time('decided_at'),
    foundIn: text('found_in'),
  },
  (t) => [primaryKey({ columns: [t.bookId, t.id] })],
)

export const bookGenerationsTable = teamlore.table(
  'book_generations',
  {
    teamId: id<TeamId>('team_id').notNull(),
    bookId: id<BookId>('book_id').notNull(),
    generation: integer('generation').notNull(),
    projectText: text('project_text').notNull(),
    schemaText: text('schema_text').notNull(),
    summary: jsonb('summary').$type<Record<string, number>>().notNull(),
    gone: jsonb('gone').$type<{ key: string; id: EntityId }[]>().notNull(),
    repository: text('repository'),
    branch: text('branch'),
    restores: integer('restores'),
    madeBy: id<UserId>('made_by'),
    madeAt: time('made_at').notNull(),
    links: boolean('links'),
  },
  (t) => [primaryKey({ columns: [t.bookId, t.generation] })],
)

export const bookVectorsTable = teamlore.table(
  'book_vectors',
  {
    teamId: id<TeamId>('team_id').notNull(),
    bookId: id<BookId>('book_id').notNull(),
    space: text('space').notNull(),
    contentHash: text('content_hash').notNull(),
    embedding: halfvec('embedding').notNull(),
    generation: integer('generation').notNull(),
  },
  (t) => [primaryKey({ columns: [t.bookId, t.space, t.contentHash] })],
)

export const bookPicturesTable = teamlore.table(
  'book_pictures',
  {
    teamId: id<TeamId>('team_id').notNull(),
    bookId: id<BookId>('book_id').notNull(),
    hash: text('hash').notNull(),
    mediaType: text('media_type').notNull(),
    size: integer('size').notNull(),
    paths: jsonb('paths').$type<string[]>().notNull(),
    goneIn: integer('gone_in'),
    bytes: bytea('bytes').notNull(),
  },
  (t) => [primaryKey({ columns: [t.bookId, t.hash] })],
)
