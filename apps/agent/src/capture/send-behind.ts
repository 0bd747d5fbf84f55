/**
 * Sends what is on disk while the next is read, one request at a time: reading, taking secrets out and packing cost this
 * machine about as long as storing costs the server.
 */
export const createSendBehind = (
  send: () => Promise<void>,
  /** Whether what waits to be sent takes much of the room there is: then nothing is read before it has left. */
  isTight: () => boolean = () => false,
) => {
  let sending: Promise<void> = Promise.resolve()
  return {
    /** Starts sending once what was sent before has arrived. @throws what that failed with. */
    next: async (): Promise<void> => {
      await sending
      sending = send()
      // Thrown to whoever comes next, or at the end; until then nobody is listening.
      sending.catch(() => {})
      if (isTight()) await sending
    },
    /** Sends all that is left. @throws what it failed with. */
    finish: async (): Promise<void> => {
      await sending
      await send()
    },
    /** Waits until nothing is under way any more, whatever became of it. */
    settled: (): Promise<void> => sending.catch(() => {}),
  }
}
