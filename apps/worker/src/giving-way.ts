import type { Embedder } from '@teamlore/models'
import type { JobHandlers } from '@teamlore/queue'

type GiveWay = ((signal?: AbortSignal) => Promise<void>) | undefined

/** Texts that are stored wait; questions never do. */
export const givingWay = (embedder: Embedder, giveWay: GiveWay): Embedder =>
  giveWay === undefined
    ? embedder
    : {
        ...embedder,
        embed: async (texts, options) => {
          if (options.mode === 'document') await giveWay(options.signal)
          return embedder.embed(texts, options)
        },
      }

export const givingWayFirst = (handlers: JobHandlers, giveWay: GiveWay): JobHandlers => {
  if (giveWay === undefined) return handlers
  const wrapped = Object.entries(handlers).map(([name, handle]) => [
    name,
    async (payload: never, context: { signal: AbortSignal }) => {
      await giveWay(context.signal)
      await (handle as (payload: never, context: unknown) => Promise<void>)(payload, context)
    },
  ])
  return Object.fromEntries(wrapped) as JobHandlers
}
