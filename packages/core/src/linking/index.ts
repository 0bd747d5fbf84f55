export { findEvidence } from './find-evidence.ts'
export { findOriginals } from './find-originals.ts'
export { inferLinks } from './infer-links.ts'
export { baseName, createLineIndex, factsOf, type LineIndex, tokensOf } from './line-index.ts'
export { type LinkCommits, makeLinkCommits } from './link-commits.ts'
export { type LinkSession, makeLinkSession } from './link-session.ts'
export type {
  Evidence,
  Features,
  InferredLink,
  LineChange,
  LinkableCommit,
  LinkableSession,
} from './linking.types.ts'
export { confidenceOf, LINK_MODELS, type LinkModels } from './models.ts'
