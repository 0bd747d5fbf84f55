import type { UnitOfWork } from '@teamlore/db'
import type { Message } from '@teamlore/shared'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { resolveId } from '../platform/resolve-id.ts'
import { messageNotFound } from './messages.errors.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'> }

/** One message whole. `id` may be the beginning of one. */
export const makeGetMessage =
  ({ unitOfWork }: Deps) =>
  (scope: TeamScope, { id }: { id: string }): Promise<Message> =>
    unitOfWork.inTeam(scope, async ({ ids, messageList, sessionSharing }) => {
      const whole = await resolveId(ids, 'message', id, messageNotFound)
      const message = await messageList.find(whole)
      if (message === undefined) throw messageNotFound()
      await sessionSharing.noteReading([message.session_id])
      return message
    })

export type GetMessage = ReturnType<typeof makeGetMessage>
