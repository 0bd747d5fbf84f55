import { readAsOwner } from '@teamlore/db/testing'
import { auditQuerySchema } from '@teamlore/shared/audit'
import type { Deletion } from '@teamlore/shared/forgetting'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeSetMemberRole } from '../identity/people/manage-members.ts'
import { makeListAudit } from '../identity/teams/list-audit.ts'
import { grantTeamScope, type TeamScope } from '../identity/teams/team-scope.ts'
import { asks, type OwnSearchWorld, openSearchWorld, says } from '../search/testing/search-world.ts'
import { buildRequest, buildSession } from '../testing/ingest-builders.ts'
import { makeListDeletions, makeUndoDeletion } from './deletions.ts'
import { makeErasePerson, makePreviewErasePerson } from './forget-person.ts'
import { makePurgeDeletion } from './purge-deletion.ts'

let world: OwnSearchWorld
let owner: TeamScope<'owner'>
let bo: TeamScope<'member'>
let number = 0

const sql = (text: string) => readAsOwner(world.engine, text)

beforeAll(async () => {
  world = await openSearchWorld()
  const boss = await world.team.addMember('owner', 'Ada')
  owner = grantTeamScope({ ...boss, actor: { kind: 'user', via: 'browser' } }, 'owner')
})
afterAll(() => world[Symbol.asyncDispose]())

/** Everything that says who Bo is has this in it. */
const mark = () => `zebu${number}`

/** Somebody with a session, a machine, and something in every table that knows people. */
beforeEach(async () => {
  number += 1
  bo = await world.person(`Bo ${mark()}`)
  await world.ingest(
    bo,
    buildRequest(
      buildSession({
        native_id: `s-${mark()}`,
        title: `Title ${mark()}`,
        messages: [asks(0, `why ${mark()}?`), says(1, `so ${mark()}`)],
      }),
    ),
  )
  const team = bo.teamId
  const { userId: user } = bo
  const machine = `mach_${mark()}`
  const address = `${mark()}@example.com`
  await sql(`update teamlore.users set email = '${address}' where id = '${user}' returning 1`)
  const values: Record<string, string> = {
    machines: `(id, team_id, user_id, fingerprint, name, platform, agent_version) values ('${machine}', '${team}', '${user}', '${mark()}', '${mark()}', 'linux ${mark()}', '1')`,
    api_keys: `(id, team_id, user_id, name, role, key_hash, hint) values ('key_${mark()}', '${team}', '${user}', '${mark()}', 'member', '${mark()}', 't')`,
    browser_sessions: `(id, token_hash, team_id, user_id, expires_at, agent) values ('b_${mark()}', '${mark()}', '${team}', '${user}', now(), '${mark()}')`,
    sign_in_links: `(token_hash, team_id, user_id, expires_at) values ('${mark()}', '${team}', '${user}', now())`,
    identities: `(provider, issuer, subject, user_id, email, created_at, last_used_at) values ('p', 'i', '${mark()}', '${user}', '${address}', now(), now())`,
    passkeys: `(id, credential_id, user_id, most, name, public_key, counter, transports, created_at) values ('pk_${mark()}', '${mark()}', '${user}', 'member', '${mark()}', 'k', 1, '{}', now())`,
    device_codes: `(device_hash, user_code, machine, address, created_at, expires_at, for_user_id, for_team_id) values ('d${mark()}', '${mark()}', '{"name":"${mark()}"}', '${mark()}', now(), now(), '${user}', '${team}')`,
    invitations: `(id, team_id, token_hash, role, created_by, created_at, expires_at, email) values ('inv_${mark()}', '${team}', 't${number}', 'member', '${owner.userId}', now(), now(), '${address.toUpperCase()}')`,
    provisioned_users: `(team_id, user_id, user_name, active, attributes, created_at, updated_at) values ('${team}', '${user}', '${mark()}', true, '{"x":"${mark()}"}', now(), now())`,
    project_paths: `(team_id, machine_id, root_path, project_id) select '${team}', '${machine}', '/home/${mark()}', id from teamlore.projects where team_id = '${team}' limit 1`,
    oauth_grants: `(id, team_id, user_id, client_id, client_name, redirect_to, resource, scopes, refused_scopes, most, created_at) values ('g_${mark()}', '${team}', '${user}', 'c', '${mark()}', 'l', 'r', '{}', '{}', 'viewer', now())`,
  }
  for (const [table, text] of Object.entries(values))
    await sql(`insert into teamlore.${table} ${text} returning 1`)
  await world.unitOfWork.inTeam(owner, ({ audit }) =>
    audit.add({
      id: `evt_${mark()}`,
      action: 'invitation.created',
      userId: owner.userId,
      personal: { of: null, fields: { email: address } },
    }),
  )
})

const erase = (scope: TeamScope<'member'> = owner, confirm = `Bo ${mark()}`): Promise<Deletion> =>
  makeErasePerson(world)(scope, { id: bo.userId, confirm })

const purge = async (deletion: Deletion) => {
  await sql(
    `update teamlore.deletions set purge_after = now() - interval '1 second' where id = '${deletion.id}' returning 1`,
  )
  return makePurgeDeletion(world)({ teamId: bo.teamId, deletionId: deletion.id as never })
}

/** Tables in which a word stands anywhere, past row-level security. */
const tablesWith = async (word: string): Promise<string[]> => {
  const tables = await readAsOwner<{ name: string }>(
    world.engine,
    `select tablename as name from pg_tables where schemaname = 'teamlore'`,
  )
  const found = await readAsOwner<{ name: string }>(
    world.engine,
    tables
      .map(
        ({ name }) =>
          `select '${name}' as name where exists (select from teamlore.${name} t where lower(t::text) like '%${word}%')`,
      )
      .join(' union all '),
  )
  return found.map(({ name }) => name).sort()
}

test('a preview counts what goes with a person, and changes nothing', async () => {
  const preview = await makePreviewErasePerson(world)(owner, { id: bo.userId })
  expect(preview).toMatchObject({
    kind: 'person',
    subject: bo.userId,
    goes: expect.arrayContaining([
      { kind: 'sessions', count: 1 },
      { kind: 'messages', count: 2 },
      { kind: 'machines', count: 2 },
    ]),
  })
  expect(preview.stays.join(' ')).toMatch(/hashes of names/)
  expect(await tablesWith(mark())).toContain('users')
})

test('nothing of a purged person is left in any table, and a receipt says how much went', async () => {
  expect((await tablesWith(mark())).length).toBeGreaterThan(12)
  const deletion = await erase()
  expect(await purge(deletion)).toBe('purged')
  const left = await tablesWith(mark())
  // This test names rows by the mark, too, which a server never does.
  const named = ['audit_events', 'audit_personal_fields', 'invitations', 'machines']
  expect(left.filter((name) => !named.includes(name))).toEqual([])
  for (const [table, columns] of Object.entries({
    audit_events: 'details',
    audit_personal_fields: 'value',
    invitations: 'email',
    machines: 'name || platform || agent_version',
  }))
    expect(
      await sql(
        `select 1 from teamlore.${table} t where lower((${columns})::text) like '%${mark()}%'`,
      ),
    ).toEqual([])
  const { items } = await makeListDeletions(world)(owner, { limit: 10, state: 'purged' })
  const receipt = items.find(({ id }) => id === deletion.id)?.receipt
  expect(receipt).toEqual(
    expect.arrayContaining([
      { table: 'users', rows: 1 },
      { table: 'identities', rows: 1 },
      { table: 'api_keys', rows: 1 },
      { table: 'audit_personal_fields', rows: 1 },
    ]),
  )
})

test('the audit log says the address until its person is erased, and that it was erased afterwards', async () => {
  const details = async () => {
    const { items } = await makeListAudit(world)(
      owner,
      auditQuerySchema.parse({ action: 'invitation.created' }),
    )
    return items.find(({ id }) => id === `evt_${mark()}`)?.details
  }
  expect(await details()).toEqual({ email: `${mark()}@example.com` })
  const [kept] = await readAsOwner<{ details: { email: string } }>(
    world.engine,
    `select details from teamlore.audit_events where id = 'evt_${mark()}'`,
  )
  expect(kept?.details.email).toMatch(/^sha256:[0-9a-f]{64}$/)
  await purge(await erase())
  expect(await details()).toEqual({ email: 'erased' })
})

test('their access ends at once, and an undo makes them a member again with their role', async () => {
  const deletion = await erase()
  const member = () => world.unitOfWork.inTeam(owner, ({ people }) => people.find(bo.userId))
  expect(await member()).toBeUndefined()
  await expect(erase()).rejects.toMatchObject({ code: 'erasure.waits_already' })
  await makeUndoDeletion(world)(owner, { id: deletion.id })
  expect(await member()).toMatchObject({ role: 'member', name: `Bo ${mark()}` })
  expect((await makePreviewErasePerson(world)(owner, { id: bo.userId })).goes).toContainEqual({
    kind: 'sessions',
    count: 1,
  })
})

test('whoever is in another team keeps name and sign-in there', async () => {
  await sql(`insert into teamlore.teams (id, name) values ('team_${mark()}', 'Other') returning 1`)
  await sql(
    `insert into teamlore.memberships (team_id, user_id, role) values ('team_${mark()}', '${bo.userId}', 'member') returning 1`,
  )
  await purge(await erase())
  expect(await sql(`select name from teamlore.users where id = '${bo.userId}'`)).toEqual([
    { name: `Bo ${mark()}` },
  ])
  expect(
    await sql(`select 1 as n from teamlore.identities where user_id = '${bo.userId}'`),
  ).toHaveLength(1)
  expect(await sql(`select 1 as n from teamlore.sessions where user_id = '${bo.userId}'`)).toEqual(
    [],
  )
})

test('who has left is erased by their id', async () => {
  await sql(`delete from teamlore.memberships where user_id = '${bo.userId}' returning 1`)
  await expect(erase()).rejects.toMatchObject({ code: 'erasure.name_needed' })
  expect(await purge(await erase(owner, bo.userId))).toBe('purged')
  expect(await sql(`select name, email from teamlore.users where id = '${bo.userId}'`)).toEqual([
    { name: 'Erased person', email: null },
  ])
})

describe('who may', () => {
  test('is the person and an admin who is not below them, with the name typed', async () => {
    const cy = await world.person('Cy')
    await expect(erase(cy)).rejects.toMatchObject({ code: 'forgetting.not_yours' })
    await expect(erase(owner, 'bo')).rejects.toMatchObject({ code: 'erasure.name_needed' })
    const boss = await world.team.addMember('admin', 'Al')
    const admin = grantTeamScope({ ...boss, actor: { kind: 'user', via: 'api_key' } }, 'admin')
    await makeSetMemberRole(world)(owner, { id: bo.userId, role: 'owner' })
    await expect(erase(admin)).rejects.toMatchObject({ code: 'member.above_you' })
    expect((await erase(bo)).owner?.id).toBe(bo.userId)
  })

  test('is nobody for the only owner, a service account, or a stranger', async () => {
    await expect(
      makeErasePerson(world)(owner, { id: owner.userId, confirm: 'Ada' }),
    ).rejects.toMatchObject({ code: 'erasure.only_owner' })
    await sql(`update teamlore.users set kind = 'service' where id = '${bo.userId}' returning 1`)
    await expect(erase()).rejects.toMatchObject({ code: 'erasure.service_account' })
    const other = await openSearchWorld()
    const theirs = grantTeamScope(
      { ...(await other.team.addMember('owner', 'Eve')), actor: { kind: 'user', via: 'browser' } },
      'owner',
    )
    await expect(
      makeErasePerson(world)(theirs, { id: bo.userId, confirm: 'x' }),
    ).rejects.toMatchObject({ code: 'member.not_found' })
    await other[Symbol.asyncDispose]()
  })
})
