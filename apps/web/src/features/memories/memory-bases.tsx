import type { Memory } from '@teamlore/shared/memories'
import { SETBACKS } from '@teamlore/shared/memory-standing'
import Link from 'next/link'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'

/** What a memory rests on that was replaced since; whether it holds all the same a person says by approving or confirming it. */
export const ChangedBases = ({ memory }: { memory: Memory }) =>
  memory.changed_bases.map(({ id, statement, by }) => (
    <p key={id} className="memory-standing" data-tone="wait">
      Rests on{' '}
      <Link href={`/memories/${id}`} className="tl-link tl-foreign">
        {plainLine(statement)}
      </Link>{' '}
      which was replaced <TimeAgo at={by.at} /> by{' '}
      <Link href={`/memories/${by.id}`} className="tl-link tl-foreign">
        {plainLine(by.statement)}
      </Link>
    </p>
  ))

/** What spoke against it, in the words of whoever or whatever did. */
export const Setbacks = ({ memory }: { memory: Memory }) =>
  memory.setbacks.length === 0 ? null : (
    <section>
      <h2>Against it</h2>
      <ul className="memory-evidence">
        {memory.setbacks.map(({ type, at, reason, session_id, source }) => (
          <li key={`${type} ${source}`}>
            {reason !== '' && (
              <blockquote className="memory-quote tl-foreign" dir="auto">
                {reason}
              </blockquote>
            )}
            <p className="memory-facts">
              <span>{SETBACKS[type]}</span>
              <TimeAgo at={at} />
              <SourceLink source={source} session={session_id} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )

const SourceLink = ({ source, session }: { source: string; session: string | null }) => {
  const [kind, ref = ''] = source.split(/:(.*)/)
  if (kind === 'memory')
    return (
      <Link href={`/memories/${ref}`} className="tl-link">
        The other memory
      </Link>
    )
  if (session === null) return null
  return (
    <Link href={`/sessions/${session}${kind === 'message' ? `#${ref}` : ''}`} className="tl-link">
      In its session
    </Link>
  )
}

/** What rests on it, or on what it took the place of. */
export const Dependants = ({ memory }: { memory: Memory }) =>
  memory.dependants.length === 0 ? null : (
    <section>
      <h2>Rest on it</h2>
      <ul className="memory-relations">
        {memory.dependants.map(({ id, statement }) => (
          <li key={id}>
            <Link href={`/memories/${id}`} className="tl-link tl-foreign" dir="auto">
              {plainLine(statement)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
