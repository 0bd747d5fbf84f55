import {
  makeGetMessage,
  makeGetSession,
  makeListMessages,
  makeListPrompts,
  makeListSessions,
} from '@teamlore/core'
import { type ImportRecords, makeCreatePrompt } from '@teamlore/core/import'
import {
  makeCreateSessionNote,
  makeListSessionTags,
  makePreviewShare,
  makeRemoveSessionNote,
  makeRestoreSessionNote,
  makeShareSession,
  makeUnshareSession,
} from '@teamlore/core/sessions'
import type { Collaborators } from '../../platform/collaborators.ts'

type Deps = Collaborators & { importRecords: ImportRecords }

/** Sessions and what they hold, who reads them, and notes on them. */
export const sessionUseCases = ({ importRecords, ...deps }: Deps) => ({
  listSessions: makeListSessions(deps),
  getSession: makeGetSession(deps),
  listMessages: makeListMessages(deps),
  getMessage: makeGetMessage(deps),
  createPrompt: makeCreatePrompt({ ...deps, unitOfWork: deps.machines, importRecords }),
  listPrompts: makeListPrompts(deps),
  previewShare: makePreviewShare(deps),
  shareSession: makeShareSession(deps),
  unshareSession: makeUnshareSession(deps),
  createSessionNote: makeCreateSessionNote(deps),
  removeSessionNote: makeRemoveSessionNote(deps),
  restoreSessionNote: makeRestoreSessionNote(deps),
  listSessionTags: makeListSessionTags(deps),
})

export type SessionUseCases = ReturnType<typeof sessionUseCases>
