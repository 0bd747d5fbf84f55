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
export const dateUnreadable = defineError(
  'invalid',
  'book.date_unreadable',
  'The calendar of this lorebook cannot read this date of its world.',
)
export const bookPartsHidden = defineError(
  'forbidden',
  'book.parts_hidden',
  'Something in this lorebook is hidden from your role, so you cannot change it or ask it in SQL. Ask an admin of your team.',
)
export const bookHomeKept = defineError(
  'forbidden',
  'book.home_kept',
  'This lorebook comes from another repository or branch. Only who made it and admins may move it: ask one of them.',
)
export const linksInFile = defineError(
  'conflict',
  'book.links_in_file',
  'The file lorecraft.yaml of this lorebook says whether links in texts are relationships. Change `links` there, then run `lore book ingest`.',
)
export const generationNotFound = defineError(
  'not_found',
  'book.generation_not_found',
  'This lorebook keeps no such generation. List those that it keeps with `lore book undo --list`.',
)
export const versionNotFound = defineError(
  'not_found',
  'book.version_not_found',
  'This lorebook has no version of that commit, tag or date. Send it with `lore book ingest --versions`.',
)
export const sqlRefused = defineError(
  'invalid',
  'book.sql_refused',
  'This query may not be asked. Write one SELECT over entities, edges and events.',
)
export const sqlFailed = defineError(
  'invalid',
  'book.sql_failed',
  'The database could not answer this query.',
)
export const proposalNotFound = defineError(
  'not_found',
  'book.proposal_not_found',
  'There is no such proposal any more. List them again: what a note says by now is proposed no longer.',
)
export const pictureNotFound = defineError(
  'not_found',
  'book.picture_not_found',
  'This note shows no such picture. Send pictures with `images: true` in lorecraft.yaml and `lore book ingest`.',
)
export const picturesOff = defineError(
  'conflict',
  'book.pictures_off',
  'This lorebook takes no pictures. Write `images: true` into lorecraft.yaml, then run `lore book ingest`.',
)
export const picturesElsewhere = defineError(
  'conflict',
  'book.pictures_elsewhere',
  'These pictures come from another repository or branch than the lorebook. Send them from its home.',
)
export const tooManyPictures = defineError(
  'too_large',
  'book.pictures_too_many',
  'The pictures of this lorebook are more than a server keeps. Make some smaller, or show fewer of them.',
)
