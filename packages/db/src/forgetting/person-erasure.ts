import type { TeamId, UserId } from '@teamlore/shared'
import type { DeletionId } from '@teamlore/shared/ids'
import { type SQL, sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { decoded, flag } from '../sql/decode.ts'
import { blankingsOf } from './person-blanks.ts'
import { ABOVE_TEAMS, PERSON_TABLES } from './person-tables.ts'

export type DuePerson = { teamId: TeamId; userId: UserId; deletionId: DeletionId }

/**
 * Erases a person from a team: what is theirs alone goes, what others need stays without them. It stands above teams, as the rest of the
 * purge does. Each slice is counted in the receipt in its own transaction, so that a purge which was killed counts nothing twice.
 */
export const createPersonErasure = (tx: DbExecutor) => {
  const note = async (deletionId: DeletionId, table: string, count: number): Promise<void> => {
    if (count === 0) return
    await tx.execute(sql`
      update teamlore.deletions set receipt = receipt
        || jsonb_build_object(${table}::text, coalesce((receipt ->> ${table}::text)::int, 0) + ${count}::int)
      where id = ${deletionId}`)
  }

  return {
    /** Deletes so many rows of one table. @returns how many; undefined: there is no such step. */
    async deletePersonSlice(
      due: DuePerson,
      { step, limit }: { step: number; limit: number },
    ): Promise<number | undefined> {
      const found = stepsOf(due)[step]
      if (found === undefined) return undefined
      const table = sql.identifier(found.table)
      const gone = await rows(
        tx,
        sql`delete from teamlore.${table} where ctid = any(array(
          select x.ctid from teamlore.${table} x where ${found.where} limit ${limit})) returning 1`,
      )
      await note(due.deletionId, found.table, gone.length)
      return gone.length
    },

    /** Blanks what stays, and what a person is in no team any more. Before their name and addresses are gone, for it looks by them. */
    async blankPerson(due: DuePerson): Promise<void> {
      const isElsewhere = await isInAnotherTeam(tx, due)
      for (const { table, statement } of blankingsOf(due, { isElsewhere })) {
        const changed = await rows(tx, sql`${statement} returning 1`)
        await note(due.deletionId, table, changed.length)
      }
    },
  }
}

const isInAnotherTeam = async (tx: DbExecutor, { teamId, userId }: DuePerson): Promise<boolean> => {
  const [found] = await decoded(
    tx,
    { is: flag },
    sql`select exists (select from teamlore.memberships where user_id = ${userId} and team_id <> ${teamId}) as is`,
  )
  return found?.is === true
}

const MACHINES = ({ teamId, userId }: DuePerson): SQL =>
  sql`(select m.id from teamlore.machines m where m.team_id = ${teamId} and m.user_id = ${userId})`

/** Their sessions, and their files on machines: documents and rows that hang on these go first. */
const stepsOf = (due: DuePerson): { table: string; where: SQL }[] => {
  const { teamId, userId } = due
  const inTeam = Object.entries(PERSON_TABLES).flatMap(
    ([table, { rows: of = [], machines = [] }]) => {
      if (ABOVE_TEAMS.some((name) => name === table)) return []
      const named = [
        ...of.map((column) => sql`x.${sql.identifier(column)} = ${userId}`),
        ...machines.map((column) => sql`x.${sql.identifier(column)} in ${MACHINES(due)}`),
      ]
      if (named.length === 0) return []
      return [{ table, where: sql`x.team_id = ${teamId} and (${sql.join(named, sql` or `)})` }]
    },
  )
  return [
    {
      table: 'documents',
      where: sql`x.team_id = ${teamId} and x.source_id in (select f.id from teamlore.memory_files f
        where f.team_id = ${teamId} and f.machine_id in ${MACHINES(due)})`,
    },
    {
      table: 'device_codes',
      where: sql`x.for_team_id = ${teamId} and (x.for_user_id = ${userId} or x.given_by = ${userId})
        or x.for_user_id is null and x.machine ->> 'fingerprint' in (select m.fingerprint
          from teamlore.machines m where m.team_id = ${teamId} and m.user_id = ${userId})`,
    },
    {
      table: 'passkeys',
      where: sql`x.bound_team_id = ${teamId} and (x.user_id = ${userId} or x.given_by = ${userId})`,
    },
    ...inTeam,
  ]
}
