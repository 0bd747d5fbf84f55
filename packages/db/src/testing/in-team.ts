import { sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { searchOpening, type TeamSession, teamOpening } from '../engine/team-session.ts'

/** From here to the end of the open transaction its statements are those of somebody of this team. */
export const inTeam = async (tx: DbExecutor, team: TeamSession): Promise<void> => {
  await tx.execute(sql.raw(teamOpening(team)))
}

/** As `inTeam`, for searching. */
export const searchInTeam = async (
  tx: DbExecutor,
  team: TeamSession,
  bounds: { timeoutMs: number },
): Promise<void> => {
  await tx.execute(sql.raw(searchOpening(team, bounds)))
}
