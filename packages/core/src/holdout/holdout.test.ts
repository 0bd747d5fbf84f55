import { contextQuerySchema } from '@teamlore/shared'
import { rememberRequestSchema } from '@teamlore/shared/memories'
import { describe, expect, test } from 'vitest'
import { makeGetContext } from '../context/get-context.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { makeRemember } from '../memories/remember.ts'
import { openSearchWorld } from '../search/testing/search-world.ts'
import { makeGetHoldout } from './holdout.ts'
import { makeReportHoldoutArms } from './report-arms.ts'
import {
  brief,
  get,
  namesOf,
  project,
  projectId,
  report,
  reported,
  roundOf,
  send,
  set,
  sql,
  useHeldWorld,
  world,
} from './testing/held-world.ts'

useHeldWorld()

describe('the holdout of a project', () => {
  test('is off until an admin sets it, and each step is in the audit log', async () => {
    expect(await get()).toMatchObject({ share: 0, set_by: null, paused: null, result: null })
    expect((await brief({ split: true })).split).toBeNull()
    expect(await set(20)).toMatchObject({ share: 20, set_by: { name: 'Ada' } })
    expect((await brief({ split: true })).split).toEqual({
      project_id: projectId,
      ...(await roundOf()),
    })
    expect((await brief()).split).toBeUndefined()
    const { round } = await roundOf()
    await set(20)
    expect((await roundOf()).round).toBe(round)
    await set(30)
    expect((await roundOf()).round).not.toBe(round)
    await set(0)
    expect((await brief({ split: true })).split).toBeNull()
    const written = await sql<{ action: string; details: object }>(
      `select action, details from teamlore.audit_events where subject = '${projectId}' order by id`,
    )
    expect(written.map(({ details }) => details)).toEqual([
      { share: 20 },
      { share: 30 },
      { share: 0 },
    ])
  })

  test('of another team is not there', async () => {
    await set(20)
    const other = await openSearchWorld()
    await expect(makeGetHoldout(other)(other.scope, { id: projectId })).rejects.toMatchObject({
      code: 'project.not_found',
    })
    const split = await roundOf()
    const [name = ''] = await namesOf('without_brief', 1)
    const arm = { ...(await reported(name, 'without_brief')), round: split.round }
    expect(
      await makeReportHoldoutArms(other)(other.scope as TeamScope<'member'>, { arms: [arm] }),
    ).toEqual({ taken: 0, passed_over: 1 })
    await other[Symbol.asyncDispose]()
  })

  test('takes an arm once, and none that was chosen or is of another round', async () => {
    await set(30)
    const [name = ''] = await namesOf('without_brief', 1)
    const good = await reported(name, 'without_brief')
    expect(
      await report([good, { ...good, arm: 'with_brief' }, { ...good, round: 'evt_other' }]),
    ).toEqual({ taken: 1, passed_over: 2 })
    await report([good])
    expect((await get()).result).toMatchObject({ without_brief: { begun: 1, counted: 0 } })
  })
})

describe('a session that was chosen to begin without a brief', () => {
  test('is given none when its agent asks at its start, and answers to what it asks later', async () => {
    await makeRemember(world)(
      world.scope,
      rememberRequestSchema.parse({
        statement: 'Tide tables are in local time.',
        project: projectId,
      }),
    )
    await set(30)
    const [name = ''] = await namesOf('without_brief', 1)
    expect((await brief({}, { isAtStart: true })).text).toContain('local time')
    await report([await reported(name, 'without_brief')])
    const held = await brief({}, { isAtStart: true })
    expect(held.included).toEqual([])
    expect(held.text).toContain('Nothing is recorded yet.')
    expect(held.text).not.toMatch(/holdout|chance|without/i)
    // A person who asks, and the hook of the next session, are no session that begins.
    expect((await brief()).text).toContain('local time')
    const later = makeGetContext({ ...world, now: () => new Date(Date.now() + 16 * 60_000) })
    const query = contextQuerySchema.parse({ project: project().remote_url })
    expect((await later(world.scope, query, { isAtStart: true })).text).toContain('local time')
    const colleague = await world.person('Bo')
    expect((await makeGetContext(world)(colleague, query, { isAtStart: true })).text).toContain(
      'local time',
    )
    const [other = ''] = await namesOf('with_brief', 1)
    await report([await reported(other, 'with_brief')])
    expect((await brief({}, { isAtStart: true })).text).toContain('local time')
  })

  test('is given back where it stands once it was shortened, and nothing of others', async () => {
    await makeRemember(world)(
      world.scope,
      rememberRequestSchema.parse({ statement: 'Tides are in local time.', project: projectId }),
    )
    await set(30)
    const [held = '', having = ''] = [
      ...(await namesOf('without_brief', 1)),
      ...(await namesOf('with_brief', 1)),
    ]
    await report([await reported(held, 'without_brief'), await reported(having, 'with_brief')])
    const id = await send(held)
    await send(having)
    expect((await brief({ session: having })).text).toContain('local time')
    for (const session of [held, id]) {
      const { text } = await brief({ session })
      expect(text).toContain('Sort the tide table')
      expect(text).not.toContain('local time')
    }
  })

  test('takes up its arm when it comes in later, and goes with it', async () => {
    await set(30)
    const [early = '', late = ''] = await namesOf('without_brief', 2)
    const first = await send(early)
    await report([await reported(early, 'without_brief'), await reported(late, 'without_brief')])
    const second = await send(late)
    const linked = await sql<{ id: string }>(
      `select session_id as id from teamlore.holdout_arms where project_id = '${projectId}' order by session_id`,
    )
    expect(linked.map(({ id }) => id)).toEqual([first, second].sort())
    await sql(`delete from teamlore.sessions where id = '${first}' returning 1`)
    expect((await get()).result).toMatchObject({ without_brief: { begun: 1 } })
  })
})
