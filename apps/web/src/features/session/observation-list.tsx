'use client'

import type { Observation, SessionDetail } from '@teamlore/shared'
import { namesCause } from '@teamlore/shared/observation-types'
import { ownTitle } from '@teamlore/shared/own-title'
import Link from 'next/link'
import { Markdown } from '../../components/markdown/index.ts'
import { Badge, type BadgeTone } from '../../components/ui/badge.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { DistilledList } from './distilled-list.tsx'
import { useAll } from './use-all.ts'
import './distilled.css'

const TONES: Record<Observation['type'], BadgeTone> = {
  decision: 'human',
  bugfix: 'error',
  feature: 'accent',
  refactor: 'plain',
  discovery: 'wait',
  change: 'plain',
}

const BY: Record<Observation['distiller'], string> = {
  extractive: 'by rules',
  model: 'by a language model',
  agent: 'by the coding agent',
  import: 'moved in',
}

/**
 * What a session taught, each with the place it was found; below it, folded, the record of what was changed. Where nothing
 * was found, that record is what there is to read.
 */
export const ObservationList = ({ session }: { session: SessionDetail }) => {
  const api = useApi()
  const list = useAll(queryKeys.observations(session.id), ({ signal, ...page }) =>
    api.observations.list({ session: session.id, ...page }, { signal }),
  )
  const isServed = (one: Observation) => one.purpose === 'finding' || namesCause(one)
  const all = list.data ?? []
  const served = all.filter(isServed)
  const work = served.length === 0 ? [] : all.filter((one) => !isServed(one))
  return (
    <>
      <DistilledList list={list} session={session} name="findings">
        {(observation) =>
          served.length > 0 && !isServed(observation) ? null : (
            <ObservationCard key={observation.id} observation={observation} />
          )
        }
      </DistilledList>
      {work.length > 0 && <RecordOfWork work={work} />}
    </>
  )
}

const RecordOfWork = ({ work }: { work: readonly Observation[] }) => (
  <details className="distilled-work">
    <summary>
      Record of work <span className="session-tab-count">{work.length}</span>
    </summary>
    <div className="session-panel">
      {work.map((observation) => (
        <ObservationCard key={observation.id} observation={observation} />
      ))}
    </div>
  </details>
)

const ObservationCard = ({ observation }: { observation: Observation }) => (
  <article className="distilled" id={observation.id}>
    <p className="distilled-head">
      <Badge tone={TONES[observation.type]}>{observation.type}</Badge>
      <TimeAgo at={observation.occurred_at} />
      <span>{BY[observation.distiller]}</span>
      <Evidence session={observation.session_id} message={observation.message_id} />
    </p>
    <h2 className="distilled-title tl-foreign">{plainLine(observation.title)}</h2>
    {ownTitle(observation.subtitle, observation.title) && (
      <p className="distilled-subtitle tl-foreign">{plainLine(observation.subtitle)}</p>
    )}
    {ownTitle(observation.narrative, observation.title) && (
      <Markdown text={observation.narrative} />
    )}
    {observation.facts.length > 0 && (
      <ul className="distilled-facts">
        {observation.facts.map((fact) => (
          <li key={fact}>
            <Markdown text={fact} />
          </li>
        ))}
      </ul>
    )}
    <Tags concepts={observation.concepts} />
    <Files read={observation.files_read} modified={observation.files_modified} />
  </article>
)

const Evidence = ({ session, message }: { session: string; message: string | null }) =>
  message === null ? null : (
    <Link href={`/sessions/${session}#${message}`} className="tl-link distilled-evidence">
      where it was found
    </Link>
  )

const Tags = ({ concepts }: { concepts: readonly string[] }) =>
  concepts.length === 0 ? null : (
    <p className="distilled-tags">
      {concepts.map((concept) => (
        <Link
          key={concept}
          href={`/search?${new URLSearchParams({ concept })}`}
          className="distilled-tag tl-foreign"
          prefetch={false}
        >
          {plainLine(concept)}
        </Link>
      ))}
    </p>
  )

const Files = ({ read, modified }: { read: readonly string[]; modified: readonly string[] }) => {
  const files = [
    ...modified.map((path) => ({ path, did: 'changed' })),
    ...read.filter((path) => !modified.includes(path)).map((path) => ({ path, did: 'read' })),
  ]
  return files.length === 0 ? null : (
    <ul className="distilled-files">
      {files.map(({ path, did }) => (
        <li key={path}>
          <span className="distilled-did">{did}</span>
          <span className="tl-mono tl-foreign">{plainLine(path)}</span>
        </li>
      ))}
    </ul>
  )
}
