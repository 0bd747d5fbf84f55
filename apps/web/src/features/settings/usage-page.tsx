'use client'

import { useQuery } from '@tanstack/react-query'
import type { TeamUsage } from '@teamlore/shared/usage'
import Link from 'next/link'
import { ScrollBox } from '../../components/ui/scroll-box.tsx'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { ErrorState, Loading } from '../../components/ui/states.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useApi } from '../../lib/api.tsx'
import { count, wholeNumber } from '../../lib/format/number.ts'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { SettingsFrame } from './settings-frame.tsx'
import { money, stateOf } from './usage-sentences.ts'
import './settings-page.css'
import './usage-page.css'
import { UsageSettings } from './usage-settings.tsx'

/** What language models cost the team, call by call, and how to cap it. */
export const UsagePage = () => {
  const api = useApi()
  const usage = useQuery({
    queryKey: queryKeys.usage,
    queryFn: ({ signal }) => api.usage.get({ days: 30, calls: 50 }, { signal }),
  })
  return (
    <SettingsFrame
      title="Language model"
      note="What distilling and verdicts by a language model cost, and their caps. Days are those of UTC."
    >
      {(_, may) => (
        <div className="usage-page">
          {usage.isPending && (
            <Loading label="Loading">
              <SkeletonLines rows={4} tall />
            </Loading>
          )}
          {usage.isError && (
            <ErrorState
              title="The usage could not be asked for"
              error={usage.error}
              retry={() => void usage.refetch()}
            />
          )}
          {usage.data && (
            <>
              <p className="usage-headline" role="status">
                {stateOf(usage.data)}
              </p>
              <Today usage={usage.data} />
              {may('usage.manage') && (
                <UsageSettings settings={usage.data.settings} isResting={usage.data.resting} />
              )}
              <Sums sums={usage.data.sums} />
              <Calls calls={usage.data.calls} />
            </>
          )}
        </div>
      )}
    </SettingsFrame>
  )
}

const Today = ({ usage: { today, settings } }: { usage: TeamUsage }) => (
  <dl className="usage-today">
    <div>
      <dt>Money today</dt>
      <dd>
        {money(today.usd)} <span>of {money(settings.daily_usd)}</span>
        <meter
          aria-label="Share of the money of today"
          max={Math.max(settings.daily_usd, 1e-9)}
          value={today.usd}
        />
      </dd>
    </div>
    <div>
      <dt>Tokens today</dt>
      <dd>
        {wholeNumber(today.tokens)} <span>of {wholeNumber(settings.daily_tokens)}</span>
        <meter
          aria-label="Share of the tokens of today"
          max={Math.max(settings.daily_tokens, 1)}
          value={today.tokens}
        />
      </dd>
    </div>
  </dl>
)

const Sums = ({ sums }: { sums: TeamUsage['sums'] }) => (
  <section className="settings-section">
    <h2>By day</h2>
    {sums.length === 0 ? (
      <p className="settings-note">No call in the last 30 days.</p>
    ) : (
      <ScrollBox label="Usage by day" className="usage-table">
        <table>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Model</th>
              <th scope="col">For</th>
              <th scope="col">Calls</th>
              <th scope="col">Failed</th>
              <th scope="col">Tokens</th>
              <th scope="col">Cost</th>
            </tr>
          </thead>
          <tbody>
            {sums.map((sum) => (
              <tr key={`${sum.day} ${sum.purpose} ${sum.model}`}>
                <th scope="row">{sum.day}</th>
                <td>{plainLine(sum.model)}</td>
                <td>{plainLine(sum.purpose)}</td>
                <td>{wholeNumber(sum.calls)}</td>
                <td>{wholeNumber(sum.failed)}</td>
                <td>{wholeNumber(sum.input_tokens + sum.output_tokens)}</td>
                <td>{money(sum.usd)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    )}
  </section>
)

/** Own agents are asked about several at once. */
const sessionless = ({ provider }: TeamUsage['calls'][number]): string =>
  provider === 'agent-cli'
    ? 'Sessions of somebody, by their own coding agent'
    : 'A session you may not see'

const Calls = ({ calls }: { calls: TeamUsage['calls'] }) =>
  calls.length === 0 ? null : (
    <section className="settings-section">
      <h2>Newest calls</h2>
      <ul className="settings-list">
        {calls.map((call) => (
          <li key={call.id}>
            <div>
              <p>
                {call.session === null ? (
                  sessionless(call)
                ) : (
                  <Link href={`/sessions/${call.session.id}`}>
                    {plainLine(call.session.title ?? 'Session without a title')}
                  </Link>
                )}
              </p>
              <p className="settings-detail">
                {plainLine(call.purpose)} by {plainLine(call.model)},{' '}
                <TimeAgo at={call.created_at} />
                {call.state === 'failed' && `, failed: ${plainLine(call.reason ?? '')}`}
                {call.state === 'running' && ', running; tokens and cost are set aside'}
              </p>
            </div>
            <p className="usage-cost">
              {count(call.input_tokens + call.output_tokens, 'token')}, {money(call.usd)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
