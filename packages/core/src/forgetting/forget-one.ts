import type { TeamRepositories } from '@teamlore/db'
import type { Deletion, ForgetPreview } from '@teamlore/shared/forgetting'
import type { DomainError } from '../errors.ts'
import { grantSystemScope, type TeamScope } from '../identity/teams/team-scope.ts'
import { memoryNotFound } from '../memories/memories.errors.ts'
import { wordsOf } from '../memories/same-words.ts'
import { messageNotFound } from '../messages/messages.errors.ts'
import { resolveId } from '../platform/resolve-id.ts'
import { recordForgotten } from '../records/records.errors.ts'
import { sessionNotFound } from '../sessions/sessions.errors.ts'
import { tombstoneOf } from '../text/tombstone-texts.ts'
import { type HideDeps, hide } from './hide.ts'
import { type ForgetDeps, forgettingOf, type Plan, previewOf, type Single } from './plan.ts'
import { requireForgetter, requireRight } from './who-may-forget.ts'

type Typed = { id: string }

const NOT_FOUND: Record<Single, () => DomainError> = {
  session: sessionNotFound,
  message: messageNotFound,
  memory: memoryNotFound,
}

const targetOf = ({ forgetSelection }: TeamRepositories, kind: Single, id: string) => {
  switch (kind) {
    case 'session':
      return forgetSelection.sessionTarget(id)
    case 'message':
      return forgetSelection.messageTarget(id)
    case 'memory':
      return forgetSelection.memoryTarget(id)
  }
}

/**
 * What goes with one thing, if the asker may have it forgotten. A shortened id is looked up among what they may read; a whole one may
 * be of what they may not, which an admin can have forgotten unseen.
 */
const planOf = async (
  { unitOfWork }: ForgetDeps,
  scope: TeamScope<'member'>,
  kind: Single,
  typed: Typed,
): Promise<Plan> => {
  requireForgetter(scope)
  const notFound = NOT_FOUND[kind]
  const { id, isSeen } = await unitOfWork.inTeam(scope, async (repos) => {
    const whole = await resolveId(repos.ids, kind, typed.id, notFound)
    return { id: whole, isSeen: (await targetOf(repos, kind, whole)) !== undefined }
  })
  return unitOfWork.inTeam(grantSystemScope(scope.teamId), async (repos) => {
    const target = await targetOf(repos, kind, id)
    if (target === undefined)
      throw (await repos.tombstones.isForgotten(id)) ? recordForgotten() : notFound()
    requireRight(scope, target, { isSeen, notFound })
    const forgetting = await forgettingOf(repos, kind, target)
    const { teamId } = scope
    const statement = kind === 'memory' ? await repos.forgetSelection.statementOf(id) : undefined
    return {
      kind,
      subject: id,
      ownerId: target.ownerId,
      forgetting,
      memoryHashes: statement === undefined ? [] : [tombstoneOf.memory(teamId, wordsOf(statement))],
      listener: target.privateTo,
    }
  })
}

/** All that would go, and what stays. Changes nothing. */
export const makePreviewForget =
  (deps: ForgetDeps) =>
  async (scope: TeamScope<'member'>, kind: Single, typed: Typed): Promise<ForgetPreview> =>
    previewOf(deps, scope, await planOf(deps, scope, kind, typed))

/**
 * Forgets one thing with all that came of it: hidden at once, purged after the team's delay.
 *
 * @throws DomainError `session.not_found` and its like, `forgetting.not_yours`, `forgetting.service_account`, `record.forgotten`.
 */
export const makeForget =
  (deps: HideDeps) =>
  async (scope: TeamScope<'member'>, kind: Single, typed: Typed): Promise<Deletion> =>
    hide(deps, scope, await planOf(deps, scope, kind, typed))
