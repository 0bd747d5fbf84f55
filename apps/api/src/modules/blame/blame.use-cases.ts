import { makeBlameLines, makeNoteOnFile } from '@teamlore/core'
import type { Collaborators } from '../../platform/collaborators.ts'

export const blameUseCases = ({ unitOfWork }: Collaborators) => ({
  blameLines: makeBlameLines({ unitOfWork }),
  noteOnFile: makeNoteOnFile({ unitOfWork }),
})

export type BlameUseCases = ReturnType<typeof blameUseCases>
