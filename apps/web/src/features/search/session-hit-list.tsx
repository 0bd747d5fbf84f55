'use client'

import { IconListDetails } from '@tabler/icons-react'
import Link from 'next/link'
import { HighlightedText } from '../../components/ui/highlighted-text.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { compactCount, count } from '../../lib/format/number.ts'
import { plainLine } from '../../lib/format/plain-text.ts'
import { toolName } from '../../lib/format/tool-name.ts'
import { LIST_ITEM } from '../../lib/use-list-keys.ts'
import './hit-card.css'
import './hit-list.css'
import { markedTitle } from './marked-title.ts'
import { useRankReasons } from './rank-reasons.tsx'
import type { SessionHit } from './use-search.ts'
import { visibleSnippet } from './visible-snippet.ts'

/** Sessions that bear on the question, each with the words that fit best. */
export const SessionHitList = ({ hits }: { hits: readonly SessionHit[] }) =>
  hits.length === 0 ? null : (
    <ol className="hit-list">
      {hits.map((hit) => (
        <SessionHitCard key={hit.session.id} hit={hit} />
      ))}
    </ol>
  )

const SessionHitCard = ({
  hit: { session, title_highlights, hits, best, tokens },
}: {
  hit: SessionHit
}) => {
  const { button, reasons } = useRankReasons(best)
  const title = markedTitle(session.title, title_highlights)
  const snippet = visibleSnippet(best.snippet)
  const place = best.message_id === null ? '' : `#${best.message_id}`
  return (
    <li className="hit" data-kind="session">
      <IconListDetails className="hit-icon" size={18} stroke={1.6} aria-hidden />
      <div className="hit-body">
        <p className="hit-kind">Session · {count(hits, 'hit')}</p>
        <h2 className="hit-title">
          <Link
            href={`/sessions/${session.id}${place}`}
            className="hit-link tl-foreign"
            prefetch={false}
            {...LIST_ITEM}
          >
            {title.text === '' ? 'Untitled session' : <HighlightedText {...title} />}
          </Link>
        </h2>
        <p className="hit-snippet tl-foreign" dir="auto">
          <HighlightedText text={snippet.text} ranges={snippet.highlights} />
        </p>
        <p className="hit-meta">
          {session.project && <span className="tl-foreign">{plainLine(session.project.name)}</span>}
          <span className="tl-foreign">{plainLine(session.author.name)}</span>
          <span>{toolName(session.tool)}</span>
          <TimeAgo at={session.ended_at ?? session.started_at} />
          <span title="What an agent spends to open it in brief">
            {compactCount(tokens, 'token')}
          </span>
          {button}
        </p>
        {reasons}
      </div>
    </li>
  )
}
