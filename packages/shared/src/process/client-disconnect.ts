import type { ServerResponse } from 'node:http'

/** Aborted when whoever asked closes the connection before the answer was sent: nobody is left to work for. */
export const abortOnDisconnect = (response: ServerResponse): AbortSignal => {
  const gone = new AbortController()
  const onClose = (): void => {
    if (!response.writableFinished)
      gone.abort(new DOMException('The asker has gone.', 'AbortError'))
  }
  if (response.destroyed) onClose()
  else response.once('close', onClose)
  return gone.signal
}
