import {
  makeErasePerson,
  makeForget,
  makeForgetMany,
  makeGetForgettingSettings,
  makeIsForgotten,
  makeListDeletions,
  makePreviewErasePerson,
  makePreviewForget,
  makePreviewForgetMany,
  makeSetForgettingSettings,
  makeUndoDeletion,
} from '@teamlore/core/forgetting'
import type { Collaborators } from '../../platform/collaborators.ts'

/** What people want forgotten, until it is purged. */
export const forgettingUseCases = (deps: Collaborators) => ({
  previewForget: makePreviewForget(deps),
  forget: makeForget(deps),
  previewForgetMany: makePreviewForgetMany(deps),
  forgetMany: makeForgetMany(deps),
  previewErasePerson: makePreviewErasePerson(deps),
  erasePerson: makeErasePerson(deps),
  listDeletions: makeListDeletions(deps),
  undoDeletion: makeUndoDeletion(deps),
  isForgotten: makeIsForgotten(deps),
  getForgettingSettings: makeGetForgettingSettings(deps),
  setForgettingSettings: makeSetForgettingSettings(deps),
})

export type ForgettingUseCases = ReturnType<typeof forgettingUseCases>
