import { type SQL, sql } from 'drizzle-orm'
import type { DbExecutor, Engine } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import type { TeamSession } from '../engine/team-session.ts'
import { searchInTeam } from './in-team.ts'

/** Runs `work` as somebody of the team who searches; beside its result, the plan of every statement it sent. */
export const explained = <T>(
  engine: Engine,
  team: TeamSession,
  work: (tx: DbExecutor) => Promise<T>,
): Promise<{ result: T; plans: string }> =>
  engine.transaction(async (tx) => {
    await searchInTeam(tx, team, { timeoutMs: 10_000 })
    const plans: string[] = []
    const recording = new Proxy(tx, {
      get: (target, name) =>
        name === 'execute'
          ? async (query: SQL) => {
              const plan = await rows<{ 'QUERY PLAN': string }>(target, sql`explain ${query}`)
              plans.push(plan.map((line) => line['QUERY PLAN']).join('\n'))
              return target.execute(query)
            }
          : Reflect.get(target, name),
    })
    return { result: await work(recording), plans: plans.join('\n') }
  })
