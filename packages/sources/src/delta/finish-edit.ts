import { hash } from 'node:crypto'
import { PLAIN_REDACTOR, type Redactor, redactEdit } from '@teamlore/redaction'
import type { IngestEdit } from '@teamlore/shared'
import { formatStorable } from '@teamlore/shared/storable-json'
import type { ReadEdit } from '../source.ts'
import type { LineChange } from '../turns/changed-lines.ts'

const MAX_FINGERPRINTS = 20_000

/** An edit ready to leave the machine: of its lines only fingerprints, as JSON. `whole` are its lines as they stand in the file. */
export const finishEdit = (
  { addedText, removedText, ...edit }: ReadEdit,
  redactor: Redactor = PLAIN_REDACTOR,
  whole: LineChange = { addedText, removedText },
): string => {
  const finished: IngestEdit = {
    ...redactEdit(edit, redactor),
    added_lines: addedText.length,
    removed_lines: removedText.length,
    added: fingerprintsOf(whole.addedText, redactor),
    removed: fingerprintsOf(whole.removedText, redactor),
  }
  return formatStorable(finished)
}

/**
 * 16 hex digits of the sha256 of each trimmed line, blank lines left out. A line that holds a secret gets none: a short
 * password could be guessed from the hash of its line.
 */
export const fingerprintsOf = (lines: readonly string[], { redact }: Redactor): string[] => {
  const hasSecrets = redact(lines.join('\n')).count > 0
  const prints: string[] = []
  for (const line of lines) {
    const trimmed = line.trim()
    if (trimmed === '' || (hasSecrets && redact(line).count > 0)) continue
    prints.push(hash('sha256', trimmed).slice(0, 16))
    if (prints.length === MAX_FINGERPRINTS) break
  }
  return prints
}
