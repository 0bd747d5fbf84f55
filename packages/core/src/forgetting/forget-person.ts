import type { Member, TeamRepositories } from '@teamlore/db'
import type { Deletion, ErasePerson, ForgetPreview } from '@teamlore/shared/forgetting'
import { roleCovers } from '@teamlore/shared/roles'
import { grantorOf, grantSystemScope, type TeamScope } from '../identity/teams/team-scope.ts'
import { memberAboveYou, memberNotFound, notByThisKey } from '../identity/teams/teams.errors.ts'
import {
  forgettingNotYours,
  personErasedAlready,
  personNameNeeded,
  personOfService,
  personOnlyOwner,
} from './forgetting.errors.ts'
import { type HideDeps, hide } from './hide.ts'
import { type ForgetDeps, type PersonToErase, type Plan, previewOf } from './plan.ts'
import { isAdmin, requireForgetter } from './who-may-forget.ts'

type Asked = { id: string }

/** Oneself, or, for an admin, a member who is not above them. Somebody who was here and left is known by their id alone. */
const personOf = async (
  { unitOfWork }: ForgetDeps,
  scope: TeamScope<'member'>,
  { id }: Asked,
): Promise<PersonToErase> => {
  const by = requireForgetter(scope)
  // What somebody else was given, and a key that is less than its person, erase nobody.
  if (grantorOf(scope) !== null) throw notByThisKey()
  return unitOfWork.inTeam(scope, async ({ people, personSelection }) => {
    const member = await people.find(id)
    if (id !== by && !isAdmin(scope))
      throw member === undefined ? memberNotFound() : forgettingNotYours()
    const person = member?.id ?? (await personSelection.wasHere(id))
    if (person === undefined) throw memberNotFound()
    if (member !== undefined) await requireErasable(scope, member, people)
    if (await personSelection.isErased(person)) throw personErasedAlready()
    return { id: person, name: member?.name ?? person, member }
  })
}

const requireErasable = async (
  scope: TeamScope,
  member: Member,
  people: Pick<TeamRepositories['people'], 'owners'>,
): Promise<void> => {
  if (member.kind === 'service') throw personOfService()
  if (member.id !== scope.userId && !roleCovers(scope.role, member.role)) throw memberAboveYou()
  if (member.role === 'owner' && (await people.owners()) < 2) throw personOnlyOwner()
}

const planOf = async (
  deps: ForgetDeps,
  scope: TeamScope<'member'>,
  asked: Asked,
): Promise<Plan & { person: PersonToErase }> => {
  const person = await personOf(deps, scope, asked)
  const forgetting = await deps.unitOfWork.inTeam(
    grantSystemScope(scope.teamId),
    async ({ forgetSelection, personSelection }) => {
      const sessions = await forgetSelection.sessionsOf({
        userId: person.id,
        projectId: undefined,
        before: undefined,
      })
      const resting = await forgetSelection.memoriesRestingOn({ sessions, messages: [] })
      const written = await personSelection.memoriesOf(person.id, sessions)
      return { sessions, messages: [], memories: [...new Set([...resting, ...written])].sort() }
    },
  )
  return {
    kind: 'person',
    subject: person.id,
    ownerId: person.id,
    forgetting,
    memoryHashes: [],
    listener: undefined,
    person,
  }
}

/** All that would go with a person, and what stays. Changes nothing. */
export const makePreviewErasePerson =
  (deps: ForgetDeps) =>
  async (scope: TeamScope<'member'>, asked: Asked): Promise<ForgetPreview> =>
    previewOf(deps, scope, await planOf(deps, scope, asked))

/**
 * Erases a person from the team: their access ends and what is theirs is hidden at once; names, addresses, machines and credentials go
 * with the purge.
 *
 * @throws DomainError `erasure.name_needed`, `erasure.only_owner`, `erasure.service_account`, `erasure.waits_already`,
 *   `forgetting.not_yours`, `forgetting.service_account`, `member.not_found`, `member.above_you`.
 */
export const makeErasePerson =
  (deps: HideDeps) =>
  async (scope: TeamScope<'member'>, asked: Asked & ErasePerson): Promise<Deletion> => {
    const plan = await planOf(deps, scope, asked)
    const { name } = plan.person
    if (asked.confirm.trim() !== name.trim()) throw personNameNeeded({ details: { name } })
    return hide(deps, scope, plan)
  }
