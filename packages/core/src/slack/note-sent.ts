import type { StoredSlack, UnitOfWork } from '@teamlore/db'
import { newId } from '@teamlore/shared'
import type { SecretBox } from '../identity/sign-in/secret-box.ts'
import { grantSystemScope } from '../identity/teams/team-scope.ts'
import { hookUnreadable } from '../integrations/integrations.errors.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { askContext } from './keys.ts'
import type { Sent } from './read-sent.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  secretBox: SecretBox | undefined
  now?: Clock
}

type TakenSlack = { state: 'taken' | 'known' | 'ignored' }

const REMOVED =
  'The app was removed from the workspace, or its token was ended there. Install it again, or remove this connection.'

const NAME = /^[\w.-]{1,120}$/

/** Of another workspace nothing is answered, whoever signed it. */
const isForeign = ({ state, workspaceId }: StoredSlack, workspace: string): boolean =>
  state !== 'connected' || workspaceId !== workspace

/** Written down once for each id of Slack, however it came. @throws DomainError `hook.unreadable` */
export const noteSent = async (
  { unitOfWork, secretBox, now = systemClock }: Deps,
  stored: StoredSlack,
  sent: Exclude<Sent, { is: 'challenge' }>,
): Promise<TakenSlack> => {
  if (!NAME.test(sent.delivery)) throw hookUnreadable()
  const id = newId.delivery()
  const ask = sent.is === 'ask' && !isForeign(stored, sent.workspace) ? sent.ask : undefined
  const sealed = ask && secretBox?.seal(JSON.stringify(ask), askContext(id))
  const at = now()
  return unitOfWork.inTeam(grantSystemScope(stored.teamId), async (repos) => {
    const isNew = await repos.slackAsks.add(
      {
        id,
        slackId: stored.id,
        delivery: sent.delivery,
        kind: ask?.kind ?? 'other',
        state: ask === undefined ? 'ignored' : 'waiting',
        sealed: sealed ?? null,
      },
      at,
    )
    if (!isNew) return { state: 'known' }
    if (sent.is === 'gone' && !isForeign(stored, sent.workspace))
      await repos.slackApps.noteError(stored.id, REMOVED, at)
    if (ask === undefined) return { state: 'ignored' }
    await repos.outbox.add({ type: 'slack.asked', payload: { ask_id: id } })
    return { state: 'taken' }
  })
}
