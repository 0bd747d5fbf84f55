import type { HeldPullRequest, StoredIntegration, UnitOfWork } from '@teamlore/db'
import type { MemoryId } from '@teamlore/shared'
import { type CodeHost, HostError, type HostPlace } from '@teamlore/shared/code-hosts'
import { grantSystemScope } from '../identity/teams/team-scope.ts'
import { dismiss } from './dismiss.ts'
import { memberOfHost } from './member-of-host.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam' | 'asSystem'>
  host: Pick<CodeHost, 'thumbsDown'>
  now: () => Date
}

type Work = { held: HeldPullRequest; integration: StoredIntegration; place: HostPlace }

/** Members who may write, of so many that turned their thumb. */
const MAX_ASKED = 20

/**
 * A thumb that a member turns down on the comment dismisses what it shows, where that is one item: of several nobody knows which
 * one was meant. Hosts send no event of it, so it is looked at with everything else.
 */
export const readThumbs = async (deps: Deps, { held, integration, place }: Work): Promise<void> => {
  const { commentId, shown, shownAt } = held
  const [item, ...others] = shown
  if (commentId === null || item === undefined || others.length > 0 || shownAt === null) return
  const memoryId = item.id as MemoryId
  const of = { integrationId: held.integrationId, repositoryId: held.repositoryId }
  const undoneAt = await deps.unitOfWork.inTeam(
    grantSystemScope(integration.teamId),
    ({ dismissals }) => dismissals.undoneAt(of, memoryId),
  )
  const since = Math.max(shownAt.getTime(), undoneAt?.getTime() ?? 0)
  const thumbs = await thumbsOf(deps, place, { number: held.number, commentId })
  for (const { authorId, at } of thumbs.slice(0, MAX_ASKED)) {
    // A host counts whole seconds.
    if (at.getTime() + 999 < since) continue
    const by = await memberOfHost(deps, integration, authorId)
    if (by === undefined) continue
    await dismiss(deps, by, { of, memoryId, path: '', via: 'reaction' })
    return
  }
}

/** A comment that is gone has none; it is made again by what comes next. */
const thumbsOf = async (
  { host }: Deps,
  place: HostPlace,
  { number, commentId }: { number: number; commentId: string },
): ReturnType<CodeHost['thumbsDown']> => {
  try {
    return await host.thumbsDown(place, number, commentId)
  } catch (error) {
    if (error instanceof HostError && (error.failure === 'gone' || error.failure === 'forbidden'))
      return []
    throw error
  }
}
