import type { DbScope } from './db-scope.ts'
import type { Engine } from './engine/engine.types.ts'
import { sqlstate } from './engine/rows.ts'
import { boundStatements, inTeam, searchInTeam } from './engine/team-session.ts'
import { type SystemRepositories, systemRepositoriesOn } from './system-repositories.ts'
import { type TeamRepositories, teamRepositoriesOn } from './team-repositories.ts'

export type UnitOfWork = {
  /** One transaction, in which the database itself shows and accepts rows of this team only. */
  inTeam<T>(scope: DbScope, work: (repositories: TeamRepositories) => Promise<T>): Promise<T>
  /** As `inTeam`, with every statement bounded and planned for searching. */
  searchInTeam<T>(
    scope: DbScope,
    bounds: { timeoutMs: number },
    work: (repositories: TeamRepositories) => Promise<T>,
  ): Promise<T>
  /** One transaction across teams: for boot, authentication and the relay, where no team is known yet. */
  asSystem<T>(work: (repositories: SystemRepositories) => Promise<T>): Promise<T>
}

/**
 * What `work` asks first need not wait for the answer to the settings: a session answers in order, and when they fail, so
 * does everything after them in the transaction. But the settings are sent before it, always: a statement ahead of them would
 * be judged by no policy. Drizzle sends some kinds of statements a few microtasks later than others, so the work begins when
 * all of these have run.
 */
const behind = async <T>(settings: Promise<void>, work: () => Promise<T>): Promise<T> => {
  settings.catch(() => {})
  await new Promise((sent) => setImmediate(sent))
  const [, result] = await Promise.all([settings, work()])
  return result
}

/** What PostgreSQL says of a statement that was ended, for one reason or another. */
const CANCELED = '57014'

/** A statement of background work took longer than it may. Trying again may find the database less busy. */
export class StatementTimeoutError extends Error {
  override name = 'StatementTimeoutError'
  constructor(limitMs: number, cause: unknown) {
    super(
      `A statement took longer than ${limitMs / 1_000} s and was ended. If the database was busy, have it tried again; for a very large team, raise WORKER_STATEMENT_SECONDS.`,
      { cause },
    )
  }
}

type Bounds = {
  /** Each statement is ended after this time, where the server can end one: PostgreSQL does, the embedded engine cannot. */
  statementTimeoutMs?: number | undefined
}

/** The callbacks get repositories and nothing else, so there is no outer handle left to write through. */
export const createUnitOfWork = (
  engine: Pick<Engine, 'transaction' | 'kind'>,
  bounds: Bounds = {},
): UnitOfWork => {
  const limitMs = engine.kind === 'postgres' ? bounds.statementTimeoutMs : undefined
  const bounded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (limitMs === undefined || sqlstate(error) !== CANCELED) throw error
      throw new StatementTimeoutError(limitMs, error)
    }
  }
  return {
    inTeam: (scope, work) =>
      bounded(() =>
        engine.transaction((tx) =>
          behind(inTeam(tx, scope, limitMs), () =>
            work(teamRepositoriesOn(tx, scope, engine.kind)),
          ),
        ),
      ),
    searchInTeam: (scope, search, work) =>
      engine.transaction((tx) =>
        behind(searchInTeam(tx, scope, search), () =>
          work(teamRepositoriesOn(tx, scope, engine.kind)),
        ),
      ),
    asSystem: (work) =>
      bounded(() =>
        engine.transaction((tx) => {
          const run = () => work(systemRepositoriesOn(tx))
          return limitMs === undefined ? run() : behind(boundStatements(tx, limitMs), run)
        }),
      ),
  }
}
