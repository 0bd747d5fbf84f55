import { sql } from 'drizzle-orm'
import type { DbExecutor, Engine } from '../engine/engine.types.ts'
import { settingsOf, type TeamSession } from '../engine/team-session.ts'

const textOf = (query: unknown): string => {
  const { queryChunks = [] } = query as { queryChunks?: ({ value?: string[] } | null)[] }
  return queryChunks.flatMap((chunk) => chunk?.value ?? []).join('')
}

/** What `inTeam` says of who asks, said of somebody else. */
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
): Engine => {
  const execute =
    (tx: DbExecutor): DbExecutor['execute'] =>
    (query) => {
      const text = textOf(query)
      return text.includes("set_config('app.user_id'")
        ? tx.execute(sql.raw(saidOf(text, believed, really)))
        : tx.execute(query)
    }
  const mistaken = (tx: DbExecutor): DbExecutor =>
    new Proxy(tx, {
      get: (target, name) =>
        name === 'execute' ? execute(target) : Reflect.get(target, name, target),
    })
  return {
    ...engine,
    transaction: (work, opening) =>
      engine.transaction((tx) => work(mistaken(tx)), opening && saidOf(opening, believed, really)),
  }
}
