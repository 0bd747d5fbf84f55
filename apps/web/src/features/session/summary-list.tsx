'use client'

import type { SessionDetail, Summary } from '@teamlore/shared'
import Link from 'next/link'
import { Markdown } from '../../components/markdown/index.ts'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine, shorten } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { DistilledList } from './distilled-list.tsx'
import { useAll } from './use-all.ts'
import './distilled.css'

const PARTS = [
  { of: 'investigated', name: 'Looked into' },
  { of: 'learned', name: 'Learned' },
  { of: 'completed', name: 'Done' },
  { of: 'next_steps', name: 'Next' },
  { of: 'notes', name: 'Notes' },
] as const

/** One summary for each thing somebody asked for. */
export const SummaryList = ({ session }: { session: SessionDetail }) => {
  const api = useApi()
  const list = useAll(queryKeys.summaries(session.id), ({ signal, ...page }) =>
    api.summaries.list({ session: session.id, ...page }, { signal }),
  )
  return (
    <DistilledList list={list} session={session} name="summaries">
      {(summary) => <SummaryCard key={summary.id} summary={summary} />}
    </DistilledList>
  )
}

const SummaryCard = ({ summary }: { summary: Summary }) => (
  <article className="distilled" id={summary.id}>
    <p className="distilled-head">
      <span>Prompt {summary.prompt_number}</span>
      <TimeAgo at={summary.occurred_at} />
      {summary.prompt_id && (
        <Link
          href={`/sessions/${summary.session_id}#${summary.prompt_id}`}
          className="tl-link distilled-evidence"
        >
          in the transcript
        </Link>
      )}
    </p>
    <h2 className="distilled-request tl-foreign">
      {shorten(plainLine(summary.request), 400) || 'No request is recorded'}
    </h2>
    <dl className="distilled-parts">
      {PARTS.filter(({ of }) => summary[of].trim() !== '').map(({ of, name }) => (
        <div key={of}>
          <dt>{name}</dt>
          <dd>
            <Markdown text={summary[of]} />
          </dd>
        </div>
      ))}
    </dl>
  </article>
)
