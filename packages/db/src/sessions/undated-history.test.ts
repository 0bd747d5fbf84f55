import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ownMigrationsFolder } from '../engine/migrations.ts'
import { createOwnTestDatabase, createTestTeam, readAsOwner } from '../testing/index.ts'

const MIGRATION = readFileSync(
  join(ownMigrationsFolder(), '0014_age_of_undated_history.sql'),
  'utf8',
)
const ARRIVAL = '2026-11-20T10:00:00Z'

test('what an older version kept without times is given the age of its beginning, the rest stays', async () => {
  await using database = await createOwnTestDatabase()
  const { engine } = database
  const { teamId, addMember } = await createTestTeam(engine)
  const { userId } = await addMember('member')
  const machineId = newId.machine()
  await engine.db.execute(sql`
    insert into teamlore.machines (id, team_id, user_id, fingerprint, name, platform, agent_version)
    values (${machineId}, ${teamId}, ${userId}, 'f', 'laptop', 'linux', '1')`)
  const add = (name: string, started: string | null, ended: string | null) =>
    engine.db.execute(sql`
      insert into teamlore.sessions (id, team_id, machine_id, user_id, tool, native_id, kind,
        started_at, ended_at, activity_at)
      values (${newId.session()}, ${teamId}, ${machineId}, ${userId}, 'aider', ${name}, 'main',
        ${started}::timestamptz, ${ended}::timestamptz, ${ended ?? ARRIVAL}::timestamptz)`)
  await add('begun', '2024-08-22T10:00:00Z', null)
  await add('ended', '2024-08-22T10:00:00Z', '2024-08-23T10:00:00Z')
  await add('undated', null, null)
  await engine.db.execute(sql.raw(MIGRATION))
  expect(
    await readAsOwner(
      engine,
      `select native_id, to_char(activity_at at time zone 'UTC', 'YYYY-MM-DD') as day
       from teamlore.sessions order by 1`,
    ),
  ).toEqual([
    { native_id: 'begun', day: '2024-08-22' },
    { native_id: 'ended', day: '2024-08-23' },
    { native_id: 'undated', day: '2026-11-20' },
  ])
})
