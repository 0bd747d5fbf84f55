/** So long may a piece of work that nobody waits for keep the database: people wait for it to end. */
const SLICE_MS = 40
/** A slice that was quick says little of one that is much larger. */
const GROWTH = 2

type Bounds = {
  /** Items of the first slice, before anything is known. */
  first: number
  least: number
  most: number
  /** Milliseconds of a clock that only goes forward. */
  clock?: (() => number) | undefined
}

export type Slices = {
  /** How many items the next slice may take. */
  size(): number
  /**
   * Does one slice, within its transaction: what waits for the transaction to begin is not its time. `done` says how many
   * items it took.
   */
  take<T>(work: (size: number) => Promise<T>, done: (result: T) => number): Promise<T>
}

/**
 * Sizes the portions of background work by how long the ones before took, so that each keeps the database for about 40 ms on
 * whatever machine: fewer items where it is slow or busy, more where it is quick.
 */
export const createSlices = ({
  first,
  least,
  most,
  clock = () => performance.now(),
}: Bounds): Slices => {
  let size = first
  return {
    size: () => size,
    take: async (work, done) => {
      const taken = size
      const began = clock()
      const result = await work(taken)
      const items = done(result)
      if (items > 0) {
        const fitting = Math.floor((SLICE_MS * items) / Math.max(0.1, clock() - began))
        // What was not full took its time for what there was, and says nothing of more.
        const bound = items < taken ? Math.max(taken, items) : taken * GROWTH
        size = Math.max(least, Math.min(most, fitting, bound))
      }
      return result
    },
  }
}
