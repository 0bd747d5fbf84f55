import type { TeamRepositories, UnitOfWork } from '@teamlore/db'
import { createRedactor, type Redactor } from '@teamlore/redaction'
import type { SystemScope } from '../identity/teams/team-scope.ts'

/** `whole`: nothing of it was lost, or it is gone as a whole, and nothing was written. */
export type ReindexResult = { state: 'whole' | 'indexed' }

type Steps<T> = {
  areLost: (repos: TeamRepositories) => Promise<boolean>
  /** The lock that those take who write it as it comes in. */
  lock: (repos: TeamRepositories) => Promise<T | undefined>
  write: (repos: TeamRepositories, standing: T, redactor: Redactor) => Promise<void>
}

/**
 * Builds the index of something again when rows of it are lost. In one transaction under the lock that its writers take too: cut
 * off it leaves nothing behind, and of two at once the second finds it done. Rows that are still there keep their ids and
 * vectors; those that are written again wait to be embedded.
 */
export const reindex = <T>(
  unitOfWork: Pick<UnitOfWork, 'inTeam'>,
  scope: SystemScope,
  { areLost, lock, write }: Steps<T>,
): Promise<ReindexResult> =>
  unitOfWork.inTeam(scope, async (repos) => {
    // Asked before the lock, which is a write of its own.
    if (!(await areLost(repos))) return { state: 'whole' }
    const standing = await lock(repos)
    if (standing === undefined || !(await areLost(repos))) return { state: 'whole' }
    // As when it came in, and by the rules of today: nobody shall find what has become a secret since.
    await write(repos, standing, createRedactor(await repos.redactionRules.get()))
    await repos.outbox.add({ type: 'documents.queued', payload: {} })
    return { state: 'indexed' }
  })
