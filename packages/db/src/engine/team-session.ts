import { APP_ROLE } from './app-role.ts'

export type TeamSession = {
  teamId: string
  userId: string
  role?: string
  /** See `DbScope`. */
  given?: { by: string; hidesPrivate: boolean } | null
  opens?: string | null
}

/** A literal, so that the statement has no parameters and travels with the BEGIN before it. */
const quoted = (id: string): string => {
  if (!/^[A-Za-z0-9_]{1,100}$/.test(id)) throw new Error(`Not an id: ${id}`)
  return `'${id}'`
}

/**
 * Opens a transaction in which the database itself shows and accepts rows of this team only: policies compare with
 * `current_setting('app.team_id', true)`, `app.user_id` and `app.role`. One statement; all of it is undone by commit and
 * rollback alike, so nothing leaks to the next user of the connection.
 */
export const teamOpening = (team: TeamSession, statementTimeoutMs?: number): string =>
  statementTimeoutMs === undefined
    ? `select ${settingsOf(team)}`
    : `select ${settingsOf(team)}, ${timeoutOf(statementTimeoutMs)}`

const timeoutOf = (ms: number): string =>
  `set_config('statement_timeout', '${Math.max(1, Math.round(ms))}', true)`

/** Opens a transaction in which the server ends each statement that takes longer. */
export const boundOpening = (timeoutMs: number): string => `select ${timeoutOf(timeoutMs)}`

/**
 * As `teamOpening`, for searching: bounds what each statement may take, where the server can stop one (the embedded engine
 * cannot). A limit makes the planner hope to be done soon by reading the table itself, word by word; the text index
 * never is slower here. The shape of the best plan is the same whatever is asked, so it is made once per statement, not
 * again for each question, which cost as much as finding the words.
 */
export const searchOpening = (team: TeamSession, { timeoutMs }: { timeoutMs: number }): string =>
  `select ${settingsOf(team)},
    ${timeoutOf(timeoutMs)},
    set_config('enable_seqscan', 'off', true),
    set_config('plan_cache_mode', 'force_generic_plan', true),
    set_config('hnsw.ef_search', '100', true),
    case when (select string_to_array(extversion, '.')::int[] >= '{0,8}' from pg_extension
        where extname = 'vector')
      then set_config('hnsw.iterative_scan', 'relaxed_order', true) end`

/** No id: policies compare with it whose private rows are read. */
const NOBODY = 'nobody'

/** `app.user_id` says whose private rows are read. Who acts is somebody else where a credential was given, and stands apart then. */
export const settingsOf = ({
  teamId,
  userId,
  role = 'none',
  given,
  opens,
}: TeamSession): string => {
  const reads = given?.hidesPrivate === true ? NOBODY : userId
  const settings = `set_config('role', '${APP_ROLE}', true), set_config('app.team_id', ${quoted(teamId)}, true),
    set_config('app.user_id', ${quoted(reads)}, true), set_config('app.role', ${quoted(role)}, true)`
  if (opens != null) return `${settings}, set_config('app.opens_project', ${quoted(opens)}, true)`
  if (given == null) return settings
  return `${settings}, set_config('app.person_id', ${quoted(userId)}, true),
    set_config('app.giver_id', ${quoted(given.by)}, true)`
}
