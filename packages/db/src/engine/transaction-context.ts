import { AsyncLocalStorage } from 'node:async_hooks'

/** `open` turns false when the callback is done: what comes later is too late. */
export type OpenTransaction = { open: boolean }

export class OutsideTransactionError extends Error {
  override name = 'OutsideTransactionError'
  constructor() {
    super(
      'This query runs outside the open transaction of its own caller: it would not see the ' +
        "transaction's writes and, on the embedded engine, would wait for it forever. " +
        'Use the `tx` that the transaction passes to its callback.',
    )
  }
}

export type TransactionContext = {
  /** @throws OutsideTransactionError when the caller is inside a transaction that is still open. */
  assertOutside(): void
  run<T>(work: (transaction: OpenTransaction) => Promise<T>): Promise<T>
}

/** Knows whether the code now running was called from within an open transaction of one engine. */
export const createTransactionContext = (): TransactionContext => {
  const current = new AsyncLocalStorage<OpenTransaction>()
  return {
    assertOutside: () => {
      if (current.getStore()?.open) throw new OutsideTransactionError()
    },
    run: async (work) => {
      const transaction = { open: true }
      try {
        return await current.run(transaction, () => work(transaction))
      } finally {
        transaction.open = false
      }
    },
  }
}

export const assertOpen = ({ open }: OpenTransaction): void => {
  if (open) return
  throw new Error('This transaction has ended; await every query before its callback returns.')
}

/** The two drivers disagree on what `undefined` means, so neither gets to see one. */
export const assertDefined = (params: readonly unknown[] | undefined): void => {
  const index = params?.indexOf(undefined) ?? -1
  if (index >= 0) {
    throw new TypeError(`Query parameter $${index + 1} is undefined; pass null to mean NULL.`)
  }
}
