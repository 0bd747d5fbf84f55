import {
  type Clock,
  makeAcceptInvitation,
  makeCreateService,
  makeDeclineInvitation,
  makeFoundTeam,
  makeGrantProject,
  makeInvite,
  makeJoinByInvitation,
  makeLeaveTeam,
  makeListInvitations,
  makeListMembers,
  makeNameTeam,
  makePreviewShare,
  makeRemoveMember,
  makeResendInvitation,
  makeRevokeInvitation,
  makeRevokeProject,
  makeSetMemberRole,
  makeSetProject,
  makeShareSession,
  makeShowInvitation,
  makeTransferOwnership,
  makeUnshareSession,
  type SendMail,
} from '@teamlore/core'
import { makeListAudit } from '@teamlore/core/teams'
import type { UnitOfWork } from '@teamlore/db'
import type { SignInConfig } from './sign-in/sign-in-env.ts'

type Deps = {
  unitOfWork: UnitOfWork
  now: Clock
  publicUrl: string
  sendMail?: SendMail | undefined
} & Pick<SignInConfig, 'life'>

/** What is done about a team, the people in it, and what each of them may see. */
export const peopleUseCases = (deps: Deps) => ({
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
  setMemberRole: makeSetMemberRole(deps),
  removeMember: makeRemoveMember(deps),
  leaveTeam: makeLeaveTeam(deps),
  transferOwnership: makeTransferOwnership(deps),
  createService: makeCreateService(deps),
  setProject: makeSetProject(deps),
  previewShare: makePreviewShare(deps),
  shareSession: makeShareSession(deps),
  unshareSession: makeUnshareSession(deps),
  grantProject: makeGrantProject(deps),
  revokeProject: makeRevokeProject(deps),
  nameTeam: makeNameTeam(deps),
  foundTeam: makeFoundTeam(deps),
})
