import type { Engine } from '../engine/engine.types.ts'
import { settingsOf, type TeamSession } from '../engine/team-session.ts'

/** What `teamOpening` says of who asks, said of somebody else. */
const saidOf = (text: string, believed: TeamSession, really: TeamSession): string =>
  text.includes(settingsOf(believed))
    ? text.replace(settingsOf(believed), settingsOf(really))
    : text
        .replaceAll(believed.teamId, really.teamId)
        .replaceAll(believed.userId, really.userId)
        .replaceAll(/(set_config\('app\.role', )'\w+'/gu, `$1'${really.role ?? 'none'}'`)

/**
 * The same database, whose row-level security takes everybody for `really` where the code above it believes to serve `believed`.
 * What comes out is what row-level security alone lets through, whatever use cases, policies and conditions add.
 */
export const mistakenEngine = (
  engine: Engine,
  believed: TeamSession,
  really: TeamSession,
): Engine => ({
  ...engine,
  transaction: (work, opening) =>
    engine.transaction(work, opening && saidOf(opening, believed, really)),
})
