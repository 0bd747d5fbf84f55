import { createUnitOfWork, type Engine } from '@teamlore/db'
import {
  createTestDatabase,
  createTestTeam,
  readAsOwner,
  type TestDatabase,
} from '@teamlore/db/testing'
import { newId, type TeamRole } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAuthenticate } from './authenticate.ts'
import { makeCreateApiKey } from './create-api-key.ts'
import { makeCreateSignInLink } from './create-sign-in-link.ts'
import { makeGetMe } from './get-me.ts'
import { makeListApiKeys } from './list-api-keys.ts'
import { makeRevokeApiKey } from './revoke-api-key.ts'
import { makeSignIn } from './sign-in.ts'
import { makeSignOut } from './sign-out.ts'
import { grantTeamScope } from './team-scope.ts'

let database: TestDatabase
let engine: Engine
beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
})
afterAll(() => database[Symbol.asyncDispose]())

const START = Date.parse('2026-05-01T10:00:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE

const setUp = async () => {
  const team = await createTestTeam(engine)
  let time = START
  const deps = { unitOfWork: team.unitOfWork, now: () => new Date(time) }
  const authenticate = makeAuthenticate(deps)
  return {
    team,
    scopeOf: async <R extends TeamRole>(role: TeamRole, needed: R) =>
      grantTeamScope(
        { ...(await team.addMember(role)), actor: { kind: 'user', via: 'api_key' } },
        needed,
      ),
    wait: (ms: number) => {
      time += ms
    },
    authenticate,
    createApiKey: makeCreateApiKey(deps),
    listApiKeys: makeListApiKeys(deps),
    revokeApiKey: makeRevokeApiKey(deps),
    createSignInLink: makeCreateSignInLink({ ...deps, publicUrl: 'https://lore.test/' }),
    signIn: makeSignIn(deps),
    signOut: makeSignOut(deps),
    getMe: makeGetMe(deps),
    auditOf: async () =>
      (
        await readAsOwner<{ action: string }>(
          engine,
          `select action from teamlore.audit_events where team_id = '${team.teamId}' order by id`,
        )
      ).map(({ action }) => action),
    lastUse: async (id: string) =>
      (
        await readAsOwner<{ at: string }>(
          engine,
          `select last_used_at::text as at from teamlore.api_keys where id = '${id}'`,
        )
      )[0]?.at,
  }
}

describe('an API key', () => {
  test('is looked up by one statement, with no transaction around it', async () => {
    const { scopeOf, createApiKey } = await setUp()
    const scope = await scopeOf('member', 'member')
    const { key } = await createApiKey(scope, { name: 'laptop', role: 'member' })
    const unitOfWork = createUnitOfWork({
      kind: engine.kind,
      db: engine.db,
      transaction: () => Promise.reject(new Error('begun')),
    })
    expect(await makeAuthenticate({ unitOfWork })({ apiKey: key })).toMatchObject({
      userId: scope.userId,
      role: 'member',
    })
  })

  test('lets its owner in, with the role it was given', async () => {
    const { scopeOf, createApiKey, authenticate, getMe, auditOf } = await setUp()
    const scope = await scopeOf('admin', 'admin')
    const made = await createApiKey(scope, { name: 'ci', role: 'viewer' })
    expect(made.key.startsWith(made.hint.slice(0, -1))).toBe(true)
    const principal = await authenticate({ apiKey: made.key })
    expect(principal).toEqual({
      teamId: scope.teamId,
      userId: scope.userId,
      role: 'viewer',
      actor: { kind: 'user', via: 'api_key' },
    })
    if (principal === undefined) throw new Error('not let in')
    expect(await getMe(grantTeamScope(principal, 'viewer'))).toEqual({
      team: { id: scope.teamId, name: 'Test team' },
      user: { id: scope.userId, name: 'Ann', email: null, kind: 'person' },
      role: 'viewer',
      abilities: ['team.read', 'self.manage', 'people.see'],
      teams: [{ id: scope.teamId, name: 'Test team', role: 'viewer' }],
      via: 'api_key',
      machine: null,
      given_by: null,
    })
    expect(await auditOf()).toEqual(['api_key.created', 'api_key.used'])
  })

  test('is noted by its first use of a day, also where several come at once', async () => {
    const { scopeOf, createApiKey, authenticate, auditOf, wait } = await setUp()
    const { key } = await createApiKey(await scopeOf('admin', 'admin'), {
      name: 'ci',
      role: 'member',
    })
    await Promise.all([key, key, key].map((apiKey) => authenticate({ apiKey })))
    wait(13 * HOUR)
    await authenticate({ apiKey: key })
    expect(await auditOf()).toEqual(['api_key.created', 'api_key.used'])
    wait(HOUR)
    await authenticate({ apiKey: key })
    expect((await auditOf()).filter((action) => action === 'api_key.used')).toHaveLength(2)
  })

  test('lets nobody in when it is unknown, empty or endless', async () => {
    const { authenticate } = await setUp()
    for (const apiKey of ['', 'tlk_unknown', 'x'.repeat(10_000)]) {
      expect(await authenticate({ apiKey })).toBeUndefined()
      expect(await authenticate({ browserToken: apiKey })).toBeUndefined()
    }
  })

  test('ends when it is revoked, once and for all', async () => {
    const { scopeOf, createApiKey, revokeApiKey, listApiKeys, authenticate, auditOf } =
      await setUp()
    const scope = await scopeOf('admin', 'admin')
    const { id, key } = await createApiKey(scope, { name: 'ci', role: 'member' })
    await revokeApiKey(scope, { id: id.slice(0, 25) })
    await revokeApiKey(scope, { id })
    expect(await authenticate({ apiKey: key })).toBeUndefined()
    const { items } = await listApiKeys(scope, { limit: 10 })
    expect(items).toMatchObject([{ id, revoked_at: '2026-05-01T10:00:00.000Z' }])
    expect(JSON.stringify(items)).not.toContain(key.slice(10))
    expect(await auditOf()).toEqual(['api_key.created', 'api_key.revoked'])
  })

  test('never stands above its maker, and ends below with a lost role', async () => {
    const { team, scopeOf, createApiKey, authenticate } = await setUp()
    const scope = await scopeOf('admin', 'admin')
    await expect(createApiKey(scope, { name: 'up', role: 'owner' })).rejects.toMatchObject({
      code: 'api_key.role_too_high',
      kind: 'forbidden',
    })
    const { key } = await createApiKey(scope, { name: 'same', role: 'admin' })
    const membership = `teamlore.memberships where team_id = '${team.teamId}' and user_id = '${scope.userId}'`
    await engine.db.execute(`update ${membership.replace(' where', " set role = 'viewer' where")}`)
    expect((await authenticate({ apiKey: key }))?.role).toBe('viewer')
    await engine.db.execute(`delete from ${membership}`)
    expect(await authenticate({ apiKey: key })).toBeUndefined()
  })

  test('of an owner cannot be revoked by an admin', async () => {
    const { scopeOf, createApiKey, revokeApiKey, authenticate } = await setUp()
    const owner = await scopeOf('owner', 'owner')
    const { id, key } = await createApiKey(owner, { name: 'top', role: 'owner' })
    await expect(revokeApiKey(await scopeOf('admin', 'admin'), { id })).rejects.toMatchObject({
      code: 'api_key.role_too_high',
    })
    expect((await authenticate({ apiKey: key }))?.role).toBe('owner')
  })

  test('of another team is not found', async () => {
    const ours = await setUp()
    const theirs = await setUp()
    const { id } = await theirs.createApiKey(await theirs.scopeOf('admin', 'admin'), {
      name: 'theirs',
      role: 'member',
    })
    const scope = await ours.scopeOf('owner', 'admin')
    for (const wanted of [id, newId.apiKey(), newId.message()]) {
      await expect(ours.revokeApiKey(scope, { id: wanted })).rejects.toMatchObject({
        code: 'api_key.not_found',
      })
    }
    expect((await ours.listApiKeys(scope, { limit: 10 })).items).toEqual([])
  })

  test('has its last use noted at most once a minute', async () => {
    const { scopeOf, createApiKey, authenticate, lastUse, wait } = await setUp()
    const scope = await scopeOf('admin', 'admin')
    const { id, key } = await createApiKey(scope, { name: 'ci', role: 'member' })
    const uses: (string | undefined)[] = []
    for (const ms of [0, 30_000, 31_000]) {
      wait(ms)
      await authenticate({ apiKey: key })
      uses.push(await lastUse(id))
    }
    expect(uses.map((use) => use?.slice(11, 19))).toEqual(['10:00:00', '10:00:00', '10:01:01'])
  })
})

describe('a sign-in link', () => {
  const tokenOf = (url: string) => new URL(url).searchParams.get('token') ?? ''

  test('lets a browser in for thirty days when it is used, and for seven when it is not', async () => {
    const { scopeOf, createSignInLink, signIn, authenticate, wait, auditOf } = await setUp()
    const scope = await scopeOf('admin', 'admin')
    const { url, expires_at } = await createSignInLink(scope)
    expect(url).toMatch(/^https:\/\/lore\.test\/sign-in\?token=[\w-]{43}$/)
    expect(expires_at).toBe('2026-05-02T10:00:00.000Z')
    const { browserToken, expiresAt, principal } = await signIn({ token: tokenOf(url) })
    expect(principal).toMatchObject({ role: 'admin', actor: { kind: 'user', via: 'browser' } })
    expect(await authenticate({ browserToken })).toEqual(principal)
    const idle = await signIn({ token: tokenOf((await createSignInLink(scope)).url) })
    const begun = expiresAt.getTime() - START
    for (const share of [6, 12, 18, 24, 30]) {
      wait(begun / 5 - (share === 30 ? 1 : 0))
      expect(await authenticate({ browserToken })).toMatchObject(principal)
      if (share > 6) expect(await authenticate(idle)).toBeUndefined()
    }
    wait(1)
    expect(await authenticate({ browserToken })).toBeUndefined()
    expect(await auditOf()).toEqual([
      ...['sign_in_link.created', 'sign_in.succeeded'],
      ...['sign_in_link.created', 'sign_in.succeeded'],
    ])
  })

  test('works once, even when it is opened twice at the same moment', async () => {
    const { scopeOf, createSignInLink, signIn } = await setUp()
    const { url } = await createSignInLink(await scopeOf('admin', 'admin'))
    const tries = await Promise.allSettled([1, 2, 3, 4].map(() => signIn({ token: tokenOf(url) })))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(signIn({ token: tokenOf(url) })).rejects.toMatchObject({
      code: 'sign_in.link_invalid',
      kind: 'unauthenticated',
    })
  })

  test('ends after a day, and who tries it then is noted', async () => {
    const { scopeOf, createSignInLink, signIn, wait, auditOf } = await setUp()
    const { url } = await createSignInLink(await scopeOf('admin', 'admin'))
    wait(24 * HOUR)
    await expect(signIn({ token: tokenOf(url) })).rejects.toMatchObject({
      code: 'sign_in.link_invalid',
    })
    expect(await auditOf()).toEqual(['sign_in_link.created', 'sign_in.failed'])
  })

  test('is kept as a hash, and so is the browser token', async () => {
    const { scopeOf, createSignInLink, signIn } = await setUp()
    const { url } = await createSignInLink(await scopeOf('admin', 'admin'))
    const { browserToken } = await signIn({ token: tokenOf(url) })
    const kept = await readAsOwner(
      engine,
      'select token_hash from teamlore.sign_in_links union all select token_hash from teamlore.browser_sessions',
    )
    expect(JSON.stringify(kept)).not.toContain(tokenOf(url))
    expect(JSON.stringify(kept)).not.toContain(browserToken)
  })

  test('is left behind by signing out', async () => {
    const { scopeOf, createSignInLink, signIn, signOut, authenticate } = await setUp()
    const { url } = await createSignInLink(await scopeOf('admin', 'admin'))
    const { browserToken } = await signIn({ token: tokenOf(url) })
    await signOut({ browserToken })
    await signOut({ browserToken })
    expect(await authenticate({ browserToken })).toBeUndefined()
  })
})

describe('a disk without room', () => {
  test('keeps nobody from being known who only reads', async () => {
    const { scopeOf, createApiKey, authenticate, createSignInLink, signIn, wait } = await setUp()
    const scope = await scopeOf('member', 'member')
    const { key } = await createApiKey(scope, { name: 'mine' })
    const token = new URL((await createSignInLink(scope)).url).searchParams.get('token') ?? ''
    const { browserToken } = await signIn({ token })
    wait(2 * HOUR)
    await fillDisk(engine)
    try {
      expect(await authenticate({ apiKey: key })).toMatchObject({ userId: scope.userId })
      const known = await authenticate({ browserToken })
      expect(known).toMatchObject({ userId: scope.userId })
      expect(known?.renewed).toBeUndefined()
      expect(await authenticate({ apiKey: `${key}x` })).toBeUndefined()
    } finally {
      await makeRoom(engine)
    }
    expect((await authenticate({ browserToken }))?.renewed).toBeDefined()
  })
})

const TABLES = ['api_keys', 'browser_sessions']

/** What Postgres says when a table cannot grow. */
const fillDisk = async ({ db }: Engine): Promise<void> => {
  await db.execute(`create function teamlore.no_room() returns trigger language plpgsql as $$
    begin raise sqlstate '53100' using message = 'could not extend file'; end $$`)
  for (const table of TABLES)
    await db.execute(
      `create trigger no_room before update on teamlore.${table} for each row execute function teamlore.no_room()`,
    )
}

const makeRoom = async ({ db }: Engine): Promise<void> => {
  for (const table of TABLES) await db.execute(`drop trigger no_room on teamlore.${table}`)
  await db.execute('drop function teamlore.no_room()')
}
