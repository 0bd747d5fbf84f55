import { defineError } from '../errors.ts'

export const bookNotFound = defineError(
  'not_found',
  'book.not_found',
  'There is no such lorebook in your team. Make one with `lore book ingest` in its folder.',
)
export const entityNotFound = defineError(
  'not_found',
  'book.entity_not_found',
  'There is no entity of that name in this lorebook.',
)
export const layerNotFound = defineError(
  'not_found',
  'book.layer_not_found',
  'There is no layer of that name in this lorebook.',
)
