import {
  type BrowserLife,
  makeAcceptInvitation,
  makeCreateService,
  makeDeclineInvitation,
  makeFoundTeam,
  makeInvite,
  makeJoinByInvitation,
  makeLeaveTeam,
  makeListInvitations,
  makeListMembers,
  makeNameTeam,
  makeRemoveMember,
  makeResendInvitation,
  makeRevokeInvitation,
  makeSetMemberRole,
  makeShowInvitation,
  makeTransferOwnership,
  type SendMail,
} from '@teamlore/core'
import { makeListAudit, makeVerifyAudit } from '@teamlore/core/teams'
import type { Collaborators } from '../../platform/collaborators.ts'

type Deps = Collaborators & {
  publicUrl: string
  /** Without it, links of invitations are handed on by whoever makes them. */
  sendMail?: SendMail | undefined
  life: BrowserLife
}

/** A team, its members and those who are invited, and what was done there. */
export const teamUseCases = (deps: Deps) => ({
  invite: makeInvite(deps),
  resendInvitation: makeResendInvitation(deps),
  revokeInvitation: makeRevokeInvitation(deps),
  listInvitations: makeListInvitations(deps),
  showInvitation: makeShowInvitation(deps),
  acceptInvitation: makeAcceptInvitation(deps),
  joinByInvitation: makeJoinByInvitation(deps),
  declineInvitation: makeDeclineInvitation(deps),
  listMembers: makeListMembers(deps),
  listAudit: makeListAudit(deps),
  verifyAudit: makeVerifyAudit(deps),
  setMemberRole: makeSetMemberRole(deps),
  removeMember: makeRemoveMember(deps),
  leaveTeam: makeLeaveTeam(deps),
  transferOwnership: makeTransferOwnership(deps),
  createService: makeCreateService(deps),
  nameTeam: makeNameTeam(deps),
  foundTeam: makeFoundTeam(deps),
})

export type TeamUseCases = ReturnType<typeof teamUseCases>
