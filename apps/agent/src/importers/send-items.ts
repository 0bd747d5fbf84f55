import type { RegisterMachineRequest } from '@teamlore/shared'
import { ApiError, type ImportResponse, type LoreClient } from '@teamlore/shared'
import { type RetryPolicy, sendWithRetries } from '../wire/retry-policy.ts'
import { packBody } from '../wire/wire.ts'
import { fits, type Item, requestOf } from './items.ts'

type Deps = {
  client: Pick<LoreClient, 'importRecords'>
  machine: RegisterMachineRequest
  retryPolicy: RetryPolicy
  signal: AbortSignal | undefined
  onAnswer: (result: ImportResponse['sessions'][number]) => void
  onRefused: (item: Item, reason: string) => void
}

/** Collects items into requests. What the server refuses is halved until the culprit is alone; the rest goes on. */
export const createItemSender = (deps: Deps) => {
  let batch: Item[] = []

  const send = async (items: readonly Item[]): Promise<void> => {
    try {
      const body = await packBody(requestOf(deps.machine, items))
      const { sessions } = await sendWithRetries(
        () => deps.client.importRecords(body, 'br', { signal: deps.signal }),
        deps,
      )
      for (const result of sessions) deps.onAnswer(result)
    } catch (error) {
      if (!(error instanceof ApiError) || !REFUSALS.has(error.status)) throw error
      const [only] = items
      if (items.length === 1 && only !== undefined) return deps.onRefused(only, error.message)
      const middle = items.length >> 1
      await send(items.slice(0, middle))
      await send(items.slice(middle))
    }
  }

  const flush = async (): Promise<void> => {
    const items = batch
    batch = []
    if (items.length > 0) await send(items)
  }

  return {
    add: async (item: Item): Promise<void> => {
      if (batch.length > 0 && !fits(batch, item)) await flush()
      batch.push(item)
    },
    flush,
  }
}

/** About what was sent, not about who sent it or how the server is doing. */
const REFUSALS = new Set([400, 413, 422])
