export {
  makeCreateSessionNote,
  makeListSessionTags,
  makeRemoveSessionNote,
  makeRestoreSessionNote,
} from './session-notes.ts'
export { makePreviewShare, makeShareSession, makeUnshareSession } from './share-session.ts'
