import { readAsOwner } from '@teamlore/db/testing'
import {
  completionQuerySchema,
  contextQuerySchema,
  searchQuerySchema,
  type TeamRole,
} from '@teamlore/shared'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeGetContext } from '../context/get-context.ts'
import { makeGetStats } from '../identity/teams/get-stats.ts'
import { grantTeamScope, type TeamScope } from '../identity/teams/team-scope.ts'
import { makeCompleteQuery } from '../search/complete/complete-query.ts'
import { CACHE, LOCKS } from '../search/testing/sample-sessions.ts'
import { asks, type OwnSearchWorld, openSearchWorld, says } from '../search/testing/search-world.ts'
import { makeListSessions } from '../sessions/list-sessions.ts'
import { buildRequest, buildSession } from '../testing/ingest-builders.ts'
import { makeGetProject } from './get-project.ts'
import { makeListProjects } from './list-projects.ts'
import { makeGrantProject, makeRevokeProject, makeSetProject } from './manage-projects.ts'

const MERGER = {
  remote_url: 'https://github.com/acme/merger.git',
  root_commit: null,
  root_path: '/home/ann/merger',
}
const SECRET = buildSession({
  native_id: 'secret',
  title: 'Quetzal',
  project: MERGER,
  messages: [asks(0, 'zanzibar quetzal of the merger'), says(1, 'zanzibar again')],
})

const ann = () => world.member.userId

let world: OwnSearchWorld
let bo: TeamScope<'member'>
let ada: TeamScope<'admin'>
let owner: TeamScope<'owner'>
let merger: string

const person = async <R extends TeamRole>(name: string, role: R): Promise<TeamScope<R>> =>
  grantTeamScope(
    { ...(await world.team.addMember(role, name)), actor: { kind: 'user', via: 'api_key' } },
    role,
  )

beforeAll(async () => {
  world = await openSearchWorld()
  await world.send(LOCKS, CACHE, SECRET)
  await world.embed()
  bo = await person('Bo', 'member')
  ada = await person('Ada', 'admin')
  owner = await person('Olga', 'owner')
  const { items } = await makeListProjects(world)(world.scope, { limit: 50 })
  merger = items.find(({ name }) => name === 'acme/merger')?.id ?? ''
})
afterAll(() => world[Symbol.asyncDispose]())

/** What a member finds of it, by all that counts, lists, guesses and searches. */
const known = async (scope: TeamScope) => {
  const { unitOfWork, search } = world
  const projects = await makeListProjects({ unitOfWork })(scope, { limit: 50 })
  const sessions = await makeListSessions({ unitOfWork })(scope, { limit: 50 })
  const stats = await makeGetStats({ unitOfWork })(scope)
  const found = await search(scope, searchQuerySchema.parse({ q: 'zanzibar' }))
  const alike = await search(scope, searchQuerySchema.parse({ q: 'zanzibr' }))
  const completed = await makeCompleteQuery({ unitOfWork })(
    scope,
    completionQuerySchema.parse({ q: 'project:mer' }),
  )
  const brief = await makeGetContext({ unitOfWork })(
    scope,
    contextQuerySchema.parse({ project: 'merger' }),
  )
  return {
    listed: projects.items.some(({ name }) => name === 'acme/merger'),
    sessions: sessions.items.length,
    counted: [stats.sessions, stats.projects],
    hits: JSON.stringify(found.items).includes('quetzal'),
    alike: JSON.stringify(alike).includes('zanzibar'),
    completed: completed.items.length,
    brief: !brief.text.includes('No project of that name'),
  }
}

const ALL = {
  listed: true,
  sessions: 3,
  counted: [3, 3],
  hits: true,
  alike: true,
  completed: 1,
  brief: true,
}
const NOTHING = {
  listed: false,
  sessions: 2,
  counted: [2, 2],
  hits: false,
  alike: false,
  completed: 0,
  brief: false,
}

test('a project is for the whole team until it is restricted, and again afterwards', async () => {
  await world.count()
  expect(await known(bo)).toEqual(ALL)
  const set = makeSetProject(world)
  const settings = await set(owner, { id: merger, is_restricted: true })
  // Nobody was on its list, so who asked is.
  expect(settings.access.map(({ user }) => user.id)).toEqual([owner.userId])
  await makeGrantProject(world)(owner, { id: merger, user: ann() })
  expect(await known(bo)).toEqual(NOTHING)
  expect(await known(world.scope)).toEqual(ALL)
  await set(owner, { id: merger, is_restricted: false })
  expect(await known(bo)).toEqual(ALL)
  await set(owner, { id: merger, is_restricted: true })
  expect(await known(bo)).toEqual(NOTHING)
})

test('who is let in reads all of it, and who is taken out nothing from the next moment on', async () => {
  await makeGrantProject(world)(ada, { id: merger, user: bo.userId as string })
  expect(await known(bo)).toEqual(ALL)
  await makeRevokeProject(world)(ada, { id: merger, user: bo.userId as string })
  await makeRevokeProject(world)(ada, { id: merger, user: bo.userId as string })
  expect(await known(bo)).toEqual(NOTHING)
})

test('an admin outside sees its name and its list, and nothing that stands in it', async () => {
  expect(await known(ada)).toEqual({ ...NOTHING, listed: true })
  expect(await makeGetProject(world)(ada, { id: merger })).toMatchObject({
    name: 'acme/merger',
    is_restricted: true,
    is_closed_to_you: true,
    sessions: 0,
    last_activity_at: null,
    root_path: null,
    access: [{ user: { name: 'Olga' } }, { user: { id: ann() } }],
  })
  await expect(makeGetProject(world)(bo, { id: merger })).rejects.toMatchObject({
    code: 'project.not_found',
  })
})

test('its words are counted apart, so that no frequency shows it', async () => {
  const counted = await readAsOwner(
    world.engine,
    `select private_to as label, documents from teamlore.lexeme_stats where lexeme = 'zanzibar' order by 1`,
  )
  expect(counted).toEqual([{ label: merger, documents: 2 }])
})

test('what somebody outside captures there is theirs alone, and nothing of it is lost', async () => {
  const own = buildSession({
    native_id: 'outside',
    title: 'Bo works there, too',
    project: { ...MERGER, root_path: '/home/bo/merger' },
  })
  for (const expected of [true, false]) {
    const { sessions } = await world.ingest(bo, buildRequest(own))
    expect(sessions[0]).toMatchObject({ created: expected })
  }
  expect(await makeListSessions(world)(bo, { limit: 50 })).toMatchObject({
    items: expect.arrayContaining([
      expect.objectContaining({ title: own.title, visibility: 'private', project: null }),
    ]),
  })
  expect(JSON.stringify(await makeListSessions(world)(world.scope, { limit: 50 }))).not.toContain(
    own.title,
  )
})

test('access ends with the membership', async () => {
  await makeGrantProject(world)(ada, { id: merger, user: bo.userId as string })
  await readAsOwner(
    world.engine,
    `delete from teamlore.memberships where user_id = '${bo.userId}' returning 1`,
  )
  expect((await makeGetProject(world)(world.scope, { id: merger })).access).toHaveLength(2)
})
