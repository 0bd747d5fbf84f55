import { abortOnDisconnect } from '@teamlore/shared/process'
import type { FastifyReply } from 'fastify'
import { requestCancelled } from '../errors/request.errors.ts'

/** Does what somebody waits for, and leaves it when they have gone. */
export const untilDisconnect = async <T>(
  reply: Pick<FastifyReply, 'raw'>,
  work: (options: { signal: AbortSignal }) => Promise<T>,
): Promise<T> => {
  const signal = abortOnDisconnect(reply.raw)
  try {
    return await work({ signal })
  } catch (error) {
    throw signal.aborted ? requestCancelled({ cause: error }) : error
  }
}
