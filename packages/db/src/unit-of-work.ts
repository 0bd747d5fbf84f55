import type { DbScope } from './db-scope.ts'
import type { Engine } from './engine/engine.types.ts'
import { inTeam, searchInTeam } from './engine/team-session.ts'
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
 * does everything after them in the transaction.
 */
const behind = async <T>(settings: Promise<void>, work: () => Promise<T>): Promise<T> => {
  const [, result] = await Promise.all([settings, work()])
  return result
}

/** The callbacks get repositories and nothing else, so there is no outer handle left to write through. */
export const createUnitOfWork = (engine: Pick<Engine, 'transaction' | 'kind'>): UnitOfWork => ({
  inTeam: (scope, work) =>
    engine.transaction((tx) =>
      behind(inTeam(tx, scope), () => work(teamRepositoriesOn(tx, scope, engine.kind))),
    ),
  searchInTeam: (scope, bounds, work) =>
    engine.transaction((tx) =>
      behind(searchInTeam(tx, scope, bounds), () =>
        work(teamRepositoriesOn(tx, scope, engine.kind)),
      ),
    ),
  asSystem: (work) => engine.transaction((tx) => work(systemRepositoriesOn(tx))),
})
