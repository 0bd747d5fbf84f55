import type { HeldDeletion, UnitOfWork } from '@teamlore/db'
import { newId, type TeamId, type UserId } from '@teamlore/shared'
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
type System = Parameters<Parameters<UnitOfWork['asSystem']>[0]>[0]
type Held = <T>(
  due: Due,
  work: (system: System, state: HeldDeletion) => Promise<T>,
) => Promise<T | undefined>
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
  /** One transaction in which nobody undoes or purges the same deletion. Undefined: there is none any more. */
  const held: Held = (due, work) =>
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

  const erase = createEraser({ held, slices })

  return async (due: Due, signal?: AbortSignal): Promise<Purged> => {
    await remember(due, signal)
    const state = await held(due, async (_, found) => found)
    if (state === undefined) return 'gone'
    if (!state.isDue) return 'waiting'
    await erase(due, state.person, signal)
    const isDone = await held(due, async ({ erasure, auditOf }) => {
      if (state.person !== null) await erasure.blankPerson({ ...due, userId: state.person })
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

type Slice = (
  erasure: System['erasure'],
  at: { step: number; limit: number },
) => Promise<number | undefined>

/** Step by step, each in slices; a step that deletes fewer rows than it may is done. A person goes after what is theirs. */
const createEraser = ({ held, slices }: { held: Held; slices: Slices }) => {
  const inSlices = async (due: Due, slice: Slice, signal?: AbortSignal): Promise<void> => {
    for (let step = 0; ; ) {
      signal?.throwIfAborted()
      const done = await held(due, ({ erasure }) =>
        slices.take(
          async (limit) => ({ limit, count: await slice(erasure, { step, limit }) }),
          ({ count }) => count ?? 0,
        ),
      )
      if (done?.count === undefined) return
      if (done.count < done.limit) step += 1
    }
  }
  return async (due: Due, person: UserId | null, signal?: AbortSignal): Promise<void> => {
    await inSlices(due, (erasure, at) => erasure.deleteSlice(due.deletionId, at), signal)
    if (person === null) return
    const whom = { ...due, userId: person }
    await inSlices(due, (erasure, at) => erasure.deletePersonSlice(whom, at), signal)
  }
}

export type PurgeDeletion = ReturnType<typeof makePurgeDeletion>
