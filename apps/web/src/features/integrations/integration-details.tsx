'use client'

import { useQuery } from '@tanstack/react-query'
import type {
  Integration,
  IntegrationRepository,
  PullRequestOutcome,
} from '@teamlore/shared/integrations'
import { plural } from '@teamlore/shared/plural'
import Link from 'next/link'
import { Badge } from '../../components/ui/badge.tsx'
import { errorWords } from '../../components/ui/error-words.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { BackfillButton } from './backfill-button.tsx'
import { Deliveries } from './deliveries.tsx'
import { Dismissals } from './dismissals.tsx'
import { numberOf } from './number-of.ts'
import { RequiredKinds } from './required-kinds.tsx'
import { TokenForm } from './token-form.tsx'
import './integrations.css'

/** What an integration may do, on which repositories, what it said where, and what came in. */
export const IntegrationDetails = ({ integration }: { integration: Integration }) => (
  <div className="integration-details">
    <h3>May</h3>
    <ul>
      {integration.permissions.map(({ name, asked, given, why }) => (
        <li key={name}>
          <code>
            {name}: {asked}
          </code>{' '}
          {plainLine(why)}
          {given !== null && given !== asked && given !== 'write' && (
            <>
              {' '}
              <Badge>has {plainLine(given)}</Badge>
            </>
          )}
        </li>
      ))}
    </ul>
    {integration.kind === 'gitlab' && <TokenForm id={integration.id} />}
    <Repositories id={integration.id} />
    <Comments integration={integration} />
    <Dismissals id={integration.id} />
    <Deliveries integration={integration} />
  </div>
)

/** Why nothing is said on a repository, where nothing is. */
const silenceOf = ({ project, visibility }: IntegrationRepository): string | null => {
  if (project === null) return 'no project of the team has this address: nothing is said there'
  return project.is_restricted && visibility !== 'private'
    ? 'the project is restricted and others read the repository: nothing is said there'
    : null
}

const Repositories = ({ id }: { id: string }) => {
  const api = useApi()
  const found = useQuery({
    queryKey: queryKeys.integration(id, 'repositories'),
    queryFn: ({ signal }) => api.integrations.repositories(id, { signal }),
  })
  return (
    <>
      <h3>Repositories</h3>
      <p className="settings-note">
        Below each: what somebody has to acknowledge before its check passes. Whether it has to pass
        is for the rules of the host to say.
      </p>
      {found.isError && <p role="alert">{errorWords(found.error)}</p>}
      {found.data?.items.length === 0 && <p className="settings-note">None yet.</p>}
      <ul>
        {found.data?.items.map((repository) => (
          <li key={repository.id}>
            <a href={repository.url} rel="noreferrer">
              {plainLine(repository.name)}
            </a>{' '}
            <Badge>{repository.visibility}</Badge>{' '}
            {repository.project !== null && (
              <>
                of the project{' '}
                <Link href={`/project?project=${repository.project.id}`}>
                  {plainLine(repository.project.name)}
                </Link>
              </>
            )}
            {silenceOf(repository) !== null && (
              <p className="settings-detail">{silenceOf(repository)}</p>
            )}
            {repository.backfilled_at !== null && (
              <p className="settings-detail">
                pull requests of before listed <TimeAgo at={repository.backfilled_at} />
              </p>
            )}
            {silenceOf(repository) === null && <RequiredKinds id={id} repository={repository} />}
          </li>
        ))}
      </ul>
      {found.data !== undefined && found.data.items.length > 0 && (
        <BackfillButton
          id={id}
          isWaiting={found.data.items.some((one) => one.is_backfill_waiting)}
        />
      )}
    </>
  )
}

const OUTCOMES: Record<PullRequestOutcome, string> = {
  open: 'open again',
  merged: 'merged',
  rejected: 'closed without being merged',
  reverted: 'merged and taken back',
}

const Comments = ({ integration: { id, kind } }: { integration: Integration }) => {
  const api = useApi()
  const found = useQuery({
    queryKey: queryKeys.integration(id, 'comments'),
    queryFn: ({ signal }) => api.integrations.comments(id, { signal }),
  })
  return (
    <>
      <h3>Said</h3>
      {found.isError && <p role="alert">{errorWords(found.error)}</p>}
      {found.data?.items.length === 0 && <p className="settings-note">Nothing yet.</p>}
      <ul>
        {found.data?.items.map((comment) => (
          <li key={comment.id}>
            <a href={comment.url} rel="noreferrer">
              {plainLine(comment.repository)} {numberOf(kind, comment.number)}
            </a>
            , {comment.items === 0 ? 'that nothing is left' : plural(comment.items, 'item')},{' '}
            <TimeAgo at={comment.posted_at} />
            {comment.outcome !== null && <> {OUTCOMES[comment.outcome]}</>}
            {comment.reverts !== null && <>, takes back {numberOf(kind, comment.reverts)}</>}
          </li>
        ))}
      </ul>
    </>
  )
}
