import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import { rememberRequestSchema } from '@teamlore/shared/memories'
import { onboardingQuerySchema, scoreQuerySchema } from '@teamlore/shared/onboarding'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grantTeamScope, type TeamScope } from '../identity/teams/team-scope.ts'
import { makeRemember } from '../memories/remember.ts'
import { buildSession } from '../testing/ingest-builders.ts'
import { createIngestWorld, type IngestWorld } from '../testing/ingest-world.ts'
import { countTokens } from '../text/count-tokens.ts'
import { makeGetOnboarding } from './get-onboarding.ts'
import { makeGetScore } from './get-score.ts'

let database: TestDatabase
let world: IngestWorld
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  world = await createIngestWorld(database.engine)
  await world.send(buildSession())
})
afterAll(() => database[Symbol.asyncDispose]())

const PROJECT = 'acme/parser'
const deps = () => ({ unitOfWork: world.team.unitOfWork })
const remember = async (statement: string, paths: string[] = [], more: object = {}) =>
  (
    await makeRemember(deps())(
      world.scope,
      rememberRequestSchema.parse({
        statement,
        project: PROJECT,
        anchors: paths.map((path) => ({ path })),
        ...more,
      }),
    )
  ).id
const score = (more: object = {}, scope: TeamScope = world.scope) =>
  makeGetScore(deps())(scope, scoreQuerySchema.parse({ project: PROJECT, ...more }))
const onboarding = (more: object = {}, scope: TeamScope = world.scope) =>
  makeGetOnboarding(deps())(scope, onboardingQuerySchema.parse({ project: PROJECT, ...more }))
const change = (statement: string) => readAsOwner(database.engine, statement)

describe('the score', () => {
  test('of a project of which nothing is known is none', async () => {
    expect(await score()).toMatchObject({ score: null, files: 0, memories: 0, folders: [] })
  })

  test('says which folders are known, what is stale and how much stands behind it', async () => {
    await remember('Tokens are interned.', ['src/lexer/intern.ts'], { reason: 'Memory.' })
    const stale = await remember('Offsets are code points.', ['src/lexer/at.ts', 'docs/a.md'])
    await remember('Everybody reviews.', [])
    await change(`update teamlore.memories set stale_since = now() where id = '${stale}'`)
    const { folders, ...rest } = await score()
    expect(rest).toMatchObject({ memories: 3, stale: 1, unanchored: 1, files: 3, coverage: 1 })
    expect(rest.freshness).toBeCloseTo(2 / 3, 2)
    expect(folders).toMatchObject([
      { folder: 'src/lexer', files: 2, memories: 2, stale: 1 },
      { folder: 'docs', files: 1, memories: 1, stale: 1 },
    ])
    expect(folders[0]?.depth).toBeGreaterThan(folders[1]?.depth ?? 1)
  })

  test('counts drafts and others’ private memories not, and names as many folders as asked', async () => {
    await remember('Tokens are interned.', ['src/lexer/intern.ts'], { draft: true })
    expect((await score()).memories).toBe(0)
    await remember('A is so.', ['a/x.ts'])
    await remember('B is so.', ['b/x.ts'])
    expect(await score({ limit: 1 })).toMatchObject({ folders: [{}], folders_left_out: 1 })
  })

  test('of a project of another team is not found', async () => {
    const other = await createIngestWorld(database.engine)
    await expect(
      makeGetScore({ unitOfWork: other.team.unitOfWork })(
        other.scope,
        scoreQuerySchema.parse({ project: PROJECT }),
      ),
    ).rejects.toMatchObject({ code: 'code.project_not_found' })
  })
})

describe('the brief for a newcomer', () => {
  test('has decisions apart from gotchas, with the ids they rest on, and drafts of nobody', async () => {
    const id = await remember('Tokens are interned.', [], { reason: 'Memory.' })
    await remember('The lexer must be reset between files.', [], { kind: 'gotcha' })
    await remember('Nobody reviewed this.', [], { draft: true })
    const { text, sections } = await onboarding()
    expect(text).toContain(`- Tokens are interned. Why: Memory. (${id})`)
    expect(text.indexOf('## Decisions')).toBeLessThan(text.indexOf('## Gotchas'))
    expect(text).not.toContain('Nobody reviewed')
    expect(sections.map(({ name }) => name)).toEqual([
      'about',
      'decisions',
      'gotchas',
      'people',
      'work',
      'threads',
    ])
  })

  test('names recent work and open threads of the days that are asked for', async () => {
    const [session] = (await world.rowsOf('sessions', 'id, project_id')) as {
      id: string
      project_id: string
    }[]
    for (const [number, days] of [
      [1, 2],
      [2, 60],
    ])
      await change(
        `insert into teamlore.summaries (id, team_id, session_id, project_id, prompt_number, request, investigated,
           learned, completed, next_steps, notes, distiller, occurred_at)
         values ('sum_0000000000000000000000000${number}', '${world.team.teamId}', '${session?.id}', '${session?.project_id}',
           ${number}, 'r', '', '', 'Work of ${days} days ago', 'Thread of ${days} days ago', '', 'model',
           now() - interval '${days} days')`,
      )
    const recent = await onboarding({ days: 30 })
    expect(recent.text).toContain('Work of 2 days ago')
    expect(recent.text).toContain('Thread of 2 days ago')
    expect(recent.text).not.toContain('60 days')
    expect((await onboarding({ days: 90 })).text).toContain('Thread of 60 days ago')
  })

  test('keeps to its budget by whole entries, gives each part a turn, and counts what it left out', async () => {
    for (let at = 0; at < 30; at++) await remember(`Rule ${at} of the lexer is that it must hold.`)
    await remember('The lexer must be reset between files.', [], { kind: 'gotcha' })
    const { text, tokens, sections } = await onboarding({ budget_tokens: 200 })
    expect(countTokens(text)).toBe(tokens)
    expect(tokens).toBeLessThanOrEqual(200)
    const [, decisions, gotchas] = sections
    expect(gotchas?.entries).toHaveLength(1)
    expect((decisions?.entries.length ?? 0) + (decisions?.left_out ?? 0)).toBe(30)
    expect(text).toContain(`… and ${decisions?.left_out} more`)
  })

  test('holds nothing private of others', async () => {
    const mine = await remember('The key is in the shed.', [], { visibility: 'private' })
    await change(`update teamlore.memories set status = 'active' where id = '${mine}'`)
    const bob = grantTeamScope(
      { ...(await world.team.addMember('viewer')), actor: { kind: 'user', via: 'api_key' } },
      'viewer',
    )
    expect((await onboarding()).text).toContain('in the shed')
    expect((await onboarding({}, bob)).text).not.toContain('in the shed')
  })
})
