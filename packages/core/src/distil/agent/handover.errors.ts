import { defineError } from '../../errors.ts'

export const handoverNotFound = defineError(
  'not_found',
  'handover.not_found',
  'There is no such handover of yours. What no session was found for is forgotten after two days.',
)
