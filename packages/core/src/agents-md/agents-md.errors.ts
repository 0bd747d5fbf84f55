import { plural } from '@teamlore/shared/plural'
import { defineError } from '../errors.ts'

export const sectionTooLong = defineError(
  'too_large',
  'agents_md.section_too_long',
  'The section of Teamlore in this file has more than 3,000 lines; take out what is not meant to stand in it, and try again.',
)

const conflictMarks = defineError(
  'conflict',
  'agents_md.conflict_marks',
  'Git left marks of a conflict in the section of Teamlore. Nothing was changed. Resolve the conflict, and try again.',
)

/** @returns the error with the numbers of the lines. */
export const conflictMarksAt = (lines: readonly number[]) =>
  conflictMarks({
    details: { lines: lines.map(String) },
    message: `Git left marks of a conflict in the section of Teamlore, in line ${lines.join(', ')}. Nothing was changed. Resolve the conflict, and try again.`,
  })

export type ManyDeleted = { deleted: number; before: number }

const manyDeleted = defineError(
  'conflict',
  'agents_md.many_deleted',
  'This section lost so many of its entries that the deletions have to be allowed. Nothing was proposed. Restore the file by git, or allow the deletions.',
)

/** @returns the error with the numbers of this file. */
export const tooManyDeleted = ({ deleted, before }: ManyDeleted) =>
  manyDeleted({
    details: { deleted, before },
    message: `This section lost ${deleted} of its ${plural(before, 'entry', 'entries')}. Nothing was proposed. Restore the file by git, or allow the deletions.`,
  })
