import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grantTeamScope } from '../../identity/teams/team-scope.ts'
import { makeSetDistilRule } from './set-distil-rule.ts'
import {
  createLeaseWorld,
  given,
  type LeaseWorld,
  SEGMENT,
  session,
} from './testing/lease-world.ts'

let database: TestDatabase
let world: LeaseWorld
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())
beforeEach(async () => {
  world = await createLeaseWorld(database.engine)
})

describe('a rule of an admin', () => {
  const forbid = async (kind: 'team' | 'project' | 'tool', subject: string, allowed = false) =>
    makeSetDistilRule(world.deps)(await world.asAdmin(), { kind, subject, allowed })

  test('forbids it for the team, or a coding agent', async () => {
    await world.send(session('s1'))
    await forbid('tool', 'claude')
    await expect(world.lease()).rejects.toMatchObject({ code: 'distil.forbidden' })
    expect((await world.status()).tools).not.toContain('claude')
    expect((await world.lease(world.scope, { tool: 'codex' })).leases).toHaveLength(1)
    await forbid('team', '')
    await expect(world.lease(world.scope, { tool: 'codex' })).rejects.toMatchObject({
      code: 'distil.forbidden',
    })
    expect(await world.status()).toMatchObject({ allowed: false, tools: [] })
    await expect(forbid('tool', 'notepad')).rejects.toMatchObject({ code: 'distil.rule_unclear' })
  })

  test('forbids it for a project, also where answers are on their way', async () => {
    await world.send(session('s1'))
    const one = await world.leaseOne()
    const [project] = (await world.rowsOf('projects', 'id')) as { id: string }[]
    await forbid('project', project?.id ?? '')
    const { results } = await world.give([given(one.id, one.question, SEGMENT)])
    expect(results).toMatchObject([{ state: 'released' }])
    expect((await world.lease()).leases).toEqual([])
    expect(await world.findings()).toEqual([])
  })

  test('is needed for a restricted project', async () => {
    await world.send(session('s1'))
    const { teamId } = world.team
    await world.change(
      `update teamlore.projects set is_restricted = true where team_id = '${teamId}'`,
    )
    await world.change(`insert into teamlore.project_access (team_id, project_id, user_id, granted_by, granted_at)
      select team_id, id, '${world.member.userId}', '${world.member.userId}', now()
      from teamlore.projects where team_id = '${teamId}'`)
    expect((await world.lease()).leases).toEqual([])
    const [project] = (await world.rowsOf('projects', 'id')) as { id: string }[]
    await world.change(`insert into teamlore.distil_rules (team_id, kind, subject, is_allowed)
      values ('${teamId}', 'project', '${project?.id}', true)`)
    expect((await world.lease()).leases).toHaveLength(1)
  })
})

test('switching language models off counts for own coding agents; their cost counts for no cap', async () => {
  await world.send(session('s1'))
  await world.answerAll(await world.lease())
  const today = await world.team.unitOfWork.inTeam(world.scope, ({ usage }) => usage.today())
  expect(today).toEqual({ tokens: 0, costMicros: 0 })
  expect((await world.status()).today.tokens).toBe(2_000)
  await world.change(
    `insert into teamlore.model_settings (team_id, is_enabled) values ('${world.team.teamId}', false)`,
  )
  await expect(world.lease()).rejects.toMatchObject({ code: 'distil.switched_off' })
  expect((await world.status()).allowed).toBe(false)
})

test('a credential that somebody else made leases nothing', async () => {
  await world.send(session('s1'))
  const admin = await world.team.addMember('admin')
  const scope = grantTeamScope(
    { ...world.member, actor: { kind: 'user', via: 'api_key', givenBy: admin.userId } },
    'member',
  )
  await expect(world.lease(scope)).rejects.toMatchObject({ code: 'distil.not_yourself' })
})
