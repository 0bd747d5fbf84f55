import type { NewVector, QueuedDocument, UnitOfWork } from '@teamlore/db'
import type { TeamId } from '@teamlore/shared'
import type { SystemScope } from '../identity/teams/team-scope.ts'
import { createSlices } from '../platform/slices.ts'

/** Documents looked at in one transaction for whether they lack a vector. */
const MISSING = { first: 200, least: 100, most: 2_000 }
/** Vectors stored in one transaction; each goes into an index. */
const STORED = { first: 8, least: 2 }

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; space: string; batchSize: number }

/** What waits for a vector of a space, taken and stored in slices that hold nobody up. */
export const createVectorQueue = ({ unitOfWork, space, batchSize }: Deps) => {
  const missing = createSlices(MISSING)
  const stored = createSlices({ ...STORED, most: batchSize })
  const complete = new Set<TeamId>()
  const queuedDownTo = new Map<TeamId, string>()

  /** Documents of before this model, once per process: a changed model embeds everything again, a bit at a time. */
  const queueMore = async (scope: SystemScope, signal: AbortSignal | undefined) => {
    const { teamId } = scope
    while (!complete.has(teamId) && signal?.aborted !== true) {
      const before = queuedDownTo.get(teamId)
      const { queued, last } = await unitOfWork.inTeam(scope, ({ documentVectors }) =>
        missing.take(
          (limit) => documentVectors.queueMissing(space, { limit, before }),
          ({ looked }) => looked,
        ),
      )
      if (last === null) complete.add(teamId)
      else queuedDownTo.set(teamId, last)
      if (queued > 0) return true
    }
    return false
  }

  /** The next texts, or how many documents of the next ones were served with the vector of an equal text. */
  const look = (scope: SystemScope): Promise<{ served: number; batch: QueuedDocument[] }> =>
    unitOfWork.inTeam(scope, async ({ documentVectors }) => {
      const served = await documentVectors.reuse(space, batchSize)
      return { served, batch: served > 0 ? [] : await documentVectors.nextQueued(batchSize) }
    })

  return {
    /** The next texts to embed; none when nothing waits or the signal says stop. `reused`: served without. */
    next: async (
      scope: SystemScope,
      signal: AbortSignal | undefined,
    ): Promise<{ reused: number; batch: QueuedDocument[] }> => {
      let reused = 0
      while (signal?.aborted !== true) {
        const { served, batch } = await look(scope)
        reused += served
        const isOver = batch.length > 0 || (served === 0 && !(await queueMore(scope, signal)))
        if (isOver) return { reused, batch }
      }
      return { reused, batch: [] }
    },

    /** @returns how many were written: a document that changed meanwhile stays in the queue. */
    store: async (scope: SystemScope, vectors: readonly NewVector[]): Promise<number> => {
      let written = 0
      for (let at = 0; at < vectors.length; ) {
        const slice = await unitOfWork.inTeam(scope, ({ documentVectors }) =>
          stored.take(
            async (size) => {
              const some = vectors.slice(at, at + size)
              return { written: await documentVectors.save(space, some), taken: some.length }
            },
            ({ taken }) => taken,
          ),
        )
        written += slice.written
        at += slice.taken
      }
      return written
    },
  }
}
