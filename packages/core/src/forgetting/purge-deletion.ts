import type { UnitOfWork } from '@teamlore/db'
import { newId, type TeamId } from '@teamlore/shared'
import type { DeletionId } from '@teamlore/shared/ids'
import { type Clock, systemClock } from '../platform/clock.ts'
import { createSlices, type Slices } from '../platform/slices.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'asSystem'>
  now?: Clock
  ids?: Pick<typeof newId, 'event'>
  /** Of rows that one transaction takes. */
  slices?: Slices
}

type Due = { teamId: TeamId; deletionId: DeletionId }
export type Purged = 'gone' | 'waiting' | 'purged'

/**
 * Does what is due of a deletion: first hashes of all that it hides, so that none of it comes in again by a copy; then, once its time
 * has come, the deleting itself, in slices. Cut short at any place it begins again, finds done what is done, and goes on.
 */
export const makePurgeDeletion = ({
  unitOfWork,
  now = systemClock,
  ids = newId,
  slices = createSlices({ first: 100, least: 10, most: 2_000 }),
}: Deps) => {
  type System = Parameters<Parameters<UnitOfWork['asSystem']>[0]>[0]

  /** One transaction in which nobody undoes or purges the same deletion. Undefined: there is none any more. */
  const held = <T>(
    due: Due,
    work: (system: System, state: { isRemembered: boolean; isDue: boolean }) => Promise<T>,
  ): Promise<T | undefined> =>
    unitOfWork.asSystem(async (system) => {
      const state = await system.erasure.hold(due.deletionId)
      return state === undefined || state.teamId !== due.teamId ? undefined : work(system, state)
    })

  const remember = async (due: Due, signal?: AbortSignal): Promise<void> => {
    for (let after: string | null | undefined = ''; after != null; ) {
      signal?.throwIfAborted()
      const from: string = after
      after = await held(due, async ({ erasure }, { isRemembered }) => {
        if (isRemembered) return null
        const { last } = await slices.take(
          (limit) => erasure.rememberSlice(due, { after: from, limit }),
          ({ count }) => count,
        )
        if (last === null) await erasure.markRemembered(due.deletionId)
        return last
      })
    }
  }

  const erase = async (due: Due, signal?: AbortSignal): Promise<void> => {
    for (let step = 0; ; ) {
      signal?.throwIfAborted()
      const done = await held(due, ({ erasure }) =>
        slices.take(
          async (limit) => ({
            limit,
            count: await erasure.deleteSlice(due.deletionId, { step, limit }),
          }),
          ({ count }) => count ?? 0,
        ),
      )
      if (done?.count === undefined) return
      if (done.count < done.limit) step += 1
    }
  }

  return async (due: Due, signal?: AbortSignal): Promise<Purged> => {
    await remember(due, signal)
    const isDue = await held(due, async (_, state) => state.isDue)
    if (isDue === undefined) return 'gone'
    if (!isDue) return 'waiting'
    await erase(due, signal)
    const isDone = await held(due, async ({ erasure, auditOf }) => {
      await erasure.finish(due, now())
      await auditOf(due.teamId).add({
        id: ids.event(),
        action: 'forgetting.purged',
        userId: null,
        details: { deletion: due.deletionId },
      })
      return true
    })
    return isDone === true ? 'purged' : 'gone'
  }
}

export type PurgeDeletion = ReturnType<typeof makePurgeDeletion>
