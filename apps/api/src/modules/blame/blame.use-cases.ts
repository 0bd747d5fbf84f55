import { makeBlameLines } from '@teamlore/core'
import { makeNoteOnFile } from '@teamlore/core/why'
import type { Collaborators } from '../../platform/collaborators.ts'

export const blameUseCases = ({ unitOfWork }: Collaborators) => ({
  blameLines: makeBlameLines({ unitOfWork }),
  noteOnFile: makeNoteOnFile({ unitOfWork }),
})

export type BlameUseCases = ReturnType<typeof blameUseCases>
