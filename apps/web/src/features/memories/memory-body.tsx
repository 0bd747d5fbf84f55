'use client'

import { useQuery } from '@tanstack/react-query'
import type { Memory, MemoryEvidence } from '@teamlore/shared/memories'
import { plural } from '@teamlore/shared/plural'
import { removedText } from '@teamlore/shared/removed-text'
import Link from 'next/link'
import { useState } from 'react'
import { Badge } from '../../components/ui/badge.tsx'
import { errorWords } from '../../components/ui/error-words.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { Dependants, Setbacks } from './memory-bases.tsx'

/**
 * Reason, alternatives, what it answers, code, evidence and relations of a memory. All of it is quoted text, and shown as such. Its parts are no
 * landmarks: two memories may be shown beside each other.
 */
export const MemoryBody = ({ memory }: { memory: Memory }) => (
  <>
    {memory.reason !== '' && (
      <section>
        <h2>Because</h2>
        <p className="memory-text tl-foreign" dir="auto">
          {memory.reason}
        </p>
      </section>
    )}
    {memory.rejected.length > 0 && (
      <section>
        <h2>Rejected</h2>
        <ul>
          {memory.rejected.map((one) => (
            <li key={one} className="tl-foreign" dir="auto">
              {one}
            </li>
          ))}
        </ul>
      </section>
    )}
    {memory.questions.length > 0 && (
      <section>
        <h2>Answers</h2>
        <ul>
          {memory.questions.map((one) => (
            <li key={one} className="tl-foreign" dir="auto">
              {one}
            </li>
          ))}
        </ul>
      </section>
    )}
    {memory.anchors.length > 0 && (
      <section>
        <h2>Code</h2>
        <ul className="memory-anchors">
          {memory.anchors.map((anchor) => (
            <li key={`${anchor.path} ${anchor.symbol} ${anchor.start_line}`}>
              <code className="tl-foreign">
                {plainLine(anchor.path)}
                {anchor.start_line !== null && `:${anchor.start_line}`}
                {anchor.symbol !== null && ` ${plainLine(anchor.symbol)}`}
              </code>
              {anchor.state !== 'unknown' && (
                <Badge tone={anchor.state === 'fresh' ? 'ok' : 'wait'}>{anchor.state}</Badge>
              )}
              {anchor.is_inherited && (
                <Badge title="Its evidence session worked on this file there">
                  from its session
                </Badge>
              )}
            </li>
          ))}
        </ul>
      </section>
    )}
    {memory.evidence.length > 0 && (
      <section>
        <h2>Evidence</h2>
        <ul className="memory-evidence">
          {memory.evidence.map((evidence) => (
            <EvidenceItem
              key={`${evidence.kind} ${evidence.ref} ${evidence.quote}`}
              evidence={evidence}
            />
          ))}
        </ul>
      </section>
    )}
    {(memory.evidence_forgotten ?? 0) > 0 && (
      <p className="memory-forgotten">
        {plural(memory.evidence_forgotten ?? 0, 'piece')} of what it rested on{' '}
        {memory.evidence_forgotten === 1 ? 'was' : 'were'} forgotten.
      </p>
    )}
    <Setbacks memory={memory} />
    <Dependants memory={memory} />
    <Relations memory={memory} />
  </>
)

const EvidenceItem = ({ evidence }: { evidence: MemoryEvidence }) => {
  const [isOpen, setOpen] = useState(false)
  const { kind, ref, quote, session_id, person, occurred_at } = evidence
  const href =
    session_id === null ? null : `/sessions/${session_id}${kind === 'message' ? `#${ref}` : ''}`
  return (
    <li>
      {quote !== '' && (
        <blockquote className="memory-quote tl-foreign" dir="auto">
          {quote}
        </blockquote>
      )}
      <p className="memory-facts">
        <span>{person ? plainLine(person.name) : kind}</span>
        {occurred_at !== null && <TimeAgo at={occurred_at} />}
        {href === null ? (
          <code className="tl-foreign">{plainLine(ref)}</code>
        ) : (
          <Link href={href} className="tl-link">
            {kind === 'message' ? 'In its session' : 'The session'}
          </Link>
        )}
      </p>
      {kind === 'message' && (
        <details onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>The whole message</summary>
          {isOpen && <WholeMessage id={ref} />}
        </details>
      )}
    </li>
  )
}

const WholeMessage = ({ id }: { id: string }) => {
  const api = useApi()
  const message = useQuery({
    queryKey: queryKeys.message(id),
    queryFn: ({ signal }) => api.messages.get(id, { signal }),
  })
  if (message.isError) return <p className="memory-note">{errorWords(message.error)}</p>
  if (!message.data) return <p className="memory-note">Loading…</p>
  const text = message.data.blocks
    .flatMap(({ block }) => ('text' in block && typeof block.text === 'string' ? [block.text] : []))
    .join('\n\n')
  return (
    <pre className="memory-message tl-foreign" dir="auto">
      {text || removedText(message.data) || 'There are no words in it.'}
    </pre>
  )
}

const WORDS: Record<Memory['relations'][number]['type'], [out: string, incoming: string]> = {
  supersedes: ['Takes the place of', 'Its place is taken by'],
  amends: ['Amends', 'Amended by'],
  contradicts: ['Contradicts', 'Contradicts'],
  duplicates: ['Says the same as', 'Says the same as'],
  relates: ['May change', 'May be changed by'],
  rests_on: ['Rests on', 'Rests on it:'],
}

const Relations = ({ memory }: { memory: Memory }) => {
  const against = new Set(memory.contradicted_by.map(({ id }) => id))
  // What rests on it, and its other sides, have places of their own.
  const besides = memory.relations.filter(({ type, direction, memory: { id } }) => {
    if (type === 'contradicts') return !against.has(id)
    return type !== 'rests_on' || direction === 'out'
  })
  if (besides.length === 0) return null
  return (
    <section>
      <h2>Beside it</h2>
      <ul className="memory-relations">
        {besides.map(({ type, direction, status, memory: other, reason }) => (
          <li key={`${type} ${direction} ${other.id}`}>
            <span className="memory-facts" title={reason}>
              {WORDS[type][direction === 'out' ? 0 : 1]}
              {status === 'proposed' && <Badge tone="wait">to be decided</Badge>}
            </span>{' '}
            <Link href={`/memories/${other.id}`} className="tl-link tl-foreign" dir="auto">
              {plainLine(other.statement)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
