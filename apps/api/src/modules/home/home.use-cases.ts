import {
  type GetCapture,
  makeGetHome,
  makeNoteAgent,
  makeSetGuide,
  makeVisitHome,
} from '@teamlore/core'
import type { Collaborators } from '../../platform/collaborators.ts'

type Deps = Collaborators & { getCapture: GetCapture }

export const homeUseCases = ({ unitOfWork, now, getCapture }: Deps) => ({
  getHome: makeGetHome({ unitOfWork, getCapture, now }),
  visitHome: makeVisitHome({ unitOfWork, now }),
  setGuide: makeSetGuide({ unitOfWork, now }),
  noteAgent: makeNoteAgent({ unitOfWork, now }),
})

export type HomeUseCases = ReturnType<typeof homeUseCases>
