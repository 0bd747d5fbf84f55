'use client'

import { MATCH_IN_WORDS, type SearchHit } from '@teamlore/shared'
import { evidenceWords } from '@teamlore/shared/memory-standing'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Badge } from '../../components/ui/badge.tsx'
import { HighlightedText } from '../../components/ui/highlighted-text.tsx'
import { OtherSides } from '../../components/ui/other-sides.tsx'
import { kindInWords, RECORD_KINDS } from '../../components/ui/record-kinds.ts'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { compactCount, wholeNumber } from '../../lib/format/number.ts'
import { plainLine, shorten } from '../../lib/format/plain-text.ts'
import { toolName } from '../../lib/format/tool-name.ts'
import { safePath } from '../../lib/safe-path.ts'
import { LIST_ITEM } from '../../lib/use-list-keys.ts'
import './hit-card.css'
import { hitText } from './hit-text.ts'
import { HitVerdict } from './hit-verdict.tsx'
import { useRankReasons } from './rank-reasons.tsx'

/** Of a memory: how many of the other hits it rests on and is listed for. */
const Evidence = ({ evidence }: Pick<SearchHit, 'evidence'>) =>
  evidence === undefined ? null : (
    <span title="It takes the place of the words it rests on">{evidenceWords(evidence)}</span>
  )

/** One result: what it says, where it comes from, and on demand why it stands here. */
export const HitCard = ({
  hit,
  shown,
  children,
}: {
  hit: SearchHit
  /** Ids of all results that are shown. */
  shown?: ReadonlySet<string>
  children?: ReactNode
}) => {
  const { button, reasons } = useRankReasons(hit)
  const { icon: Icon } = RECORD_KINDS[hit.kind]
  const { title, snippet } = hitText(hit)
  const words = <HighlightedText text={snippet.text} ranges={snippet.highlights} />
  return (
    <li className="hit" data-kind={hit.kind}>
      <Icon className="hit-icon" size={18} stroke={1.6} aria-hidden />
      <div className="hit-body">
        <p className="hit-kind">
          {kindInWords(hit.kind, hit.type)}
          {hit.status !== 'current' && <Badge tone="wait">{hit.status}</Badge>}
          {hit.context !== undefined && hit.asked === undefined && (
            <span className="hit-context tl-foreign" title="The prompt it belongs to">
              {shorten(plainLine(hit.context), 160)}
            </span>
          )}
        </p>
        {hit.asked !== undefined && (
          <p className="hit-asked tl-foreign" title="Asked in the turn before" dir="auto">
            {plainLine(hit.asked)}
          </p>
        )}
        <h2 className="hit-title" data-quoted={title === undefined || undefined}>
          <Link
            href={safePath(hit.url)}
            className="hit-link tl-foreign"
            prefetch={false}
            {...LIST_ITEM}
          >
            {title === undefined ? words : <HighlightedText {...title} />}
          </Link>
        </h2>
        <HitVerdict verdict={hit.verdict} />
        {title !== undefined && snippet.text !== '' && (
          <p className="hit-snippet tl-foreign" dir="auto">
            {words}
          </p>
        )}
        {hit.touched && (
          <p className="hit-touched tl-foreign">
            {hit.touched.map(({ path, how }) => `${how} ${plainLine(path)}`).join(', ')}
          </p>
        )}
        {hit.changed?.map((sentence) => (
          <p key={sentence} className="hit-touched tl-foreign">
            {plainLine(sentence)}
          </p>
        ))}
        <OtherSides sides={hit.contradicted_by} {...(shown && { shown })} />
        <p className="hit-meta">
          {hit.project && <span className="tl-foreign">{plainLine(hit.project.name)}</span>}
          {hit.author && <span className="tl-foreign">{plainLine(hit.author.name)}</span>}
          {hit.tool && <span>{toolName(hit.tool)}</span>}
          <TimeAgo at={hit.occurred_at} />
          <span title="What an agent spends to open it">{compactCount(hit.tokens, 'token')}</span>
          {hit.match && <span>{MATCH_IN_WORDS[hit.match]}</span>}
          {hit.said_later_than && (
            <span title="It seems to correct an earlier hit of this page, which stands after it">
              said later
            </span>
          )}
          <Evidence evidence={hit.evidence} />
          {hit.repeats && <span>{wholeNumber(hit.repeats.length)} more say the same</span>}
          {hit.occurred_at !== null && (
            <Link
              href={`/timeline?around=${encodeURIComponent(hit.id)}`}
              className="hit-why"
              prefetch={false}
            >
              Around this
            </Link>
          )}
          {button}
        </p>
        {reasons}
        {children}
      </div>
    </li>
  )
}
