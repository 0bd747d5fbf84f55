import type { Engine } from '@teamlore/db'
import {
  createTestDatabase,
  createTestTeam,
  readAsOwner,
  type TestDatabase,
} from '@teamlore/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAuthenticate } from '../identity/teams/authenticate.ts'
import { makeGetMe } from '../identity/teams/get-me.ts'
import { grantTeamScope, type Principal } from '../identity/teams/team-scope.ts'
import { makeListMachines } from './list-machines.ts'
import { makeRegisterMachine } from './register-machine.ts'

let database: TestDatabase
let engine: Engine
beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
})
afterAll(() => database[Symbol.asyncDispose]())

const laptop = {
  fingerprint: 'a'.repeat(32),
  name: 'laptop',
  platform: 'linux',
  agent_version: '0.1.0',
}

const setUp = async () => {
  const team = await createTestTeam(engine)
  const deps = { unitOfWork: team.unitOfWork }
  const authenticate = makeAuthenticate(deps)
  const actor = { kind: 'user', via: 'api_key' } as const
  const principal: Principal = { ...(await team.addMember('admin')), actor }
  return {
    team,
    principal,
    scope: grantTeamScope(principal, 'member'),
    enter: async (apiKey: string) => {
      const found = await authenticate({ apiKey })
      return found && grantTeamScope(found, 'member')
    },
    registerMachine: makeRegisterMachine(deps),
    listMachines: makeListMachines(deps),
    getMe: makeGetMe(deps),
  }
}

describe('a machine', () => {
  test('gets a key of its own, with a member’s role whatever its owner has', async () => {
    const { scope, registerMachine, enter, getMe } = await setUp()
    const { machine, key } = await registerMachine(scope, laptop)
    const own = await enter(key)
    if (own === undefined) throw new Error('not let in')
    expect(await getMe(own)).toMatchObject({ role: 'member', via: 'api_key', machine })
  })

  test('that registers again is the same, and its former key ends', async () => {
    const { team, scope, registerMachine, enter, listMachines } = await setUp()
    const first = await registerMachine(scope, laptop)
    const again = await registerMachine(scope, { ...laptop, name: 'renamed', agent_version: '0.2' })
    expect(again.machine).toEqual({ id: first.machine.id, name: 'renamed' })
    expect(await enter(first.key)).toBeUndefined()
    expect(await enter(again.key)).toBeDefined()
    expect((await listMachines(scope, { limit: 10 })).items).toMatchObject([
      { id: first.machine.id, name: 'renamed', agent_version: '0.2', owner: { name: 'Ann' } },
    ])
    expect(
      await readAsOwner(
        engine,
        `select details->>'replaced_keys' as n from teamlore.audit_events
         where team_id = '${team.teamId}' and action = 'machine.registered' order by id`,
      ),
    ).toEqual([{ n: '0' }, { n: '1' }])
  })

  test('that registers twice at once has one key that works', async () => {
    const { scope, registerMachine, enter } = await setUp()
    await registerMachine(scope, laptop)
    const all = await Promise.all([1, 2, 3, 4].map(() => registerMachine(scope, laptop)))
    const valid = await Promise.all(all.map(({ key }) => enter(key)))
    expect(valid.filter((own) => own !== undefined)).toHaveLength(1)
  })

  test('cannot register another with its key, but may renew its own', async () => {
    const { scope, registerMachine, enter } = await setUp()
    const own = await enter((await registerMachine(scope, laptop)).key)
    if (own === undefined) throw new Error('not let in')
    await expect(
      registerMachine(own, { ...laptop, fingerprint: 'b'.repeat(32) }),
    ).rejects.toMatchObject({ code: 'machine.mismatch', kind: 'forbidden' })
    expect(await enter((await registerMachine(own, laptop)).key)).toBeDefined()
  })

  test('of the same fingerprint is another one for another person', async () => {
    const { team, scope, registerMachine, enter } = await setUp()
    const ann = await registerMachine(scope, laptop)
    const actor = { kind: 'user', via: 'api_key' } as const
    const bob = grantTeamScope({ ...(await team.addMember('member', 'Bob')), actor }, 'member')
    const bobs = await registerMachine(bob, laptop)
    expect(bobs.machine.id).not.toBe(ann.machine.id)
    expect(await enter(ann.key)).toBeDefined()
  })
})
