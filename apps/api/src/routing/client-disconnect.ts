import type { FastifyReply } from 'fastify'

/** Aborted when whoever asked closes the connection before the answer was sent: nobody is left to work for. */
export const abortOnDisconnect = ({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal => {
  const gone = new AbortController()
  const onClose = (): void => {
    if (!raw.writableFinished) gone.abort(new DOMException('The asker has gone.', 'AbortError'))
  }
  if (raw.destroyed) onClose()
  else raw.once('close', onClose)
  return gone.signal
}
