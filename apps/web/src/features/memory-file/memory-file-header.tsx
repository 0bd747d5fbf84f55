import { IconChevronRight, IconEyeOff } from '@tabler/icons-react'
import type { MemoryFile } from '@teamlore/shared'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Badge } from '../../components/ui/badge.tsx'
import { CopyButton } from '../../components/ui/copy-button.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { count } from '../../lib/format/number.ts'
import { plainLine } from '../../lib/format/plain-text.ts'
import { toolName } from '../../lib/format/tool-name.ts'

/** Where the file is, who may read it, and when its text was seen. */
export const MemoryFileHeader = ({ file }: { file: MemoryFile }) => (
  <header className="memory-file-header">
    <nav className="memory-file-crumbs" aria-label="Where this is">
      <Link href="/search?type=memory_file">Memory files</Link>
      <IconChevronRight size={13} aria-hidden />
      {file.project ? (
        <Link
          href={`/sessions?${new URLSearchParams({ project: file.project.id })}`}
          className="tl-foreign"
        >
          {plainLine(file.project.name)}
        </Link>
      ) : (
        <span>all projects</span>
      )}
    </nav>
    <h1 className="memory-file-title tl-foreign" dir="auto">
      {plainLine(file.path)}
    </h1>
    <p className="memory-file-badges">
      {file.gone_at !== null && (
        <Badge tone="wait" title="It is on no machine any more; this is what it last said">
          Gone
        </Badge>
      )}
      {file.visibility === 'private' && (
        <Badge title="Only you see this file">
          <IconEyeOff size={12} aria-hidden />
          Private
        </Badge>
      )}
    </p>
    <dl className="memory-file-facts">
      <Fact name="Read by">{file.tool ? toolName(file.tool) : 'several tools'}</Fact>
      <Fact name="Changed">
        <TimeAgo at={file.modified_at} />
      </Fact>
      {file.gone_at !== null && (
        <Fact name="Gone">
          <TimeAgo at={file.gone_at} />
        </Fact>
      )}
      <Fact name="Seen">
        <TimeAgo at={file.last_seen_at} />
      </Fact>
      <Fact name="Machine">{plainLine(file.machine.name)}</Fact>
      {file.git_branch && <Fact name="Branch">{plainLine(file.git_branch)}</Fact>}
      {file.copies > 1 && <Fact name="Copies">{count(file.copies, 'folder')}</Fact>}
      <Fact name="Id">
        <span className="tl-mono">{file.id}</span>
        <CopyButton text={file.id} label="Copy the id" />
      </Fact>
    </dl>
  </header>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="memory-file-fact">
    <dt>{name}</dt>
    <dd className="tl-foreign">{children}</dd>
  </div>
)
