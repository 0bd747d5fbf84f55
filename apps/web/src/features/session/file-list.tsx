'use client'

import { IconSearch } from '@tabler/icons-react'
import { fileFates, type SessionDetail } from '@teamlore/shared'
import Link from 'next/link'
import { EmptyState } from '../../components/ui/states.tsx'
import { count, wholeNumber } from '../../lib/format/number.ts'
import { plainLine } from '../../lib/format/plain-text.ts'
import './file-list.css'

/** The files a session wrote to, and a way to everything else that is known about each. */
export const FileList = ({ session }: { session: SessionDetail }) => {
  if (session.files.length === 0) {
    return (
      <EmptyState title="No file was changed">
        <p>This session read, ran or talked, but wrote to no file that the tool recorded.</p>
      </EmptyState>
    )
  }
  return (
    <div className="session-panel">
      <ul className="file-list">
        {session.files.map((file) => (
          <li key={file.path}>
            <span className="file-list-path tl-foreign">
              {plainLine(relative(file.path, session.cwd))}
            </span>
            <span className="file-list-edits">
              {[...(file.edits > 0 ? [count(file.edits, 'edit')] : []), ...fileFates(file)].join(
                ', ',
              )}
            </span>
            <span className="file-list-lines">
              {file.edits > 0 && (
                <>
                  <span data-change="added">+{wholeNumber(file.added_lines)}</span>{' '}
                  <span data-change="removed">−{wholeNumber(file.removed_lines)}</span>
                </>
              )}
            </span>
            <Link
              href={`/search?${new URLSearchParams({ file: relative(file.path, session.cwd) })}`}
              className="file-list-search"
              aria-label={`Search for what is known about ${plainLine(file.path)}`}
              title="What is known about this file"
              prefetch={false}
            >
              <IconSearch size={15} stroke={1.75} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The path below the folder the session ran in. */
const relative = (path: string, folder: string | null): string =>
  folder !== null && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path
