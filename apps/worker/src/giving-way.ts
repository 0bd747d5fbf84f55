import type { Embedder } from '@teamlore/models'
import type { JobHandlers } from '@teamlore/queue'

/** Resolves when people who wait have gone first, and after `atMostMs` in any case. */
export type GiveWay = (signal?: AbortSignal, atMostMs?: number) => Promise<void>

/** So many times what the last piece of work took: a quarter of the time is for background work, however long a stream comes in. */
const SHARE = 3
const LEAST_MS = 250

/** Does pieces of work one kind of which gives way before each, and notes how long they take. */
const createTurnsOf = (giveWay: GiveWay, clock: () => number) => {
  let tookMs = 0
  return async <T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> => {
    await giveWay(signal, Math.max(LEAST_MS, SHARE * tookMs))
    const began = clock()
    try {
      return await work()
    } finally {
      tookMs = clock() - began
    }
  }
}

const realClock = (): number => performance.now()

/** Texts that are stored wait; questions never do. */
export const givingWay = (
  embedder: Embedder,
  giveWay: GiveWay | undefined,
  clock = realClock,
): Embedder => {
  if (giveWay === undefined) return embedder
  const inTurn = createTurnsOf(giveWay, clock)
  return {
    ...embedder,
    embed: (texts, options) =>
      options.mode === 'document'
        ? inTurn(options.signal, () => embedder.embed(texts, options))
        : embedder.embed(texts, options),
  }
}

export const givingWayFirst = (
  handlers: JobHandlers,
  giveWay: GiveWay | undefined,
  clock = realClock,
): JobHandlers => {
  if (giveWay === undefined) return handlers
  const wrapped = Object.entries(handlers).map(([name, handle]) => {
    const inTurn = createTurnsOf(giveWay, clock)
    return [
      name,
      (payload: never, context: { signal: AbortSignal }) =>
        inTurn(context.signal, () =>
          (handle as (payload: never, context: unknown) => Promise<void>)(payload, context),
        ),
    ]
  })
  return Object.fromEntries(wrapped) as JobHandlers
}
