import { defineError } from '../errors.ts'

export const personNeeded = defineError(
  'forbidden',
  'transcript.person_needed',
  'A machine sends its own sessions with `lore import`. Upload files signed in to the dashboard, or with an API key of your own.',
)

export const transcriptNotUnderstood = defineError(
  'invalid',
  'transcript.not_understood',
  'Nothing in this file is a session that Teamlore can read. Choose a session file as the coding tool wrote it.',
)

export const transcriptNeedsFolder = defineError(
  'invalid',
  'transcript.needs_folder',
  'What makes a session of this file stands in other files, or in the folder it lies in. Use `lore import --path FOLDER` on your machine.',
)

export const transcriptIsArchive = defineError(
  'invalid',
  'transcript.is_archive',
  'This is an archive of files. Unpack it and choose the session files themselves; one file packed with gzip is fine.',
)

export const transcriptDamagedGzip = defineError(
  'invalid',
  'transcript.damaged_gzip',
  'This file is packed with gzip, but damaged. Choose the file before it was packed.',
)

export const transcriptTooLarge = defineError(
  'too_large',
  'transcript.too_large',
  'This file is larger than this server takes. Use `lore import --path FILE` on your machine.',
)

export const transcriptTooMuch = defineError(
  'invalid',
  'transcript.too_much',
  'Reading this file takes more time or memory than this server allows. Use `lore import --path FILE` on your machine.',
)

export const transcriptReaderBroke = defineError(
  'invalid',
  'transcript.reader_broke',
  'The reader broke off at this file, and nothing of it was stored. Use `lore import --path FILE` on your machine.',
)

export const transcriptReaderMissing = defineError(
  'unavailable',
  'transcript.reader_missing',
  'This server cannot read files: the reader is not built. Whoever runs it finds the reason in its log.',
)

export const transcriptsBusy = defineError(
  'unavailable',
  'transcript.busy',
  'Many files are being read at this moment. Try again in a minute.',
)
