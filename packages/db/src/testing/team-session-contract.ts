import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { ensureAppRole } from '../engine/app-role.ts'
import type { DbExecutor, Engine } from '../engine/engine.types.ts'
import { rows, sqlstate } from '../engine/rows.ts'
import { inTeam } from './in-team.ts'

const teamsOf = async (db: DbExecutor): Promise<string[]> => {
  const found = await rows<{ team_id: string }>(
    db,
    sql`select distinct team_id from teamlore.notes order by 1`,
  )
  return found.map(({ team_id }) => team_id)
}

const settingsOf = async (db: DbExecutor) =>
  (
    await rows(
      db,
      sql`select current_user = session_user as own, coalesce(current_setting('app.team_id', true), '') as team,
        coalesce(current_setting('app.user_id', true), '') as "user"`,
    )
  )[0]

const untouched = { own: true, team: '', user: '' }

export const describeTeamSessions = (engine: () => Engine): void => {
  beforeAll(async () => {
    const { db } = engine()
    await ensureAppRole(db)
    await ensureAppRole(db)
    await db.execute(
      sql.raw(`create schema if not exists teamlore;
        create table teamlore.notes (team_id text not null, author text not null, body text not null);
        alter table teamlore.notes enable row level security;
        create policy notes_team on teamlore.notes to teamlore_app
          using (team_id = current_setting('app.team_id', true))
          with check (team_id = current_setting('app.team_id', true) and author = current_setting('app.user_id', true));
        grant usage on schema teamlore to teamlore_app;
        grant select, insert, update, delete on teamlore.notes to teamlore_app;
        insert into teamlore.notes values ('team_a', 'ann', '1'), ('team_b', 'bob', '2')`),
    )
  })

  const asAnn = { teamId: 'team_a', userId: 'ann' }

  test('a transaction of a team sees and changes the rows of that team only', async () => {
    const { db, transaction } = engine()
    expect(await teamsOf(db)).toEqual(['team_a', 'team_b'])
    await transaction(async (tx) => {
      await inTeam(tx, asAnn)
      expect(await teamsOf(tx)).toEqual(['team_a'])
      await tx.execute(sql`delete from teamlore.notes where team_id = 'team_b'`)
      await tx.execute(sql`insert into teamlore.notes values ('team_a', 'ann', '3')`)
    })
    expect(await teamsOf(db)).toEqual(['team_a', 'team_b'])
  })

  test('a transaction of a team cannot write a row of another team or another user', async () => {
    const { transaction } = engine()
    const write = (team: string, author: string) =>
      transaction(async (tx) => {
        await inTeam(tx, asAnn)
        await tx.execute(sql`insert into teamlore.notes values (${team}, ${author}, 'x')`)
      }).then(() => undefined, sqlstate)
    expect(await write('team_b', 'ann')).toBe('42501')
    expect(await write('team_a', 'bob')).toBe('42501')
  })

  test('neither role nor settings outlive the transaction, committed or rolled back', async () => {
    const { db, transaction } = engine()
    for (const fail of [false, true]) {
      await transaction(async (tx) => {
        await inTeam(tx, asAnn)
        expect(await settingsOf(tx)).toEqual({ own: false, team: 'team_a', user: 'ann' })
        if (fail) throw new Error('no')
      }).catch(() => {})
      expect(await settingsOf(db)).toEqual(untouched)
      expect(await transaction((tx) => settingsOf(tx))).toEqual(untouched)
    }
  })

  test('many teams at once never see each other', async () => {
    const { transaction } = engine()
    const seen = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        transaction(async (tx) => {
          await inTeam(tx, { teamId: index % 2 ? 'team_a' : 'team_b', userId: 'x' })
          return (await teamsOf(tx)).join()
        }),
      ),
    )
    expect(seen).toEqual(seen.map((_, index) => (index % 2 ? 'team_a' : 'team_b')))
  })
}
