import { makeGetUsage, makeSetUsageSettings, type ServerModel } from '@teamlore/core/usage'
import type { Collaborators } from '../../platform/collaborators.ts'

const NO_LANGUAGE: ServerModel = { model: null, setup: null, caps: { dailyUsd: 0, dailyTokens: 0 } }

type Deps = Collaborators & {
  /** The language model that workers ask, and its caps; none by default. */
  language?: ServerModel | undefined
}

export const usageUseCases = ({ unitOfWork, language: server = NO_LANGUAGE }: Deps) => ({
  getUsage: makeGetUsage({ unitOfWork, server }),
  setUsageSettings: makeSetUsageSettings({ unitOfWork, server }),
})

export type UsageUseCases = ReturnType<typeof usageUseCases>
