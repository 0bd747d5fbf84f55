import { defineError } from '../errors.ts'

export const codeNotShared = defineError(
  'not_found',
  'shared_code.not_found',
  'This project does not share its code. Admins turn that on in its settings, or by `lore projects set NAME --share-code`.',
)
export const fileNotShared = defineError(
  'not_found',
  'shared_code.file_not_found',
  'No code of such a file was shared. A running `lore watch` sends that of new commits, `lore link --backfill` that of older ones.',
)
