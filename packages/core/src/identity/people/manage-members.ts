import type { Member, TeamRepositories, UnitOfWork } from '@teamlore/db'
import { newId, type PageQuery, type TeamRole } from '@teamlore/shared'
import type {
  ChangeRole,
  CreateService,
  TeamMember,
  TransferOwnership,
} from '@teamlore/shared/people'
import { roleCovers } from '@teamlore/shared/roles'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { idCursor } from '../../platform/cursor.ts'
import { cleanStrings } from '../../text/clean-strings.ts'
import { findRecipient } from '../teams/find-recipient.ts'
import { requirePerson } from '../teams/require-person.ts'
import { grantorOf, type TeamScope } from '../teams/team-scope.ts'
import {
  memberAboveYou,
  memberNotFound,
  notByThisKey,
  serviceCannotSignIn,
} from '../teams/teams.errors.ts'
import { changeRole, endMembership, keepAnOwner } from './end-membership.ts'
import { ownerAlready, roleAboveYou } from './people.errors.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now?: Clock
  ids?: Pick<typeof newId, 'event' | 'user'>
}

export type MemberPage = { items: TeamMember[]; next_cursor: string | null }

const cursors = idCursor('members')

export const makeListMembers =
  ({ unitOfWork }: Pick<Deps, 'unitOfWork'>) =>
  async (scope: TeamScope, { limit, cursor }: PageQuery): Promise<MemberPage> => {
    const after = cursors.decode(cursor)
    const { items, next } = await unitOfWork.inTeam(scope, ({ memberList }) =>
      memberList.page({ limit, after }),
    )
    return { items, next_cursor: cursors.encode(next) }
  }

/** The member to be changed, under the lock that lets one change of roles happen at a time. */
const findUnder = async (
  people: TeamRepositories['people'],
  scope: TeamScope,
  id: string,
): Promise<Member> => {
  await people.lock()
  const member = await people.find(id)
  if (member === undefined) throw memberNotFound()
  if (!roleCovers(scope.role, member.role)) throw memberAboveYou()
  return member
}

export const makeSetMemberRole =
  ({ unitOfWork, ids = newId }: Deps) =>
  (scope: TeamScope<'admin'>, { id, role }: { id: string } & ChangeRole): Promise<void> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const { people, audit } = repos
      const member = await findUnder(people, scope, id)
      if (!roleCovers(scope.role, role)) throw roleAboveYou()
      if (member.role === role) return
      if (member.kind === 'service' && role === 'owner') throw serviceCannotSignIn()
      await keepAnOwner(people, member)
      const ended = await changeRole(repos, member, role)
      await audit.add({
        id: ids.event(),
        action: 'member.role_changed',
        userId: requirePerson(scope),
        subject: member.id,
        details: { from: member.role, to: role, ...ended },
      })
    })

export const makeRemoveMember =
  ({ unitOfWork, now = systemClock, ids = newId }: Deps) =>
  (scope: TeamScope<'admin'>, { id }: { id: string }): Promise<void> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const member = await findUnder(repos.people, scope, id)
      const keys = await endMembership(repos, member, now())
      await repos.audit.add({
        id: ids.event(),
        action: 'member.removed',
        userId: requirePerson(scope),
        subject: member.id,
        details: { role: member.role, keys },
      })
    })

export const makeLeaveTeam =
  ({ unitOfWork, now = systemClock, ids = newId }: Deps) =>
  (scope: TeamScope): Promise<void> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const userId = requirePerson(scope)
      await repos.people.lock()
      const member = await repos.people.find(userId)
      if (member === undefined) throw memberNotFound()
      // Not by a key that only reads, and not by what somebody else was given of them.
      const isReader = scope.role === 'viewer' && member.role !== 'viewer'
      if (isReader || grantorOf(scope) !== null) throw notByThisKey()
      const keys = await endMembership(repos, member, now())
      await repos.audit.add({
        id: ids.event(),
        action: 'member.left',
        userId,
        details: { role: member.role, keys },
      })
    })

/** The named member becomes owner; the caller stays as an admin. */
export const makeTransferOwnership =
  ({ unitOfWork, ids = newId }: Deps) =>
  (scope: TeamScope<'owner'>, { user }: TransferOwnership): Promise<void> =>
    unitOfWork.inTeam(scope, async ({ people, audit, outbox }) => {
      await people.lock()
      const { grantor, recipient } = await findRecipient(people, scope, user)
      if (recipient.kind === 'service') throw serviceCannotSignIn()
      if (grantor.role !== 'owner') throw memberAboveYou()
      if (grantor.id === recipient.id) throw ownerAlready()
      await people.setRole(recipient.id, 'owner')
      await people.setRole(grantor.id, 'admin')
      for (const id of [grantor.id, recipient.id]) await outbox.notifyAccess(id)
      await audit.add({
        id: ids.event(),
        action: 'ownership.transferred',
        userId: grantor.id,
        subject: recipient.id,
      })
    })

/** An account for a bot or CI: keys, no browser, never an owner. */
export const makeCreateService =
  ({ unitOfWork, now = systemClock, ids = newId }: Deps) =>
  (scope: TeamScope<'admin'>, request: CreateService): Promise<TeamMember> =>
    unitOfWork.inTeam(scope, async ({ people, audit }) => {
      const { name, role } = cleanStrings(request)
      const id = ids.user()
      await people.addService(id, name, role satisfies TeamRole)
      await audit.add({
        id: ids.event(),
        action: 'service.created',
        userId: requirePerson(scope),
        subject: id,
        details: { name, role },
      })
      const joined_at = now().toISOString()
      return {
        id,
        name,
        email: null,
        kind: 'service',
        role,
        joined_at,
        last_seen_at: null,
        is_you: false,
      }
    })
