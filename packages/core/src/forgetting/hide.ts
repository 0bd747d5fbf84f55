import type { Member, StoredDeletion, TeamRepositories } from '@teamlore/db'
import { newId, type SessionId } from '@teamlore/shared'
import type { Deletion } from '@teamlore/shared/forgetting'
import type { DeletionId } from '@teamlore/shared/ids'
import { endMembership } from '../identity/people/end-membership.ts'
import { grantSystemScope, type TeamScope } from '../identity/teams/team-scope.ts'
import { systemClock } from '../platform/clock.ts'
import { pullRequestsAsked } from '../projects/pull-requests-asked.ts'
import { deletionNotFound, forgettingHeld } from './forgetting.errors.ts'
import {
  amountsOf,
  countsOf,
  type ForgetDeps,
  isKept,
  type PersonToErase,
  type Plan,
} from './plan.ts'
import { requireForgetter } from './who-may-forget.ts'

export type HideDeps = ForgetDeps & { ids?: Pick<typeof newId, 'deletion' | 'event'> }

const HOUR_MS = 3_600_000
/** Words of more than this are counted anew in the background, which costs who asks nothing. */
const MOST_COUNTED = { documents: 5_000, ids: 300 } as const

export const toDeletion = ({ kept: _, counts, receipt, ...row }: StoredDeletion): Deletion => ({
  ...row,
  counts: countsOf(counts),
  receipt: Object.entries(receipt)
    .map(([table, rows]) => ({ table, rows }))
    .sort((a, b) => a.table.localeCompare(b.table)),
})

const MOST_HEARD = 50

type Sources = { sessions: readonly string[]; sources: readonly string[] }

/** Takes words out of what is counted and suggested, or, undone, puts them back. */
export const recountWords = async (
  { documentLexemes }: Pick<TeamRepositories, 'documentLexemes'>,
  id: DeletionId,
  { sessions, sources }: Sources,
  { documents, isUndone }: { documents: number; isUndone: boolean },
): Promise<void> => {
  const isMany =
    documents > MOST_COUNTED.documents || sessions.length + sources.length > MOST_COUNTED.ids
  if (isMany) await documentLexemes.reset()
  else await documentLexemes.recountForgotten({ sessions, sources }, id, { isUndone })
}

/** Notifies open dashboards that a session is not as it was. */
const notify = async (
  { outbox }: Pick<TeamRepositories, 'outbox'>,
  { forgetting, listener }: Pick<Plan, 'forgetting' | 'listener'>,
): Promise<void> => {
  if (listener === undefined) return
  await outbox.notifyLive(
    ...forgetting.sessions.slice(0, MOST_HEARD).map((id) => ({
      type: 'session.updated' as const,
      sessionId: id,
      privateTo: listener,
    })),
  )
}

/** Has sessions that lost or regained single messages distilled again. */
export const distilAgain = async (
  { hiding, outbox }: Pick<TeamRepositories, 'hiding' | 'outbox'>,
  messages: readonly string[],
): Promise<void> => {
  if (messages.length === 0) return
  const sessions = await hiding.distilAgain(messages)
  await outbox.add(
    ...sessions.map((id) => ({
      type: 'session.ingested' as const,
      payload: { session_id: id as SessionId },
    })),
  )
}

/** Comments on pull requests that show what is forgotten are written anew. */
const askComments = async (
  { pullRequests, outbox }: Pick<TeamRepositories, 'pullRequests' | 'outbox'>,
  memories: readonly string[],
  at: Date,
): Promise<void> => {
  const asked = await pullRequests.askShowing(memories, at)
  await outbox.add(...pullRequestsAsked(asked))
}

/** The person is out from now on: nothing new of them comes in while it waits. @returns what an undo gives back. */
const endAccess = async (
  repos: TeamRepositories,
  { id }: PersonToErase,
  now: Date,
): Promise<{ role?: Member['role'] }> => {
  await repos.people.lock()
  const member = await repos.people.find(id)
  if (member === undefined) return {}
  await endMembership(repos, member, now)
  return { role: member.role }
}

/**
 * Hides what a plan says in one transaction, and has the worker purge it in time.
 *
 * @throws DomainError `forgetting.held`.
 */
export const hide = async (
  { unitOfWork, now = systemClock, ids = newId }: HideDeps,
  scope: TeamScope<'member'>,
  plan: Plan,
): Promise<Deletion> => {
  const by = requireForgetter(scope)
  const { kind, subject, ownerId, forgetting, memoryHashes } = plan
  const { sessions, messages, memories } = forgetting
  const stored = await unitOfWork.inTeam(grantSystemScope(scope.teamId), async (repos) => {
    const { deletions, hiding } = repos
    if (await isKept(repos, plan)) throw forgettingHeld()
    const id = ids.deletion()
    const at = now()
    const counts = await amountsOf(repos, plan)
    const title = kind === 'message' ? await hiding.titleFrom(subject) : undefined
    const delayMs = (await repos.forgettingSettings.delayHours()) * HOUR_MS
    await deletions.add({
      id,
      kind,
      subject,
      ownerId,
      requestedBy: by,
      counts,
      kept: {
        ...(title !== undefined && { title }),
        ...(plan.person && (await endAccess(repos, plan.person, at))),
      },
      hiddenAt: at,
      purgeAfter: new Date(at.getTime() + delayMs),
    })
    const sources = [...messages, ...memories]
    const documents = counts.documents ?? 0
    await recountWords(repos, id, { sessions, sources }, { documents, isUndone: false })
    await hiding.removeDistilled(id, forgetting)
    if (title !== undefined) await hiding.setTitle(title.session, null)
    await distilAgain(repos, messages)
    await repos.tombstones.add(id, 'memory', memoryHashes)
    await notify(repos, plan)
    await hiding.hide(id, forgetting, at)
    await askComments(repos, memories, at)
    await repos.audit.add({
      id: ids.event(),
      action: 'forgetting.made',
      userId: by,
      subject,
      details: {
        deletion: id,
        kind,
        sessions: sessions.length,
        memories: memories.length,
        ...(scope.given && { given_by: scope.given.by }),
      },
    })
    await repos.outbox.add({ type: 'deletion.made', payload: { deletion_id: id } })
    return deletions.find(id)
  })
  if (stored === undefined) throw deletionNotFound()
  return toDeletion(stored)
}
