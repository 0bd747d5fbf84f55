'use client'

import { useQuery } from '@tanstack/react-query'
import { handedOverSentence, type LeaseStatus } from '@teamlore/shared/distil-leases'
import Link from 'next/link'
import { ScrollBox } from '../../components/ui/scroll-box.tsx'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { ErrorState, Loading } from '../../components/ui/states.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useApi } from '../../lib/api.tsx'
import { wholeNumber } from '../../lib/format/number.ts'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { OwnAgentRules } from './own-agent-rules.tsx'
import { leaseSentence, ownAgentsState } from './own-agent-sentences.ts'
import { SettingsFrame } from './settings-frame.tsx'
import { money } from './usage-sentences.ts'
import './settings-page.css'
import './usage-page.css'
import './own-agents-page.css'

/** What people have their own coding agents distil: what is leased, done and failed, and what it cost whom. */
export const OwnAgentsPage = () => {
  const api = useApi()
  const status = useQuery({
    queryKey: queryKeys.distilLeases,
    queryFn: ({ signal }) => api.distilLeases.status({ days: 30, limit: 50 }, { signal }),
  })
  return (
    <SettingsFrame
      title="Own agents"
      note="Sessions that people have their own coding agents distil, and memories that these compare, on their own machines and plans."
    >
      {(_, may) => (
        <div className="usage-page">
          {status.isPending && (
            <Loading label="Loading">
              <SkeletonLines rows={4} tall />
            </Loading>
          )}
          {status.isError && (
            <ErrorState
              title="It could not be asked for"
              error={status.error}
              retry={() => void status.refetch()}
            />
          )}
          {status.data && (
            <>
              <p className="usage-headline" role="status">
                {ownAgentsState(status.data)}
              </p>
              {handedOverSentence(status.data.handed_over) !== '' && (
                <p className="settings-note">{handedOverSentence(status.data.handed_over)}</p>
              )}
              {status.data.allowed && (
                <p className="settings-note">
                  <code>lore distil</code> does it now, <code>lore distil --auto on</code> from now
                  on.
                </p>
              )}
              {may('usage.manage') && <OwnAgentRules status={status.data} />}
              <People people={status.data.people} />
              <Leases leases={status.data.leases} />
            </>
          )}
        </div>
      )}
    </SettingsFrame>
  )
}

const People = ({ people }: Pick<LeaseStatus, 'people'>) => (
  <section className="settings-section">
    <h2>By person</h2>
    {people.length === 0 ? (
      <p className="settings-note">Nothing in the last 30 days.</p>
    ) : (
      <ScrollBox label="By person" className="usage-table">
        <table>
          <thead>
            <tr>
              <th scope="col">Who</th>
              <th scope="col">At work</th>
              <th scope="col">Done</th>
              <th scope="col">Given up</th>
              <th scope="col">Calls</th>
              <th scope="col">Failed</th>
              <th scope="col">Tokens</th>
              <th scope="col">Cost, as reported</th>
            </tr>
          </thead>
          <tbody>
            {people.map((one) => (
              <tr key={one.user.id}>
                <th scope="row">{plainLine(one.user.name)}</th>
                <td>{wholeNumber(one.leased)}</td>
                <td>{wholeNumber(one.done)}</td>
                <td>{wholeNumber(one.failed)}</td>
                <td>{wholeNumber(one.calls)}</td>
                <td>{wholeNumber(one.failed_calls)}</td>
                <td>{wholeNumber(one.input_tokens + one.output_tokens)}</td>
                <td>{one.usd === null ? 'not reported' : money(one.usd)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    )}
  </section>
)

const Leases = ({ leases }: Pick<LeaseStatus, 'leases'>) =>
  leases.length === 0 ? null : (
    <section className="settings-section">
      <h2>Newest sessions and memories</h2>
      <ul className="settings-list">
        {leases.map((lease) => (
          <li key={lease.id}>
            <div>
              <p>
                <About lease={lease} />
              </p>
              <p className="settings-detail">
                {leaseSentence(lease)}, for {plainLine(lease.user.name)},{' '}
                <TimeAgo at={lease.finished_at ?? lease.created_at} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )

const About = ({ lease }: { lease: LeaseStatus['leases'][number] }) => {
  const { session, memory } = lease
  if (memory !== null)
    return memory.id === null ? (
      'A memory that is gone'
    ) : (
      <Link href={`/memories/${memory.id}`}>{plainLine(memory.title ?? 'Memory')}</Link>
    )
  return session === null ? (
    'A session that is gone'
  ) : (
    <Link href={`/sessions/${session.id}`}>
      {plainLine(session.title ?? 'Session without a title')}
    </Link>
  )
}
