import type { StoredMemoryFile } from '@teamlore/db'
import { type Redactor, redactPath } from '@teamlore/redaction'
import { MEMORY_FILE_LIMITS } from '@teamlore/shared'

type Said = Pick<StoredMemoryFile, 'path' | 'text' | 'gitBranch'>

/** What a memory file says without its secrets; how many there were; and whether it was cut, as the marks in their place are longer. */
export const cleanMemoryFile = (
  { path, text, gitBranch }: Said,
  redactor: Redactor,
): { said: Said; redactions: number; isCut: boolean } => {
  const redacted = redactor.redact(text)
  const kept = redacted.text.slice(0, MEMORY_FILE_LIMITS.maxChars)
  return {
    said: {
      path: redactPath(path, redactor),
      text: kept,
      gitBranch: gitBranch && redactPath(gitBranch, redactor),
    },
    redactions: redacted.count,
    isCut: kept.length < redacted.text.length,
  }
}
