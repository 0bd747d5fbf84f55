import { makeGetRetention, makePreviewRetention, makeSetRetention } from '@teamlore/core/retention'
import type { ServerModel } from '@teamlore/core/usage'
import type { Collaborators } from '../../platform/collaborators.ts'

type Deps = Collaborators & { language?: ServerModel | undefined }

/** How long projects keep the text of their messages. */
export const retentionUseCases = ({ language, ...deps }: Deps) => ({
  getRetention: makeGetRetention(deps),
  setRetention: makeSetRetention(deps),
  previewRetention: makePreviewRetention({ ...deps, hasModel: (language?.model ?? null) !== null }),
})

export type RetentionUseCases = ReturnType<typeof retentionUseCases>
