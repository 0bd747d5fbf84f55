import type { UnitOfWork } from '@teamlore/db'
import { newId } from '@teamlore/shared'
import { hashSecret } from '../../platform/secret.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'asSystem'>; ids?: Pick<typeof newId, 'event'> }

/** Ends a browser session. An unknown token is as good as ended. */
export const makeSignOut =
  ({ unitOfWork, ids = newId }: Deps) =>
  ({ browserToken }: { browserToken: string }): Promise<void> =>
    unitOfWork.asSystem(async ({ credentials, auditOf }) => {
      const ended = await credentials.removeBrowserSession(hashSecret(browserToken))
      if (ended === undefined) return
      const { teamId, userId } = ended
      await auditOf(teamId).add({ id: ids.event(), action: 'sign_out.succeeded', userId })
    })

export type SignOut = ReturnType<typeof makeSignOut>
