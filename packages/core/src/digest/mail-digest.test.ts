import { mailDigestOf } from '@teamlore/bots'
import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import type { ProjectId } from '@teamlore/shared'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAgentsMdWorld } from '../agents-md/testing/agents-md-world.ts'
import { grantSystemScope } from '../identity/teams/team-scope.ts'
import type { Mail } from '../platform/mail.ts'
import { makeSetProject } from '../projects/manage-projects.ts'
import { makeGetOwnDigest, makeSetOwnDigest } from './own-digest.ts'
import { dueMailDigests, makeSendMailDigest } from './send-mail-digest.ts'
import { weekOf } from './weeks.ts'

const HOUR_MS = 3_600_000
const WEEK_MS = 7 * 24 * HOUR_MS
/** The next Monday at eight, when a digest is due of what is written now. */
const due = new Date(weekOf(new Date()).start.getTime() + WEEK_MS)
const later = (ms: number) => new Date(due.getTime() + ms)

let database: TestDatabase
let world: Awaited<ReturnType<typeof createAgentsMdWorld>>
let clock: Date
let mails: Mail[]
let takesMail: boolean
const now = () => clock

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())
beforeEach(async () => {
  world = await createAgentsMdWorld(database)
  clock = new Date()
  mails = []
  takesMail = true
  const email = `ann.${world.scope.teamId}@acme.test`
  await readAsOwner(
    database.engine,
    `update teamlore.users set email = '${email}' where id = '${world.scope.userId}' returning 1`,
  )
})

const own = (canSend = true) => ({ unitOfWork: world.unitOfWork, canSend, now })
const ask = (weekly = true) => makeSetOwnDigest(own())(world.scope, { weekly })
const state = async () => (await makeGetOwnDigest(own())(world.scope)).mail

const sendMail = async (mail: Mail) => {
  if (!takesMail) throw new Error('554 no')
  mails.push(mail)
}

const send = makeSendFor(() => sendMail)
function makeSendFor(sender: () => typeof sendMail | undefined) {
  return () =>
    makeSendMailDigest({
      unitOfWork: world.unitOfWork,
      sendMail: sender(),
      publicUrl: 'https://lore.test/',
      wording: mailDigestOf,
      now,
    })(grantSystemScope(world.scope.teamId), world.scope.userId)
}

const dueOf = async () =>
  (await world.unitOfWork.asSystem((system) => dueMailDigests(system, clock))).filter(
    ({ teamId }) => teamId === world.scope.teamId,
  )

const plant = async () => {
  await world.remember('Zebra is a decision.')
  await world.remember('Zebradraft waits.', { draft: true })
  const hidden = await world.remember('Quokkaprivate is a decision.', { visibility: 'private' })
  await world.approve(hidden.id)
  await world.remember('Quokkaclosed is a decision.', { project: world.merger })
  await makeSetProject(world)(world.admin, { id: world.merger as ProjectId, is_restricted: true })
}

describe('the week by mail', () => {
  test('goes once to who asked, with what everybody in the team may read, counts included', async () => {
    await plant()
    expect((await ask()).mail).toMatchObject({ weekly: true, can_send: true })
    clock = due
    expect(await dueOf()).toEqual([{ teamId: world.scope.teamId, userId: world.scope.userId }])
    expect(await Promise.all([send(), send(), send()])).toEqual(
      expect.arrayContaining(['sent', 'settled', 'settled']),
    )
    expect(await dueOf()).toEqual([])
    clock = later(HOUR_MS)
    expect(await send()).toBe('settled')
    expect(mails).toHaveLength(1)
    const [mail] = mails
    expect(mail).toMatchObject({
      to: `ann.${world.scope.teamId}@acme.test`,
      subject: expect.stringMatching(/^What Test team knows: week to \d{4}-\d\d-\d\d$/),
    })
    expect(mail?.text).toContain('1 new decision')
    expect(mail?.text).toContain('Zebra is a decision')
    expect(mail?.text).toMatch(/https:\/\/lore\.test\/memories\/mem_/)
    expect(mail?.text).toContain('https://lore.test/settings#digest')
    expect(JSON.stringify(mail)).not.toMatch(/quokka/i)
    expect((await state()).last_sent_at).toBe(due.toISOString())
  })

  test('is due from Monday at eight for a day, of weeks that began after it was asked for, and to nobody who stopped it', async () => {
    await plant()
    await ask()
    clock = later(-1)
    expect(await dueOf()).toEqual([])
    clock = later(25 * HOUR_MS)
    expect(await dueOf()).toEqual([])
    clock = later(HOUR_MS)
    expect(await dueOf()).toHaveLength(1)
    await ask(false)
    expect(await dueOf()).toEqual([])
    expect(await send()).toBe('settled')
    expect(mails).toEqual([])
  })

  test('has each decision once: in the week in which it came to hold, whenever it was written', async () => {
    const draft = await world.remember('Zebradraft was approved on Friday.', { draft: true })
    await world.approve(draft.id)
    const next = await world.remember('Zebranext is of Monday at nine.')
    const setTimes = (id: string, made: Date, versions: string) =>
      readAsOwner(
        database.engine,
        `with v as (update teamlore.memory_versions set recorded_at = '${made.toISOString()}'
            where memory_id = '${id}' and version ${versions} returning 1)
          update teamlore.memories set created_at = '${made.toISOString()}' where id = '${id}' returning 1`,
      )
    await setTimes(draft.id, later(-8 * 24 * HOUR_MS), '= 1')
    await setTimes(next.id, later(HOUR_MS), '>= 1')
    const shown = async (at: Date) => {
      clock = at
      const { digest } = await makeGetOwnDigest(own())(world.scope)
      return digest.decisions.items.map(({ statement }) => statement)
    }
    expect(await shown(due)).toEqual(['Zebradraft was approved on Friday.'])
    expect(await shown(later(2 * HOUR_MS))).toEqual(['Zebradraft was approved on Friday.'])
    expect(await shown(later(WEEK_MS))).toEqual(['Zebranext is of Monday at nine.'])
  })

  test('of a quiet week sends nothing, and is settled', async () => {
    await ask()
    clock = due
    expect(await send()).toBe('quiet')
    expect(await dueOf()).toEqual([])
    expect([mails, (await state()).last_sent_at]).toEqual([[], null])
  })

  test('that the mail server does not take is tried again, and the member reads that', async () => {
    await plant()
    await ask()
    clock = due
    takesMail = false
    await expect(send()).rejects.toThrow('554')
    expect((await state()).error).toContain('did not take the mail')
    expect(await dueOf()).toHaveLength(1)
    takesMail = true
    expect(await send()).toBe('sent')
    expect((await state()).error).toBeNull()
  })

  test('that was taken on by a process that died is sent by another two minutes later, under the same id', async () => {
    await plant()
    await ask()
    clock = due
    await world.unitOfWork.inTeam(grantSystemScope(world.scope.teamId), ({ mailDigests }) =>
      mailDigests.hold(world.scope.userId, weekOf(due).name, {
        now: due,
        until: later(120_000),
      }),
    )
    expect(await send()).toBe('settled')
    clock = later(120_000)
    expect(await send()).toBe('sent')
    expect(mails[0]?.id).toContain(`digest.${weekOf(due).name}.${world.scope.teamId}`)
  })

  test('goes to nobody who left the team, and is erased with their account', async () => {
    await plant()
    await ask()
    await readAsOwner(
      database.engine,
      `delete from teamlore.memberships where user_id = '${world.scope.userId}' returning 1`,
    )
    clock = due
    expect(await send()).toBe('nobody')
    expect(mails).toEqual([])
  })

  test('cannot be asked for where the server sends no mail or the account has no address', async () => {
    await expect(makeSetOwnDigest(own(false))(world.scope, { weekly: true })).rejects.toMatchObject(
      {
        code: 'digest.no_mail',
      },
    )
    await readAsOwner(
      database.engine,
      `update teamlore.users set email = null where id = '${world.scope.userId}' returning 1`,
    )
    await expect(ask()).rejects.toMatchObject({ code: 'digest.no_address' })
    expect(await makeSendFor(() => undefined)()).toBe('no mail')
  })
})
