import type { StoredDeletion, TeamRepositories } from '@teamlore/db'
import { newId, type UserId } from '@teamlore/shared'
import type {
  Deletion,
  DeletionPage,
  ForgettingSettings,
  ListDeletionsQuery,
} from '@teamlore/shared/forgetting'
import { requirePerson } from '../identity/teams/require-person.ts'
import { grantSystemScope, type TeamScope } from '../identity/teams/team-scope.ts'
import { systemClock } from '../platform/clock.ts'
import { idCursor } from '../platform/cursor.ts'
import { resolveId } from '../platform/resolve-id.ts'
import { deletionNotFound, deletionTooLate } from './forgetting.errors.ts'
import { distilAgain, type HideDeps, recountWords, toDeletion } from './hide.ts'
import { type ForgetDeps, isKept } from './plan.ts'
import { requireForgetter } from './who-may-forget.ts'

const cursorOf = idCursor('deletions')

/** What waits and receipts of what was purged: one's own, and for admins those of all. */
export const makeListDeletions =
  ({ unitOfWork }: ForgetDeps) =>
  (
    scope: TeamScope<'member'>,
    { limit, cursor, state }: ListDeletionsQuery,
  ): Promise<DeletionPage> =>
    unitOfWork.inTeam(scope, async ({ deletions }) => {
      const after = cursorOf.decode(cursor)
      const { items, next } = await deletions.page({ limit, after, state })
      return { items: items.map(toDeletion), next_cursor: cursorOf.encode(next) }
    })

/**
 * Shows again what a deletion hid, for who asked for it, whose it was, and admins, as long as its purge has not begun.
 *
 * @throws DomainError `deletion.not_found`, `deletion.too_late`, `forgetting.service_account`.
 */
export const makeUndoDeletion =
  ({ unitOfWork, now = systemClock, ids = newId }: HideDeps) =>
  async (scope: TeamScope<'member'>, typed: { id: string }): Promise<Deletion> => {
    const by = requireForgetter(scope)
    // The row is shown to those alone who may undo it.
    const asked = await unitOfWork.inTeam(scope, async (repos) =>
      repos.deletions.find(await resolveId(repos.ids, 'deletion', typed.id, deletionNotFound)),
    )
    if (asked === undefined) throw deletionNotFound()
    if (asked.state === 'undone') return toDeletion(asked)
    const undone = await unitOfWork.inTeam(grantSystemScope(scope.teamId), async (repos) => {
      const { deletions, tombstones } = repos
      const deletion = await deletions.find(asked.id)
      if (deletion === undefined) throw deletionNotFound()
      const deletionId = deletion.id as Parameters<typeof deletions.hold>[0]
      if (!(await deletions.hold(deletionId))) throw deletionTooLate()
      const hidden = await tombstones.hiddenBy(deletionId)
      const of = (kind: string) => hidden.filter((one) => one.kind === kind).map((one) => one.id)
      await tombstones.lift(deletionId)
      const forgetting = {
        sessions: of('session'),
        messages: of('message'),
        memories: of('memory'),
      }
      // What a hold keeps is not purged, so that it is never too late for that. It is asked now, when its rows are shown again.
      const isLate = Date.parse(deletion.purge_after) <= now().getTime()
      if (isLate && !(await isKept(repos, { ...deletion, forgetting }))) throw deletionTooLate()
      const sources = [...of('message'), ...of('memory')]
      await recountWords(
        repos,
        deletionId,
        { sessions: forgetting.sessions, sources },
        { documents: deletion.counts.documents ?? 0, isUndone: true },
      )
      await putBack(repos, deletion, of('message'))
      await deletions.markUndone(deletionId, by, now())
      await repos.audit.add({
        id: ids.event(),
        action: 'forgetting.undone',
        userId: by,
        subject: deletion.subject,
        details: { deletion: deletion.id, kind: deletion.kind },
      })
      return deletions.find(asked.id)
    })
    if (undone === undefined) throw deletionNotFound()
    return toDeletion(undone)
  }

/** What stood in rows that stayed: a title, a membership. What was distilled of a session is made again with what is back. */
const putBack = async (
  repos: TeamRepositories,
  { kept: { title, role }, owner }: StoredDeletion,
  messages: readonly string[],
): Promise<void> => {
  if (title !== undefined) await repos.hiding.setTitle(title.session, title.text)
  await distilAgain(repos, messages)
  if (role !== undefined && owner !== null) await repos.people.admit(owner.id as UserId, role)
}

export const makeGetForgettingSettings =
  ({ unitOfWork }: ForgetDeps) =>
  (scope: TeamScope): Promise<ForgettingSettings> =>
    unitOfWork.inTeam(scope, async ({ forgettingSettings }) => ({
      delay_hours: await forgettingSettings.delayHours(),
    }))

/** Counts for what is forgotten from now on. */
export const makeSetForgettingSettings =
  ({ unitOfWork, now = systemClock, ids = newId }: HideDeps) =>
  (scope: TeamScope<'admin'>, { delay_hours }: ForgettingSettings): Promise<ForgettingSettings> =>
    unitOfWork.inTeam(scope, async ({ forgettingSettings, audit }) => {
      await forgettingSettings.setDelay(delay_hours, now())
      await audit.add({
        id: ids.event(),
        action: 'forgetting.set',
        userId: requirePerson(scope),
        details: { delay_hours },
      })
      return { delay_hours }
    })

/** Whether something of this id was forgotten: it is answered as gone then. */
export const makeIsForgotten =
  ({ unitOfWork }: ForgetDeps) =>
  (scope: TeamScope, id: string): Promise<boolean> =>
    unitOfWork.inTeam(scope, ({ tombstones }) => tombstones.isForgotten(id))
