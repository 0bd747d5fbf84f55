import { makeGetMe, makeGetStats, makeRenameMe, makeSwitchTeam } from '@teamlore/core'
import { makeExportOwn, makeReportExport } from '@teamlore/core/own-data'
import type { Collaborators } from '../../platform/collaborators.ts'

export const meUseCases = ({ unitOfWork, now }: Collaborators) => ({
  exportOwn: makeExportOwn({ unitOfWork, now }),
  getMe: makeGetMe({ unitOfWork }),
  renameMe: makeRenameMe({ unitOfWork }),
  reportExport: makeReportExport({ unitOfWork }),
  switchTeam: makeSwitchTeam({ unitOfWork }),
  getStats: makeGetStats({ unitOfWork }),
})

export type MeUseCases = ReturnType<typeof meUseCases>
