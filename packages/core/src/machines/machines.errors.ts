import { defineError } from '../errors.ts'

export const machineMismatch = defineError(
  'forbidden',
  'machine.mismatch',
  'This key belongs to another machine; run `lore login` on this one to get a key of its own.',
)
