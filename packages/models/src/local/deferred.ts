export type Deferred<T> = {
  promise: Promise<T>
  resolve: (value: T) => void
  reject: (error: unknown) => void
}

/** `Promise.withResolvers`, which Node has only since 22. */
export const createDeferred = <T>(): Deferred<T> => {
  let settle: Omit<Deferred<T>, 'promise'> | undefined
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject }
  })
  if (!settle) throw new Error('A promise calls its executor at once')
  return { promise, ...settle }
}
