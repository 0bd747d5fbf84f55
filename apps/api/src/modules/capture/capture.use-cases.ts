import { makeGetCapture, makeReportCapture } from '@teamlore/core'
import type { Collaborators } from '../../platform/collaborators.ts'
import { VERSION } from '../../platform/version.ts'

type Deps = Collaborators & {
  /** A machine that said nothing for so long is asked after; core's own bound without it. */
  captureSilentHours?: number | undefined
}

export const captureUseCases = ({ unitOfWork, machines, now, captureSilentHours }: Deps) => ({
  reportCapture: makeReportCapture({ unitOfWork: machines, now }),
  getCapture: makeGetCapture({
    unitOfWork,
    now,
    serverVersion: VERSION,
    ...(captureSilentHours === undefined ? {} : { silentHours: captureSilentHours }),
  }),
})

export type CaptureUseCases = ReturnType<typeof captureUseCases>
