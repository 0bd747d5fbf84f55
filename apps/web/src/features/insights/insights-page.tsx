'use client'

import { useQuery } from '@tanstack/react-query'
import type { Insights } from '@teamlore/shared/insights'
import Link from 'next/link'
import { parseAsString, useQueryStates } from 'nuqs'
import type { ReactNode } from 'react'
import { FilterSelect } from '../../components/filters/index.ts'
import { PageHeader } from '../../components/ui/page-header.tsx'
import { PageTitle } from '../../components/ui/page-title.tsx'
import { ScrollBox } from '../../components/ui/scroll-box.tsx'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/ui/states.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useApi } from '../../lib/api.tsx'
import { count, wholeNumber } from '../../lib/format/number.ts'
import { plainLine } from '../../lib/format/plain-text.ts'
import { toolName } from '../../lib/format/tool-name.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useProjectOptions } from '../projects/index.ts'
import './insights-page.css'

const DAYS = ['30', '120', '365']
const PARSERS = { project: parseAsString, days: parseAsString }

/** What sessions and people wrote, what is left of it, and what these figures cannot say. */
export const InsightsPage = () => {
  const [{ project, days }, setFilter] = useQueryStates(PARSERS, { history: 'replace' })
  const api = useApi()
  const projectOptions = useProjectOptions()
  const query = { ...(project && { project }), ...(days && { days: Number(days) || 120 }) }
  const insights = useQuery({
    queryKey: queryKeys.insights(query),
    queryFn: ({ signal }) => api.insights(query, { signal }),
  })
  return (
    <div className="insights">
      <PageTitle title="Insights" />
      <PageHeader title="Insights" note="What sessions and people wrote, and what is left of it." />
      <search className="insights-filters" aria-label="Filter the insights">
        <FilterSelect
          name="Project"
          value={project}
          options={projectOptions}
          onChange={(value) => void setFilter({ project: value })}
        />
        <FilterSelect
          name="Days"
          value={days}
          options={DAYS.map((value) => ({ value, label: count(Number(value), 'day') }))}
          onChange={(value) => void setFilter({ days: value })}
        />
      </search>
      {insights.isPending && (
        <Loading label="Loading the insights">
          <SkeletonLines rows={6} tall />
        </Loading>
      )}
      {insights.isError && !insights.data && (
        <ErrorState
          title="The insights could not be loaded"
          error={insights.error}
          retry={() => void insights.refetch()}
        />
      )}
      {insights.data && <Figures insights={insights.data} />}
    </div>
  )
}

const share = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`

const Figures = ({ insights }: { insights: Insights }) =>
  insights.commits.all === 0 ? (
    <EmptyState title="No commits in this time">
      <p>
        A running <code>lore watch</code> sends them by itself; <code>lore link --backfill</code>{' '}
        sends what is older.
      </p>
    </EmptyState>
  ) : (
    <>
      <Origins insights={insights} />
      <div className="insights-pair">
        <Counts
          title="Tools"
          rows={insights.tools.map((row) => ({ ...row, name: toolName(row.name) }))}
        />
        <Counts title="Models" rows={insights.models} />
      </div>
      <HotFiles files={insights.hot_files} />
      <People people={insights.people} />
      <section aria-labelledby="insights-method">
        <h2 id="insights-method">What these figures cannot say</h2>
        <ul className="insights-method">
          {insights.method.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </section>
    </>
  )

const NAMES = { session: 'By sessions', person: 'By people' } as const

const Origins = ({ insights: { origins, commits, days } }: { insights: Insights }) => {
  const all = origins.reduce((sum, { lines }) => sum + lines, 0)
  return (
    <section aria-labelledby="insights-origins">
      <h2 id="insights-origins">Who wrote the lines</h2>
      <p className="insights-note">
        {count(commits.all, 'commit')} of the last {count(days, 'day')},{' '}
        {share(commits.with_session, commits.all)} with a session.
      </p>
      <Table label="Lines by origin" heads={['Origin', 'Lines', 'Share', 'Left after']}>
        {origins.map(({ origin, lines, survival }) => (
          <tr key={origin}>
            <th scope="row">{NAMES[origin]}</th>
            <td>{wholeNumber(lines)}</td>
            <td>
              <span className="insights-bar" data-origin={origin}>
                <span style={{ width: share(lines, all).replace(' ', '').replace('–', '0') }} />
              </span>
              {share(lines, all)}
            </td>
            <td>
              {survival.map(({ days: after, lines: old, kept }) => (
                <span key={after} className="insights-left">
                  {count(after, 'day')}: <b>{share(kept, old)}</b>
                </span>
              ))}
            </td>
          </tr>
        ))}
      </Table>
    </section>
  )
}

const Table = ({
  label,
  heads,
  children,
}: {
  label: string
  heads: readonly string[]
  children: ReactNode
}) => (
  <ScrollBox label={label} className="insights-scroll">
    <table className="insights-table">
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </ScrollBox>
)

const Counts = ({ title, rows }: { title: string; rows: Insights['tools'] }) => (
  <section aria-label={title}>
    <h2>{title}</h2>
    {rows.length === 0 && <p className="insights-note">None in this time.</p>}
    {rows.length > 0 && (
      <Table label={title} heads={['Name', 'Sessions', 'Commits']}>
        {rows.map(({ name, sessions, commits }) => (
          <tr key={name}>
            <th scope="row" className="tl-foreign">
              {plainLine(name)}
            </th>
            <td>{wholeNumber(sessions)}</td>
            <td>{wholeNumber(commits)}</td>
          </tr>
        ))}
      </Table>
    )}
  </section>
)

const HotFiles = ({ files }: { files: Insights['hot_files'] }) => (
  <section aria-labelledby="insights-hot">
    <h2 id="insights-hot">Files that change most</h2>
    <Table label="Files that change most" heads={['File', 'Commits', 'With a session', 'Lines']}>
      {files.map(({ path, project, commits, with_session, added_lines, removed_lines }) => (
        <tr key={`${project} ${path}`}>
          <th scope="row" className="tl-foreign">
            <Link
              href={`/code?${new URLSearchParams({ project, path })}`}
              className="tl-link"
              prefetch={false}
            >
              {plainLine(path)}
            </Link>
          </th>
          <td>{wholeNumber(commits)}</td>
          <td>{share(with_session, commits)}</td>
          <td>
            +{wholeNumber(added_lines)} −{wholeNumber(removed_lines)}
          </td>
        </tr>
      ))}
    </Table>
  </section>
)

const People = ({ people }: { people: Insights['people'] }) => (
  <section aria-labelledby="insights-people">
    <h2 id="insights-people">Who worked where</h2>
    <Table label="Who worked where" heads={['Folder', 'Person', 'Commits', 'Last']}>
      {people.map(({ folder, person, commits, last_at }) => (
        <tr key={`${folder} ${person}`}>
          <th scope="row" className="tl-foreign">
            {plainLine(folder)}
          </th>
          <td className="tl-foreign">{plainLine(person)}</td>
          <td>{wholeNumber(commits)}</td>
          <td>
            <TimeAgo at={last_at} />
          </td>
        </tr>
      ))}
    </Table>
  </section>
)
