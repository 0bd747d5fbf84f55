import type { DbScope } from './db-scope.ts'
import type { Engine } from './engine/engine.types.ts'
import { sqlstate } from './engine/rows.ts'
import { boundOpening, searchOpening, teamOpening } from './engine/team-session.ts'
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
  /** A single statement across teams, which is a transaction by itself: it is sent without BEGIN and COMMIT. */
  askAsSystem<T>(ask: (repositories: SystemRepositories) => Promise<T>): Promise<T>
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
  engine: Pick<Engine, 'transaction' | 'kind' | 'db'>,
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
        engine.transaction(
          (tx) => work(teamRepositoriesOn(tx, scope, engine.kind)),
          teamOpening(scope, limitMs),
        ),
      ),
    searchInTeam: (scope, search, work) =>
      engine.transaction(
        (tx) => work(teamRepositoriesOn(tx, scope, engine.kind)),
        searchOpening(scope, search),
      ),
    asSystem: (work) =>
      bounded(() =>
        engine.transaction(
          (tx) => work(systemRepositoriesOn(tx)),
          limitMs === undefined ? undefined : boundOpening(limitMs),
        ),
      ),
    askAsSystem: (ask) => ask(systemRepositoriesOn(engine.db)),
  }
}
