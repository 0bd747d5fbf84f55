'use client'

import { useQuery } from '@tanstack/react-query'
import type { Retention, RetentionRun } from '@teamlore/shared/retention'
import { useParams } from 'next/navigation'
import { ProjectAnswer } from '../../components/ui/project-answer.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { fullMoment } from '../../lib/format/time.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { SettingsFrame } from '../settings/index.ts'
import { RetentionForm } from './retention-form.tsx'
import { limitWords, runWords } from './retention-words.ts'
import './retention-page.css'

/** How long a project keeps the text of its messages, and receipts of what went. */
export const RetentionPage = () => {
  const { id } = useParams<{ id: string }>()
  const api = useApi()
  const retention = useQuery({
    queryKey: queryKeys.retention(id),
    queryFn: ({ signal }) => api.retention.get(id, { signal }),
  })
  const { data } = retention
  return (
    <SettingsFrame
      title={data === undefined ? 'Retention' : `Retention of ${plainLine(data.project.name)}`}
      note="Old text of messages can go. What was found in it stays, with the messages that it rests on."
    >
      {(_, may) => (
        <ProjectAnswer query={retention} what="the retention">
          {(answer) => (
            <>
              <Policy retention={answer} mayEdit={may('forgetting.manage')} />
              <Receipts runs={answer.runs} />
            </>
          )}
        </ProjectAnswer>
      )}
    </SettingsFrame>
  )
}

const Policy = ({
  retention: { project, policy },
  mayEdit,
}: {
  retention: Retention
  mayEdit: boolean
}) => (
  <section className="settings-section" aria-labelledby="retention-policy">
    <h2 id="retention-policy">What goes</h2>
    <p className="settings-note">
      {policy === null
        ? 'Everything stays.'
        : `Text of messages goes ${limitWords(policy)}. It never goes before its session was distilled and curated.`}
      {mayEdit || ' Admins of the team set it.'}
    </p>
    {policy !== null && (
      <p className="settings-detail">
        {plainLine(policy.set_by.name)} set it <TimeAgo at={policy.set_at} />; it holds from{' '}
        <time dateTime={policy.effective_at}>{fullMoment(policy.effective_at)}</time> on.
      </p>
    )}
    {mayEdit && <RetentionForm key={JSON.stringify(policy)} project={project.id} policy={policy} />}
  </section>
)

const Receipts = ({ runs }: { runs: readonly RetentionRun[] }) => (
  <section className="settings-section" aria-labelledby="retention-receipts">
    <h2 id="retention-receipts">Receipts</h2>
    {runs.length === 0 && <p className="settings-note">Nothing went yet.</p>}
    <ul className="settings-list">
      {runs.map((run) => (
        <li key={run.id}>
          <div>
            <p>{runWords(run)}</p>
            <p className="settings-detail">
              {run.finished_at === null ? 'At it now' : <TimeAgo at={run.finished_at} />}. By the
              policy: {limitWords(run)}.
            </p>
          </div>
        </li>
      ))}
    </ul>
  </section>
)
