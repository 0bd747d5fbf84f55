import { makeGetMe, makeGetStats, makeRenameMe, makeSwitchTeam } from '@teamlore/core'
import type { Collaborators } from '../../platform/collaborators.ts'

export const meUseCases = ({ unitOfWork }: Collaborators) => ({
  getMe: makeGetMe({ unitOfWork }),
  renameMe: makeRenameMe({ unitOfWork }),
  switchTeam: makeSwitchTeam({ unitOfWork }),
  getStats: makeGetStats({ unitOfWork }),
})

export type MeUseCases = ReturnType<typeof meUseCases>
