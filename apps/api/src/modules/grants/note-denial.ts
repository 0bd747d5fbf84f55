import type { TeamScope } from '@teamlore/core'
import type { FastifyBaseLogger } from 'fastify'
import { describeError } from '../../errors/describe-error.ts'
import type { GrantUseCases } from './grants.use-cases.ts'

type Deps = {
  useCases: Pick<GrantUseCases, 'denyClient'>
  log: Pick<FastifyBaseLogger, 'error'>
}
type Denied = { clientId: string; clientName: string }

/** Once the client is denied: a no does not wait for the audit log, nor fail with it. */
export const noteDenial = async (
  { useCases, log }: Deps,
  scope: TeamScope,
  { clientId, clientName }: Denied,
): Promise<void> => {
  try {
    await useCases.denyClient(scope, { clientId, clientName })
  } catch (error) {
    log.error(
      { failure: describeError(error), clientId },
      'a client was denied, which could not be written into the audit log',
    )
  }
}
