import { hash } from 'node:crypto'
import type { AskTombstones, TombstoneMark, Tombstones } from '@teamlore/shared/tombstones'
import { grantSystemScope, type TeamScope } from '../identity/teams/team-scope.ts'
import { TOMBSTONES_OF_SESSIONS } from '../text/tombstone-texts.ts'
import type { ForgetDeps } from './plan.ts'

/** Another one whenever a machine may have something to ask; of the numbers it is made of, it shows none. */
export const makeGetTombstoneMark =
  ({ unitOfWork }: ForgetDeps) =>
  async ({ teamId }: TeamScope<'member'>): Promise<TombstoneMark> => {
    // Deletions of others are no business of who asks; that there was one is all that is said.
    const { made, remembered, undone } = await unitOfWork.inTeam(
      grantSystemScope(teamId),
      ({ tombstones }) => tombstones.steps(),
    )
    const steps = [teamId, made, remembered, undone].join('\n')
    return { mark: hash('sha256', steps, 'hex').slice(0, 32) }
  }

/**
 * Which of these a machine has to let go of. Whoever has something may know that it was forgotten, as by sending it: its name holds
 * an id that a tool made, or a time to the millisecond. A memory is named by its words alone, which could be guessed.
 */
export const makeAskTombstones =
  ({ unitOfWork }: ForgetDeps) =>
  (scope: TeamScope<'member'>, { hashes }: AskTombstones): Promise<Tombstones> =>
    unitOfWork.inTeam(scope, async ({ tombstones }) => ({
      forgotten: [...(await tombstones.known(hashes, TOMBSTONES_OF_SESSIONS))].sort(),
    }))
