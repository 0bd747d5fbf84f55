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
  makeRemoveMember,
  makeResendInvitation,
  makeRevokeInvitation,
  makeRevokeProject,
  makeSetMemberRole,
  makeSetProject,
  makeShowInvitation,
  makeTransferOwnership,
  type SendMail,
} from '@teamlore/core'
import {
  makeCreateSessionNote,
  makeListSessionTags,
  makePreviewShare,
  makeRemoveSessionNote,
  makeRestoreSessionNote,
  makeShareSession,
  makeUnshareSession,
} from '@teamlore/core/sessions'
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
  createSessionNote: makeCreateSessionNote(deps),
  removeSessionNote: makeRemoveSessionNote(deps),
  restoreSessionNote: makeRestoreSessionNote(deps),
  listSessionTags: makeListSessionTags(deps),
  grantProject: makeGrantProject(deps),
  revokeProject: makeRevokeProject(deps),
  nameTeam: makeNameTeam(deps),
  foundTeam: makeFoundTeam(deps),
})
