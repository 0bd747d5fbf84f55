import { defineError } from '../errors.ts'

export const sectionTooLong = defineError(
  'too_large',
  'agents_md.section_too_long',
  'The section of Teamlore in this file has more than 3,000 lines; take out what is not meant to stand in it, and try again.',
)
