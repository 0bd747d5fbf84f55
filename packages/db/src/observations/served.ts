import { type SQL, sql } from 'drizzle-orm'

/** Says why something was broken. As `namesCause` of shared. */
export const NAMES_CAUSE = sql`(o.purpose = 'work' and o.type = 'bugfix' and o.subtitle not like 'Changed %')`

const STANDS = sql`o.superseded_at is null`

/** What is served unasked: findings, and work that says why something was broken. */
export const SERVED = sql`(o.purpose = 'finding' or ${NAMES_CAUSE}) and ${STANDS}`

/** The record of work that is left; served where nothing else is. */
export const OTHER_WORK = sql`o.purpose = 'work' and not ${NAMES_CAUSE} and ${STANDS}`

/** Of the session `s`, how many there are. */
export const countOfSession = (which: SQL): SQL =>
  sql`(select count(*) from teamlore.observations o where o.session_id = s.id and ${which})`
