import { readAsOwner } from '@teamlore/db/testing'
import { newId } from '@teamlore/shared'
import { auditQuerySchema } from '@teamlore/shared/audit'
import type { ReportExport } from '@teamlore/shared/report-export'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeListAudit } from '../identity/teams/list-audit.ts'
import { makeSealAudit } from '../identity/teams/seal-audit.ts'
import { grantTeamScope, type TeamScope } from '../identity/teams/team-scope.ts'
import { makeVerifyAudit } from '../identity/teams/verify-audit.ts'
import { makeRegisterMachine } from '../machines/register-machine.ts'
import { makeListProjects } from '../projects/list-projects.ts'
import { makeSetProject } from '../projects/manage-projects.ts'
import { asks, type OwnSearchWorld, openSearchWorld } from '../search/testing/search-world.ts'
import { makeListSessions } from '../sessions/list-sessions.ts'
import { buildRequest, buildSession } from '../testing/ingest-builders.ts'
import { makeReportExport } from './report-export.ts'

let world: OwnSearchWorld
let ann: TeamScope<'member'>
let bob: TeamScope<'member'>
let ada: TeamScope<'admin'>
let shared: string
let hidden: string
let project: string

beforeAll(async () => {
  world = await openSearchWorld()
  ann = await world.person('Ann')
  bob = await world.person('Bob')
  const boss = await world.team.addMember('admin', 'Ada')
  ada = grantTeamScope({ ...boss, actor: { kind: 'user', via: 'api_key' } }, 'admin')
  const sent = ['heron', 'egret'].map((name) =>
    buildSession({ native_id: name, messages: [asks(0, name)] }),
  )
  await world.ingest(ann, buildRequest(...sent))
  const { items } = await makeListSessions(world)(ann, { limit: 10, started_by: 'anyone' })
  shared = items[0]?.id ?? ''
  hidden = items[1]?.id ?? ''
  await readAsOwner(
    world.engine,
    `update teamlore.sessions set private_to = user_id where id = '${hidden}' returning 1`,
  )
  project = (await makeListProjects(world)(ann, { limit: 10 })).items[0]?.id ?? ''
})
afterAll(() => world[Symbol.asyncDispose]())

const report = (scope: TeamScope, asked: ReportExport) => makeReportExport(world)(scope, asked)
const events = async (action: string) =>
  (await makeListAudit(world)(ada, auditQuerySchema.parse({ action }))).items
const FORMATS = { formats: ['json', 'markdown'] as ('json' | 'markdown')[] }

describe('an export that is reported', () => {
  test('is an event for each session, which names none that the reader may not see', async () => {
    await report(ann, { what: 'sessions', sessions: [shared, hidden, shared], ...FORMATS })
    const found = await events('session.exported')
    expect(found.map(({ subject }) => subject?.id)).toEqual([undefined, shared])
    expect(found).toMatchObject([
      { user: { name: 'Ann' }, details: { formats: 'json markdown' } },
      { user: { name: 'Ann' } },
    ])
  })

  test('of a project says which and how many, and of a person how much is theirs', async () => {
    await report(bob, { what: 'project', project, counts: { sessions: 7 }, ...FORMATS })
    await report(bob, { what: 'own_data', counts: { sessions: 2, memories: 3 }, ...FORMATS })
    expect(await events('project.exported')).toMatchObject([
      { user: { name: 'Bob' }, subject: { id: project }, details: { sessions: 7 } },
    ])
    expect(await events('own_data.exported')).toMatchObject([
      { subject: { name: 'Bob' }, details: { sessions: 2, memories: 3 } },
    ])
  })

  test('of traces, and a session that is written back, names the machine', async () => {
    const { machine: laptop } = await makeRegisterMachine(world)(ann, {
      fingerprint: 'c'.repeat(32),
      name: 'laptop',
      platform: 'linux',
      agent_version: '1.0.0',
    })
    const actor = { kind: 'machine' as const, machineId: laptop.id as never }
    const onLaptop = grantTeamScope({ ...ann, role: 'member', actor }, 'viewer')
    await report(onLaptop, { what: 'agent_traces', counts: { commits: 4 } })
    await report(onLaptop, { what: 'restored_session', sessions: [hidden] })
    expect(await events('agent_traces.exported')).toMatchObject([
      { machine: { name: 'laptop' }, details: { commits: 4 } },
    ])
    expect(await events('session.restored')).toMatchObject([
      { user: { name: 'Ann' }, machine: { name: 'laptop' }, subject: null },
    ])
  })

  test('of what one may not read is refused whole', async () => {
    const sessions = [shared, hidden]
    await expect(report(bob, { what: 'sessions', sessions, ...FORMATS })).rejects.toMatchObject({
      code: 'session.not_found',
    })
    await expect(
      report(bob, { what: 'restored_session', sessions: [newId.session()] }),
    ).rejects.toMatchObject({ code: 'session.not_found' })
    // An admin knows of a project that another restricted, and may not read it.
    const other = await world.team.addMember('admin', 'Abe')
    const abe = grantTeamScope({ ...other, actor: { kind: 'user', via: 'api_key' } }, 'admin')
    await makeSetProject(world)(abe, { id: project, is_restricted: true })
    await expect(
      report(ada, { what: 'project', project, counts: { sessions: 1 }, ...FORMATS }),
    ).rejects.toMatchObject({ code: 'project.not_found' })
    await makeSetProject(world)(abe, { id: project, is_restricted: false })
    const by = (await events('session.exported')).map(({ user }) => user?.name)
    expect(by).not.toContain('Bob')
    expect((await events('project.exported')).map(({ user }) => user?.name)).not.toContain('Ada')
  })

  test('is one event of a session that is named by its id and by the beginning of it', async () => {
    const before = (await events('session.restored')).length
    const sessions = [shared, shared.slice(0, -1), shared.slice(0, -2)]
    await report(ann, { what: 'restored_session', sessions })
    expect((await events('session.restored')).length - before).toBe(1)
  })

  test('is sealed with the other events: changing one shows', async () => {
    await report(ann, { what: 'agent_traces', counts: { commits: 12 } })
    await makeSealAudit(world)(world.systemScope)
    const verify = () => makeVerifyAudit(world)(ada, {})
    expect(await verify()).toMatchObject({ state: 'verified', waiting: 0 })
    await readAsOwner(
      world.engine,
      `update teamlore.audit_events set details = '{"commits": 1}' where team_id = '${ada.teamId}'
        and action = 'agent_traces.exported' and details ->> 'commits' = '12' returning 1`,
    )
    expect(await verify()).toMatchObject({ state: 'broken', broken: { kind: 'changed' } })
  })
})
