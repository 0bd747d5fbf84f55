import { newId, type TeamId, type TeamRole, type UserId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { Engine } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { createUnitOfWork } from '../unit-of-work.ts'

export type TestMember = { teamId: TeamId; userId: UserId; role: TeamRole }

/** A team of its own for one test, so that tests share a database without meeting. */
export const createTestTeam = async (engine: Engine) => {
  const teamId = newId.team()
  await engine.db.execute(
    sql`insert into teamlore.teams (id, name) values (${teamId}, 'Test team')`,
  )
  return {
    teamId,
    unitOfWork: createUnitOfWork(engine),

    async addMember(role: TeamRole, name = 'Ann'): Promise<TestMember> {
      const userId = newId.user()
      await engine.db.execute(
        sql`insert into teamlore.users (id, name) values (${userId}, ${name})`,
      )
      await engine.db.execute(sql`
        insert into teamlore.memberships (team_id, user_id, role)
        values (${teamId}, ${userId}, ${role})`)
      return { teamId, userId, role }
    },
  }
}

export type TestTeam = Awaited<ReturnType<typeof createTestTeam>>

/** Runs SQL past row-level security, as the owner of the tables; for tests that look at what really stands there. */
export const readAsOwner = <T extends Record<string, unknown>>(
  engine: Engine,
  query: string,
): Promise<T[]> => rows<T>(engine.db, sql.raw(query))
