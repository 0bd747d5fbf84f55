import { createHash } from 'node:crypto'
import { MAX_NOTE } from '@teamlore/lorebook'
import type { ProjectIgnore, Redactor } from '@teamlore/redaction'
import type { BookPayload } from '../payloads/book.payload.ts'

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

/**
 * Goes in the place of a file that is too large: the server sees that it is, and none of its text leaves. A cut would go through
 * a secret and leave a half that nothing recognises; what is taken out of the whole may make it short enough to be read.
 */
const TOO_LARGE = '\n'.repeat(MAX_NOTE + 1)

/** A book as it may leave this machine: secrets are taken out, and what `.loreignore` names stays here. */
export const packBook = (
  name: string,
  { project, schema, files }: Files,
  { redactor, ignore }: Deps,
  {
    full = false,
    version,
    is_past = false,
    from,
    move_home,
    allow_deletions,
    dry_run,
  }: Options = {},
): { payload: BookPayload; kept_back: number; redactions: number } => {
  let redactions = 0
  const clean = (text: string): string => {
    const redacted = redactor.redact(text)
    redactions += redacted.count
    return redacted.text
  }
  const allowed = files.filter(({ path }) => !ignore.isWhole && !ignore.matches(path))
  const cleaned = allowed.map(({ path, text: said }) => {
    const text = said.length > MAX_NOTE ? TOO_LARGE : clean(said)
    // The server takes secrets out of paths, too, and names the texts that it lacks by what is left.
    return { path: clean(path), text, hash: createHash('sha256').update(text).digest('hex') }
  })
  const payload = {
    name,
    project: clean(project),
    schema: clean(schema),
    files: cleaned,
    full,
    is_past,
  }
  return {
    payload: {
      ...payload,
      ...(version && { version }),
      ...(from && { from }),
      ...(move_home && { move_home }),
      ...(allow_deletions && { allow_deletions }),
      ...(dry_run && { dry_run }),
    },
    kept_back: files.length - allowed.length,
    redactions,
  }
}
