/**
 * Sends queries of one connection in their order, none before the driver can put it on the wire at once: what waits
 * inside the driver is what it would carry over to a new connection. A query that goes out whole may follow others
 * that are still being answered; one that asks the server for its types first travels alone, and so does the first,
 * which connects.
 */
export const createPace = () => {
  let isConnected = false
  /** Queries that wait here for their turn, or travel alone. */
  let standing = 0
  let all: Promise<unknown> = Promise.resolve()

  return <T>(isWhole: boolean, send: () => Promise<T>): Promise<T> => {
    const answer = isWhole && isConnected && standing === 0 ? send() : alone(send)
    const settled = answer.then(
      () => {
        isConnected = true
      },
      () => {},
    )
    all = Promise.all([all, settled]).then(() => {})
    return answer
  }

  function alone<T>(send: () => Promise<T>): Promise<T> {
    standing++
    return all.then(send).finally(() => {
      standing--
    })
  }
}
