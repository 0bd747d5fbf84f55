import { rememberRequestSchema } from '@teamlore/shared/memories'
import { describe, expect, test } from 'vitest'
import { makeRemember } from '../memories/remember.ts'
import { asks, says } from '../search/testing/search-world.ts'
import { buildMessage } from '../testing/ingest-builders.ts'
import { makeCompareHoldout } from './compare-project.ts'
import {
  brief,
  compare,
  distil,
  get,
  LATER,
  namesOf,
  number,
  projectId,
  QUIET,
  report,
  reported,
  send,
  set,
  sql,
  useHeldWorld,
  world,
} from './testing/held-world.ts'

useHeldWorld()

describe('how sessions went', () => {
  const NO = [
    asks(0, 'Which time are tide tables in?'),
    says(1, 'They are in UTC.'),
    asks(2, 'No, they are in local time.'),
    says(3, 'Right, local time.'),
    asks(4, 'No problem.'),
  ]
  const countsOf = async (name: string) =>
    (
      await sql(
        `select prompts, tokens::int, corrections, reproposals, asked from teamlore.holdout_arms where native_id = '${name}'`,
      )
    )[0]

  test('is counted once they rest: corrections, what was rejected before, and what their agents asked', async () => {
    await makeRemember(world)(
      world.scope,
      rememberRequestSchema.parse({
        statement: 'Cache tide tables in Redis.',
        kind: 'graveyard',
        reason: 'It was slower.',
        project: projectId,
      }),
    )
    await sql(
      `update teamlore.memories set valid_from = now() - interval '9 days' where project_id = '${projectId}' returning 1`,
    )
    await set(50)
    const [name = '', quiet = ''] = await namesOf('without_brief', 2)
    await report([await reported(name, 'without_brief'), await reported(quiet, 'without_brief')])
    const asked = buildMessage(5, {
      blocks: [{ type: 'tool_call', id: 'c', name: 'mcp__teamlore__lore_context', input: {} }],
    })
    const id = await send(name, [...NO, asked])
    expect(await compare()).toBe('goes_on')
    expect(await countsOf(name)).toMatchObject({ corrections: null })
    await distil(id)
    await sql(
      `insert into teamlore.observations (id, team_id, session_id, project_id, key, type, title, subtitle, narrative, facts, concepts,
          files_read, files_modified, origin, distiller)
        select 'obs_held${number}', team_id, id, project_id, 'k', 'change', 'Cache tide tables in Redis', '', '', '{}', '{}',
          '{}', '{}', 'model', 'x' from teamlore.sessions where id = '${id}' returning 1`,
    )
    await distil(await send(quiet))
    await compare()
    expect(await countsOf(name)).toEqual({
      prompts: 3,
      tokens: 0,
      corrections: 1,
      reproposals: 1,
      asked: 1,
    })
    expect(await countsOf(quiet)).toMatchObject({ corrections: 0, reproposals: 0, asked: 0 })
  })

  test('is said of many as numbers, private ones among them, and ends it where that is clear', async () => {
    await set(50)
    const without = await namesOf('without_brief', 24, 'w')
    const having = await namesOf('with_brief', 24, 'h')
    for (const [names, arm, messages] of [
      [without, 'without_brief', NO],
      [having, 'with_brief', QUIET],
    ] as const) {
      await report(await Promise.all(names.map((name) => reported(name, arm))))
      for (const name of names) await distil(await send(name, [...messages]))
    }
    await sql(
      `update teamlore.sessions set private_to = user_id where native_id = '${without[0]}' returning 1`,
    )
    expect(await compare()).toBe('without_is_worse')
    const colleague = await world.person('Cy')
    const { paused, result, share } = await get(colleague)
    expect(share).toBe(50)
    expect(paused).toMatchObject({
      because: 'without_is_worse',
      reason: expect.stringContaining('24 of 24 (100 %) without a brief, 0 of 24 (0 %) with one'),
    })
    expect(result?.events?.[0]).toMatchObject({ with_brief: 0, without_brief: 24 })
    expect((await brief({ split: true })).split).toBeNull()
    expect(await compare()).toBe('off')
    const [last] = await sql<{ action: string; user_id: string | null }>(
      `select action, user_id from teamlore.audit_events where subject = '${projectId}' order by id desc limit 1`,
    )
    expect(last).toEqual({ action: 'holdout.paused', user_id: null })
    // Set anew, it begins anew.
    expect(await set(50)).toMatchObject({ paused: null, result: { with_brief: { begun: 0 } } })
  })

  test('with its time up, goes on with the next run', async () => {
    await set(50)
    const names = await namesOf('with_brief', 12)
    await report(await Promise.all(names.map((name) => reported(name, 'with_brief'))))
    for (const name of names) await distil(await send(name))
    const run = makeCompareHoldout({ ...world, now: () => LATER })
    expect(await run(world.systemScope, { projectId, isTimeUp: () => true })).toBe('unfinished')
    expect(await compare()).toBe('goes_on')
    expect((await get()).result).toMatchObject({ with_brief: { counted: 12 } })
  })
})
