'use client'

import { useQuery } from '@tanstack/react-query'
import type { Commit } from '@teamlore/shared/commits'
import Link from 'next/link'
import { useParams } from 'next/navigation'
import type { ReactNode } from 'react'
import { CopyButton } from '../../components/ui/copy-button.tsx'
import { PageTitle } from '../../components/ui/page-title.tsx'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { ErrorState, Loading, NotFoundState } from '../../components/ui/states.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { isNotThere, useApi } from '../../lib/api.tsx'
import { wholeNumber } from '../../lib/format/number.ts'
import { plainLine, shorten } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { LinkList } from './link-list.tsx'
import './commit-page.css'

/** A commit: what it changed, the sessions behind it and why that is thought, and what became of it. */
export const CommitPage = () => {
  const { id } = useParams<{ id: string }>()
  const api = useApi()
  const commit = useQuery({
    queryKey: queryKeys.thing(id),
    queryFn: ({ signal }) => api.commits.get(id, { signal }),
  })
  if (commit.isPending) {
    return (
      <Loading label="Loading the commit">
        <PageTitle title="Commit" />
        <SkeletonLines rows={3} />
        <SkeletonLines rows={5} tall />
      </Loading>
    )
  }
  if (commit.isError && !commit.data) {
    return isNotThere(commit.error) ? (
      <NotFoundState title="There is no such commit">
        <p>
          The link may not be whole, or the commit was not sent yet: run{' '}
          <code>lore link --backfill</code> in its repository.
        </p>
      </NotFoundState>
    ) : (
      <ErrorState
        isWholePage
        title="The commit could not be loaded"
        error={commit.error}
        retry={() => void commit.refetch()}
      />
    )
  }
  const { data } = commit
  return (
    <article className="commit-page">
      <PageTitle title={shorten(plainLine(data.subject), 80) || data.sha.slice(0, 10)} />
      <CommitHeader commit={data} />
      <Sessions commit={data} />
      <Relations commit={data} />
      <Files commit={data} />
    </article>
  )
}

const CommitHeader = ({ commit }: { commit: Commit }) => (
  <header className="commit-header">
    <h1 className="commit-title tl-foreign" dir="auto">
      {plainLine(commit.subject) || 'Commit without a subject'}
    </h1>
    <dl className="commit-facts">
      <Fact name="Hash">
        <span className="tl-mono">{commit.sha.slice(0, 12)}</span>
        <CopyButton text={commit.sha} label="Copy the whole hash" />
      </Fact>
      <Fact name="By">{plainLine(commit.author.user?.name ?? commit.author.name)}</Fact>
      <Fact name="Written">
        <TimeAgo at={commit.authored_at} />
      </Fact>
      {commit.project && (
        <Fact name="Project">
          <Link href={`/sessions?${new URLSearchParams({ project: commit.project.id })}`}>
            {plainLine(commit.project.name)}
          </Link>
        </Fact>
      )}
      {commit.branch && <Fact name="Branch">{plainLine(commit.branch)}</Fact>}
      {commit.is_merge && <Fact name="Kind">merge of {commit.parents.length} parents</Fact>}
    </dl>
  </header>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="commit-fact">
    <dt>{name}</dt>
    <dd className="tl-foreign">{children}</dd>
  </div>
)

const nobodyOf = ({ is_linked, is_merge }: Commit): string => {
  if (is_merge) return 'A merge has no lines of its own: look at the commits it brings together.'
  return is_linked
    ? 'No captured session wrote this: as far as is known, a person did.'
    : 'The sessions behind it were not looked for yet. That takes a moment after a commit comes in.'
}

const Sessions = ({ commit }: { commit: Commit }) => (
  <section aria-labelledby="commit-sessions">
    <h2 id="commit-sessions">Sessions</h2>
    {commit.sessions.length === 0 ? (
      <p className="commit-note">{nobodyOf(commit)}</p>
    ) : (
      <LinkList links={commit.sessions} of="commit" />
    )}
  </section>
)

const RELATIONS = [
  ['replaces', 'Rewritten from'],
  ['replaced_by', 'Rewritten to'],
  ['reverts', 'Takes back'],
  ['reverted_by', 'Taken back by'],
  ['fixes', 'Fixes'],
  ['fixed_by', 'Fixed by'],
] as const

const Relations = ({ commit }: { commit: Commit }) => (
  <>
    {RELATIONS.filter(([name]) => commit[name].length > 0).map(([name, title]) => (
      <section key={name} aria-labelledby={`commit-${name}`}>
        <h2 id={`commit-${name}`}>{title}</h2>
        <ul className="commit-links">
          {commit[name].map((other) => (
            <li key={other.id}>
              <Link href={`/commits/${other.id}`} className="tl-link tl-foreign">
                <span className="tl-mono">{other.sha.slice(0, 10)}</span> {plainLine(other.subject)}
              </Link>{' '}
              <span className="commit-link-sure">{plainLine(other.reason)}</span>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </>
)

const Files = ({ commit }: { commit: Commit }) => (
  <section aria-labelledby="commit-files">
    <h2 id="commit-files">Files</h2>
    {commit.files.length === 0 && <p className="commit-note">No file is known of it.</p>}
    <ul className="commit-files">
      {commit.files.map((file) => (
        <li key={file.path}>
          <Link
            href={
              commit.project === null
                ? `/search?${new URLSearchParams({ file: file.path })}`
                : `/code?${new URLSearchParams({ project: commit.project.id, path: file.path })}`
            }
            className="commit-file-path tl-foreign"
            prefetch={false}
          >
            {file.old_path && `${plainLine(file.old_path)} → `}
            {plainLine(file.path)}
          </Link>
          <span className="commit-file-lines">
            {file.is_binary ? (
              'binary'
            ) : (
              <>
                <span data-change="added">+{wholeNumber(file.added_lines)}</span>{' '}
                <span data-change="removed">−{wholeNumber(file.removed_lines)}</span>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
    {commit.counts.files > commit.files.length && (
      <p className="commit-note">
        {wholeNumber(commit.counts.files - commit.files.length)} more files are kept back.
      </p>
    )}
  </section>
)
