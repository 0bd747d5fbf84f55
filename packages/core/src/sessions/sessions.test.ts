import type { Engine } from '@teamlore/db'
import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import {
  type ListSessionsQuery,
  listSessionsQuerySchema,
  newId,
  sessionDetailSchema,
  sessionPageSchema,
} from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grantTeamScope } from '../identity/teams/team-scope.ts'
import { buildEdit, buildMessages, buildRequest, buildSession } from '../testing/ingest-builders.ts'
import { createIngestWorld, type IngestWorld } from '../testing/ingest-world.ts'
import { makeGetSession } from './get-session.ts'
import { makeListSessions } from './list-sessions.ts'

let database: TestDatabase
let engine: Engine
let world: IngestWorld
const NO_LINES = { added_lines: 0, removed_lines: 0, added: [], removed: [] }

beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
  world = await createIngestWorld(engine)
  await world.send(
    buildSession({
      native_id: 'parser',
      title: 'Parser skips bad lines',
      ended_at: '2026-01-05T10:00:00Z',
      git_head: 'abc',
      pull_requests: [{ number: 7, url: 'https://github.com/acme/parser/pull/7' }],
      edits: [
        buildEdit('e1', { path: 'src/b.ts', added_lines: 3, removed_lines: 1 }),
        buildEdit('e2', { path: 'src/b.ts', added_lines: 4, removed_lines: 0 }),
        buildEdit('e3', { path: 'src/a.ts', operation: 'create' }),
        buildEdit('e4', { path: 'src/b.ts', operation: 'delete', ...NO_LINES }),
        buildEdit('e5', { path: 'src/c.ts', operation: 'rename', ...NO_LINES }),
      ],
    }),
    buildSession({
      native_id: 'helper',
      kind: 'subagent',
      parent_native_id: 'parser',
      title: 'Look for bad lines',
      ended_at: '2026-01-05T09:00:00Z',
    }),
    buildSession({
      native_id: 'web',
      tool: 'codex',
      title: '100% of the_web',
      git_branch: 'feature/web',
      ended_at: '2026-01-07T10:00:00Z',
      project: {
        remote_url: 'git@github.com:acme/web.git',
        root_commit: null,
        root_path: '/home/ann/web',
      },
    }),
    buildSession({ native_id: 'loose', project: null, ended_at: '2026-01-01T00:00:00Z' }),
  )
})
afterAll(() => database[Symbol.asyncDispose]())

const list = async (query: Partial<ListSessionsQuery> = {}) => {
  const listSessions = makeListSessions({ unitOfWork: world.team.unitOfWork })
  const page = await listSessions(world.scope, listSessionsQuerySchema.parse(query))
  return sessionPageSchema.parse(page)
}
const names = async (query: Partial<ListSessionsQuery>) =>
  (await list(query)).items.map(({ native_id }) => native_id)
const get = (id: string) =>
  makeGetSession({ unitOfWork: world.team.unitOfWork })(world.scope, { id })

describe('the list of sessions', () => {
  test('shows the latest activity first, with all a reader wants to know', async () => {
    const { items, next_cursor } = await list()
    expect(next_cursor).toBeNull()
    expect(items.map(({ native_id }) => native_id)).toEqual(['web', 'parser', 'helper', 'loose'])
    expect(items[1]).toEqual({
      id: expect.stringMatching(/^ses_/),
      tool: 'claude-code',
      native_id: 'parser',
      kind: 'main',
      started_by: 'person',
      parent_id: null,
      title: 'Parser skips bad lines',
      project: { id: expect.stringMatching(/^prj_/), name: 'acme/parser' },
      author: { id: world.member.userId, name: 'Ann' },
      machine: { id: expect.stringMatching(/^mac_/), name: 'anns-laptop' },
      visibility: 'team',
      cwd: '/home/ann/parser',
      git_branch: 'main',
      git_head: 'abc',
      tool_version: '2.1.0',
      models: ['some-model'],
      started_at: '2026-01-05T08:00:00.000Z',
      ended_at: '2026-01-05T10:00:00.000Z',
      updated_at: expect.stringMatching(/^\d{4}-.*Z$/),
      counts: { messages: 4, prompts: 1, edits: 3, observations: 0, work: 0, subagents: 1 },
      usage: {
        input_tokens: 0,
        output_tokens: 0,
        cache_creation_tokens: 0,
        cache_read_tokens: 0,
      },
      distilled: 'pending',
      tags: [],
    })
    expect(items[2]?.parent_id).toBe(items[1]?.id)
    expect(items[3]?.project).toBeNull()
  })

  test('can be narrowed down by everything it shows', async () => {
    const { items } = await list()
    const web = items[0]
    expect(await names({ tool: 'codex' })).toEqual(['web'])
    expect(await names({ kind: 'subagent' })).toEqual(['helper'])
    expect(await names({ branch: 'feature/web' })).toEqual(['web'])
    expect(await names({ project: web?.project?.id ?? '' })).toEqual(['web'])
    expect(await names({ project: 'ACME/web' })).toEqual(['web'])
    expect(await names({ project: 'web' })).toEqual(['web'])
    expect(await names({ project: 'https://github.com/acme/web' })).toEqual(['web'])
    expect(await names({ project: 'nowhere' })).toEqual([])
    expect(await names({ author: 'ann', tool: 'codex' })).toEqual(['web'])
    expect(await names({ author: world.member.userId, tool: 'codex' })).toEqual(['web'])
    expect(await names({ author: 'bob' })).toEqual([])
    expect(await names({ title: 'BAD LINES' })).toEqual(['parser', 'helper', 'loose'])
    expect(await names({ title: '100% of the_' })).toEqual(['web'])
    expect(await names({ title: '%' })).toEqual(['web'])
    expect(await names({ before: '2026-01-05' })).toEqual(['loose'])
    expect(await names({ after: '2026-01-05', before: '2026-01-05T10:00:00Z' })).toEqual(['helper'])
    expect(await names({ after: '2026-01-05T12:00:00+02:00' })).toEqual(['web', 'parser'])
  })

  test('goes on where the last page ended, under the same filter', async () => {
    const first = await list({ limit: 2, tool: 'claude-code' })
    expect(first.items.map(({ native_id }) => native_id)).toEqual(['parser', 'helper'])
    const second = await list({ limit: 2, tool: 'claude-code', cursor: first.next_cursor ?? '' })
    expect(second.items.map(({ native_id }) => native_id)).toEqual(['loose'])
    expect(second.next_cursor).toBeNull()
  })

  test('says how many there are under its filters, once, on the first page', async () => {
    expect((await list()).total).toEqual({ value: 4, relation: 'exact' })
    expect((await list({ project: 'parser', limit: 1 })).total?.value).toBe(2)
    expect((await list({ author: 'bob' })).total?.value).toBe(0)
    const { next_cursor } = await list({ limit: 2 })
    expect((await list({ limit: 2, cursor: next_cursor ?? '' })).total).toBeNull()
  })

  test('refuses a cursor that is none of its own', async () => {
    await expect(list({ cursor: 'nonsense' })).rejects.toMatchObject({
      code: 'cursor.invalid',
      kind: 'invalid',
    })
  })

  test('takes any text for what it is, never for SQL', async () => {
    for (const odd of ["'; drop table x; --", '%_\\', '\\', '$1', "''"]) {
      for (const field of ['project', 'author', 'branch', 'title', 'tool'] as const) {
        expect(await names({ [field]: odd })).toEqual([])
      }
    }
  })
})

describe('a session', () => {
  test('counts what was written as edits, not a file that was deleted or moved as it is', async () => {
    const { items } = await list()
    expect(items[1]?.counts.edits).toBe(3)
  })

  test('opens with its family, its files and where it was read from', async () => {
    const { items } = await list()
    const parser = sessionDetailSchema.parse(await get(items[1]?.id ?? ''))
    expect(parser).toMatchObject({
      parent: null,
      children: [{ id: items[2]?.id, title: 'Look for bad lines', kind: 'subagent' }],
      pull_requests: [{ number: 7, url: 'https://github.com/acme/parser/pull/7' }],
      files: [
        { path: 'src/a.ts', edits: 1, deletions: 0, renames: 0, added_lines: 2, removed_lines: 1 },
        { path: 'src/b.ts', edits: 2, deletions: 1, renames: 0, added_lines: 7, removed_lines: 1 },
        { path: 'src/c.ts', edits: 0, deletions: 0, renames: 1, added_lines: 0, removed_lines: 0 },
      ],
      source: { path: '/home/ann/.claude/projects/x.jsonl', lines: 4, bad_lines: 0 },
    })
    const helper = await get(items[2]?.id ?? '')
    expect(helper.parent).toEqual({ id: parser.id, title: 'Parser skips bad lines' })
  })

  test('may be asked for by the beginning of its id', async () => {
    const { items } = await list()
    const id = items[0]?.id ?? ''
    expect((await get(id.slice(0, -2))).id).toBe(id)
    await expect(get('ses_0')).rejects.toMatchObject({ code: 'id.too_short', kind: 'invalid' })
    await expect(get(id.slice(0, 9))).rejects.toMatchObject({
      code: 'id.ambiguous',
      kind: 'invalid',
      details: { examples: expect.arrayContaining([expect.stringMatching(/^ses_/)]) },
    })
  })

  test('that is not there, is another team’s, or is no session, is not found', async () => {
    const stranger = await createIngestWorld(engine)
    const theirs = await stranger.send(buildSession())
    const missing = [
      newId.session(),
      newId.message(),
      theirs.sessions[0]?.session_id ?? '',
      (theirs.sessions[0]?.session_id ?? '').slice(0, -1),
      'ses_%%%%%%%%',
      'no id at all',
    ]
    for (const id of missing) {
      await expect(get(id)).rejects.toMatchObject({ code: 'session.not_found', kind: 'not_found' })
    }
  })

  test('of a member who left keeps its place', async () => {
    const other = await createIngestWorld(engine)
    await other.ingest(other.scope, buildRequest(buildSession({ messages: buildMessages(1) })))
    await engine.db.execute(
      `delete from teamlore.memberships where team_id = '${other.team.teamId}'`,
    )
    const bob = await other.team.addMember('viewer', 'Bob')
    const scope = grantTeamScope({ ...bob, actor: { kind: 'user', via: 'browser' } }, 'viewer')
    const listSessions = makeListSessions({ unitOfWork: other.team.unitOfWork })
    const { items } = await listSessions(scope, { limit: 10 })
    expect(items).toMatchObject([{ author: { name: 'Former member' } }])
  })
})
