import type { StoredMemoryFile } from '@teamlore/db'
import type { TeamId } from '@teamlore/shared'
import { shorten } from '../text/clean-text.ts'
import { recordTokens } from '../text/count-tokens.ts'
import { buildDocuments, type DocumentOptions } from './build-documents.ts'
import type { NewDocument } from './new-document.ts'

/** What its documents take from a memory file. */
export type MemoryFileOfDocument = StoredMemoryFile & { teamId: TeamId }

/**
 * Documents of a memory file, parted at its headings. It says what was written down for coding tools, not what anybody did in
 * a session: so it has no author, and its date is that of its text.
 */
export const documentsOfMemoryFile = (
  file: MemoryFileOfDocument,
  options: DocumentOptions = {},
): NewDocument[] =>
  buildDocuments(
    file,
    {
      sessionId: null,
      messageId: null,
      kind: 'memory_file',
      sourceId: file.id,
      type: null,
      concepts: [],
      paths: [file.path],
      tool: file.tool,
      gitBranch: file.gitBranch,
      authorId: null,
      origin: 'import',
      status: 'current',
      occurredAt: file.modifiedAt,
      embedPriority: 3,
    },
    {
      title: titleOfMemoryFile(file),
      titleWeight: 'A',
      body: file.text,
      bodyWeight: 'C',
      tokens: recordTokens(file.text),
    },
    options,
  )

/** `CLAUDE.md: Harbour service`, by its first heading where it has one near its beginning. */
export const titleOfMemoryFile = ({ path, text }: { path: string; text: string }): string => {
  const heading = /^#{1,2}[ \t]+(\S[^\r\n]{0,300})/m.exec(text.slice(0, 2_000))?.[1]
  const said = heading?.replace(/\s*#*\s*$/, '') ?? ''
  const name = path.slice(path.lastIndexOf('/') + 1)
  return said === '' || said.toLowerCase() === name.toLowerCase()
    ? path
    : `${path}: ${shorten(said, 100)}`
}
