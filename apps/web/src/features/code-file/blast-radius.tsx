import type { CodeFile } from '@teamlore/shared/code'
import Link from 'next/link'
import { count } from '../../lib/format/number.ts'
import { plainLine } from '../../lib/format/plain-text.ts'

const MOST = 12

type Edge = CodeFile['imports'][number]

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** What imports the file on the left, the file in the middle, what it imports on the right; under each other where it is narrow. */
export const BlastRadius = ({ file, project }: { file: CodeFile; project: string }) => (
  <div className="radius">
    <Side
      title="Imported by"
      edges={file.imported_by}
      leftOut={file.left_out.imported_by}
      project={project}
    />
    <p className="radius-file tl-mono tl-foreign">{plainLine(nameOf(file.path))}</p>
    <Side title="Imports" edges={file.imports} leftOut={file.left_out.imports} project={project} />
  </div>
)

const Side = ({
  title,
  edges,
  leftOut,
  project,
}: {
  title: string
  edges: readonly Edge[]
  leftOut: number
  project: string
}) => {
  const more = leftOut + Math.max(0, edges.length - MOST)
  return (
    <section aria-label={title} className="radius-side">
      <h3>
        {title} {edges.length + leftOut}
      </h3>
      {edges.length === 0 && <p className="code-file-note">nothing</p>}
      <ul>
        {edges.slice(0, MOST).map(({ path, kind }) => (
          <li key={`${path} ${kind}`} className="radius-item">
            <Link
              href={`/code?${new URLSearchParams({ project, path })}`}
              className="radius-link tl-mono tl-foreign"
              title={plainLine(path)}
              prefetch={false}
            >
              {plainLine(path)}
            </Link>
            {kind !== 'static' && <span className="radius-kind">{kind}</span>}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="code-file-note">{count(more, 'more file', 'more files')}</p>}
    </section>
  )
}
