import type { ProjectIgnore, Redactor } from '@teamlore/redaction'
import type { BookPayload, BookPayloadFile } from '../payloads/book.payload.ts'
import { cleanedText, hashOfText } from './gather-book.ts'

type Files = { project: string; schema: string; files: readonly { path: string; text: string }[] }
type Deps = { redactor: Redactor; ignore: Pick<ProjectIgnore, 'isWhole' | 'matches'> }
type Options = {
  /** Sends all texts, whatever the server says it has. */
  full?: boolean | undefined
  version?: BookPayload['version']
  is_past?: boolean
  from?: BookPayload['from']
  move_home?: boolean | undefined
  allow_deletions?: boolean | undefined
  dry_run?: boolean | undefined
}

type Texts = { project: string; schema: string }

/** What goes to the server of a book whose files are ready to leave this machine. */
export const payloadOf = (
  name: string,
  { project, schema, files }: Texts & { files: readonly BookPayloadFile[] },
  { full = false, version, is_past = false, from, move_home, allow_deletions, dry_run }: Options,
): BookPayload => ({
  name,
  project,
  schema,
  files,
  full,
  is_past,
  ...(version && { version }),
  ...(from && { from }),
  ...(move_home && { move_home }),
  ...(allow_deletions && { allow_deletions }),
  ...(dry_run && { dry_run }),
})

/** A book as it may leave this machine: secrets are taken out, and what `.loreignore` names stays here. */
export const packBook = (
  name: string,
  { project, schema, files }: Files,
  { redactor, ignore }: Deps,
  options: Options = {},
): { payload: BookPayload; kept_back: number; redactions: number } => {
  let redactions = 0
  const counted = ({ text, count }: { text: string; count: number }): string => {
    redactions += count
    return text
  }
  const allowed = files.filter(({ path }) => !ignore.isWhole && !ignore.matches(path))
  const cleaned = allowed.map(({ path, text: said }) => {
    const text = counted(cleanedText(said, redactor))
    // The server takes secrets out of paths, too, and names the texts that it lacks by what is left.
    return { path: counted(redactor.redact(path)), text, hash: hashOfText(text) }
  })
  const texts = {
    project: counted(redactor.redact(project)),
    schema: counted(redactor.redact(schema)),
    files: cleaned,
  }
  return {
    payload: payloadOf(name, texts, options),
    kept_back: files.length - allowed.length,
    redactions,
  }
}
