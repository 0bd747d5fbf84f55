'use client'

import { useQuery } from '@tanstack/react-query'
import type { CodeFile } from '@teamlore/shared/code'
import type { WhyResponse } from '@teamlore/shared/why'
import Link from 'next/link'
import { parseAsString, useQueryStates } from 'nuqs'
import { Fragment } from 'react'
import { FilterAsOf } from '../../components/filters/index.ts'
import { OtherSides } from '../../components/ui/other-sides.tsx'
import { PageTitle } from '../../components/ui/page-title.tsx'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { EmptyState, Loading, NotFoundState } from '../../components/ui/states.tsx'
import { useApi } from '../../lib/api.tsx'
import { count } from '../../lib/format/number.ts'
import { plainLine } from '../../lib/format/plain-text.ts'
import { fullMoment } from '../../lib/format/time.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { BlastRadius } from './blast-radius.tsx'
import { CodeFailure } from './code-failure.tsx'
import { ofPath } from './of-path.ts'
import { SharedBlame } from './shared-blame.tsx'
import { hrefOf, type KnownEntry, readEntries, SECTIONS, withoutIds } from './why-entries.ts'
import './code-file-page.css'

const PARSERS = {
  project: parseAsString.withDefault(''),
  path: parseAsString.withDefault(''),
  /** A date, a time ago, or a commit. */
  as_of: parseAsString,
}
const BUDGET = 12_000

/** A file: what the team knows of it and why, how it came about, and what it touches. */
export const CodeFilePage = () => {
  const [{ project, path, as_of }, setAddress] = useQueryStates(PARSERS, { history: 'push' })
  const api = useApi()
  const isAsked = project !== '' && path !== ''
  const asked = { project, path, ...(as_of === null ? {} : { as_of }) }
  const why = useQuery({
    queryKey: queryKeys.code('why', asked),
    queryFn: ({ signal }) =>
      api.why({ ...asked, budget_tokens: BUDGET, format: 'json' }, { signal }),
    enabled: isAsked,
  })
  const file = useQuery({
    queryKey: queryKeys.code('file', { project, path }),
    queryFn: ({ signal }) => api.codeGraph.file({ project, path }, { signal }),
    enabled: isAsked,
    // A file that is in no code graph is no trouble: it has no neighbours then.
    retry: false,
  })
  if (!isAsked)
    return (
      <NotFoundState title="Which file?">
        <p>Open one from a commit or from the insights, or ask for it: </p>
        <code>lore why src/upload.ts</code>
      </NotFoundState>
    )
  if (why.isPending)
    return (
      <Loading label="Loading the file">
        <PageTitle title="File" />
        <SkeletonLines rows={6} tall />
      </Loading>
    )
  const time = (
    <div className="code-file-time">
      <FilterAsOf value={as_of} onChange={(value) => void setAddress({ as_of: value })} />
    </div>
  )
  if (why.isError && !why.data)
    return (
      <>
        {time}
        <CodeFailure
          title="The file could not be loaded"
          error={why.error}
          retry={() => void why.refetch()}
        />
      </>
    )
  // Where nothing is known of the path, the only one that ends so is answered for.
  const shown = why.data.paths[0] ?? path
  const touching = ofPath(file.data, shown)
  return (
    <article className="code-file">
      <PageTitle title={plainLine(shown)} />
      <h1 className="code-file-title tl-mono tl-foreign">{plainLine(shown)}</h1>
      {shown !== path && why.data.note && (
        <p className="code-file-note tl-foreign">{plainLine(why.data.note)}</p>
      )}
      <p className="code-file-note">
        <Link
          href={`/code?${new URLSearchParams({ project })}`}
          className="tl-link tl-foreign"
          prefetch={false}
        >
          {plainLine(why.data.project?.name ?? project)}
        </Link>
        {touching && (
          <>
            {' · '}
            {touching.language}, {count(touching.lines, 'line')}
          </>
        )}
      </p>
      {time}
      {why.data.as_of !== null && (
        <p className="code-file-note">
          What held at {fullMoment(why.data.as_of)}, with the code and the lorebooks as they were.
          What it touches, and who wrote its lines, are of today.
        </p>
      )}
      {file.isPending ? (
        <Loading label="Loading what it touches">
          <SkeletonLines rows={2} />
        </Loading>
      ) : (
        <Radius file={touching} project={project} />
      )}
      <Known why={why.data} project={project} />
      <SharedBlame key={shown} project={project} path={shown} />
    </article>
  )
}

const Radius = ({ file, project }: { file: CodeFile | undefined; project: string }) =>
  file === undefined ? (
    <p className="code-file-note">
      What it imports is not known: <code>lore graph build</code> reports it, and a running{' '}
      <code>lore watch</code> does so by itself.
    </p>
  ) : (
    <section aria-labelledby="code-file-radius">
      <h2 id="code-file-radius">What it touches</h2>
      <BlastRadius file={file} project={project} />
    </section>
  )

/** Paths that were perhaps meant. */
const Meant = ({ why, project }: { why: WhyResponse; project: string }) => {
  const { suggestion, suggestions = suggestion === null ? [] : [suggestion] } = why
  if (suggestions.length === 0) return null
  return (
    <p>
      Did you mean{' '}
      {suggestions.map((path, at) => (
        <Fragment key={path}>
          {at > 0 && (at === suggestions.length - 1 ? ' or ' : ', ')}
          <Link
            href={`/code?${new URLSearchParams({ project, path })}`}
            className="tl-link tl-foreign"
          >
            {plainLine(path)}
          </Link>
        </Fragment>
      ))}
      ?
    </p>
  )
}

const Known = ({ why, project }: { why: WhyResponse; project: string }) => {
  const entries = readEntries(why.text)
  if (entries.length === 0)
    return (
      <EmptyState
        title={
          why.as_of === null
            ? 'Nothing is known of this file yet'
            : 'Nothing was known of this file then'
        }
      >
        <Meant why={why} project={project} />
      </EmptyState>
    )
  return (
    <>
      {SECTIONS.map(({ section, title }) => {
        const found = entries.filter((entry) => entry.section === section)
        return found.length === 0 ? null : (
          <section key={section} aria-labelledby={`code-file-${section}`}>
            <h2 id={`code-file-${section}`}>{title}</h2>
            <ul className="code-file-entries">
              {found.map((entry) => (
                <Entry key={`${entry.id} ${entry.via}`} entry={entry} />
              ))}
            </ul>
          </section>
        )
      })}
      {why.left_out.count > 0 && (
        <p className="code-file-note">{count(why.left_out.count, 'more entry', 'more entries')}.</p>
      )}
    </>
  )
}

const Entry = ({ entry }: { entry: KnownEntry }) => {
  const href = hrefOf(entry.id)
  const text = plainLine(entry.text)
  return (
    <li data-section={entry.section}>
      <p className="code-file-entry tl-foreign">
        <span className="code-file-kind">{entry.kind}</span>{' '}
        {href === undefined ? (
          text
        ) : (
          <Link href={href} className="tl-link" prefetch={false}>
            {text}
          </Link>
        )}
      </p>
      <p className="code-file-marks tl-foreign">
        {[plainLine(entry.via), ...entry.marks.map((mark) => plainLine(withoutIds(mark)))].join(
          ' · ',
        )}
      </p>
      <OtherSides sides={entry.contradicted_by} />
    </li>
  )
}
