import { readAsOwner } from '@teamlore/db/testing'
import {
  contextQuerySchema,
  type IngestMessage,
  type ProjectId,
  type SessionId,
} from '@teamlore/shared'
import type { ReportedArm } from '@teamlore/shared/holdout'
import { armOf, type HoldoutArm } from '@teamlore/shared/holdout-arms'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { makeGetContext } from '../../context/get-context.ts'
import { makeDistilSession } from '../../distil/distil-session.ts'
import { grantTeamScope, type TeamScope } from '../../identity/teams/team-scope.ts'
import {
  asks,
  type OwnSearchWorld,
  openSearchWorld,
  says,
} from '../../search/testing/search-world.ts'
import { buildSession } from '../../testing/ingest-builders.ts'
import { makeCompareHoldout } from '../compare-project.ts'
import { makeGetHoldout, makeSetHoldout } from '../holdout.ts'
import { makeReportHoldoutArms } from '../report-arms.ts'

export let world: OwnSearchWorld
let admin: TeamScope<'admin'>
export let projectId: ProjectId
export let number = 0

/** After everything that is sent here rests. */
export const LATER = new Date(Date.now() + 3_600_000)

/** A team of its own for all tests of a file, and a project for each. */
export const useHeldWorld = (): void => {
  beforeAll(async () => {
    world = await openSearchWorld()
    const boss = await world.team.addMember('admin', 'Ada')
    admin = grantTeamScope({ ...boss, actor: { kind: 'user', via: 'api_key' } }, 'admin')
  })
  afterAll(() => world[Symbol.asyncDispose]())

  beforeEach(async () => {
    number += 1
    const id = await send(`first-${number}`)
    const [row] = await sql<{ id: ProjectId }>(
      `select project_id as id from teamlore.sessions where id = '${id}'`,
    )
    projectId = row?.id as ProjectId
  })
}

export const sql = <T extends Record<string, unknown>>(text: string) =>
  readAsOwner<T>(world.engine, text)
export const project = () => ({
  remote_url: `https://github.com/acme/held-${number}.git`,
  root_commit: null,
  root_path: `/home/ann/held-${number}`,
})
export const QUIET = [asks(0, 'Sort the tide table.'), says(1, 'It is sorted.')]

export const send = async (name: string, messages: IngestMessage[] = QUIET, more = {}) => {
  const session = buildSession({ native_id: name, project: project(), messages, ...more })
  const { sessions } = await world.send(session)
  return sessions[0]?.session_id as SessionId
}

export const set = (share: number, scope = admin) =>
  makeSetHoldout(world)(scope, { id: projectId, share })
export const get = (scope: TeamScope = world.scope) =>
  makeGetHoldout(world)(scope, { id: projectId })
export const roundOf = async (): Promise<{ round: string; share: number }> =>
  (
    await sql<{ round: string; share: number }>(
      `select round, share from teamlore.holdouts where project_id = '${projectId}'`,
    )
  )[0] as { round: string; share: number }

/** Names that are dealt to an arm. */
export const namesOf = async (arm: HoldoutArm, count: number, prefix = 'n'): Promise<string[]> => {
  const split = await roundOf()
  const names: string[] = []
  for (let index = 0; names.length < count; index++) {
    const name = `${prefix}-${number}-${index}`
    if (armOf(split, name) === arm) names.push(name)
  }
  return names
}
export const reported = async (
  session: string,
  arm: HoldoutArm,
  more = {},
): Promise<ReportedArm> => ({
  tool: 'claude-code',
  session,
  project_id: projectId,
  round: (await roundOf()).round,
  arm,
  began_at: new Date().toISOString(),
  ...more,
})
export const report = (arms: ReportedArm[], scope = world.scope, now = () => new Date()) =>
  makeReportHoldoutArms({ ...world, now })(scope as TeamScope<'member'>, { arms })
export const distil = (sessionId: SessionId) =>
  makeDistilSession(world)(world.systemScope, { sessionId })
export const compare = () =>
  makeCompareHoldout({ ...world, now: () => LATER })(world.systemScope, { projectId })
export const brief = (query = {}, options = {}) =>
  makeGetContext(world)(
    world.scope,
    contextQuerySchema.parse({ project: project().remote_url, ...query }),
    options,
  )
