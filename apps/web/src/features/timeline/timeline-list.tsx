'use client'

import { Button } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { TimelineItem, TimelineResponse } from '@teamlore/shared'
import Link from 'next/link'
import { Badge } from '../../components/ui/badge.tsx'
import { kindInWords, RECORD_KINDS } from '../../components/ui/record-kinds.ts'
import { useNow } from '../../components/ui/use-now.ts'
import { compactCount } from '../../lib/format/number.ts'
import { plainLine, shorten } from '../../lib/format/plain-text.ts'
import { clockTime, fullMoment, timeHeading } from '../../lib/format/time.ts'
import { toolName } from '../../lib/format/tool-name.ts'
import { safePath } from '../../lib/safe-path.ts'
import { LIST_ITEM } from '../../lib/use-list-keys.ts'
import './timeline-list.css'

/** Entries by day, oldest first; what stands in the middle is marked. */
export const TimelineList = ({
  timeline: { items, anchor, has_earlier, has_later, notes },
  onMove,
}: {
  timeline: TimelineResponse
  /** Looks around another entry. */
  onMove: (id: string) => void
}) => {
  const now = useNow()
  const first = items[0]
  const last = items.at(-1)
  return (
    <>
      {notes.map((note) => (
        <p key={note} className="timeline-note">
          {note}
        </p>
      ))}
      {/* Where nothing was found to look around, the notes say so. */}
      {items.length === 0 && anchor.at !== null && (
        <p className="timeline-note">Nothing happened there.</p>
      )}
      {has_earlier && first && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconArrowUp size={14} aria-hidden />}
          onClick={() => onMove(first.id)}
        >
          Go further back
        </Button>
      )}
      <ol className="timeline-list">
        {items.map((item, index) => {
          const heading = item.at === null ? 'Undated' : timeHeading(item.at, now)
          const before = items[index - 1]
          const isNew = before === undefined || headingOf(before, now) !== heading
          return (
            <TimelineEntry
              key={item.id}
              item={item}
              heading={isNew && now !== 0 ? heading : undefined}
              isAnchor={item.id === anchor.id}
              onMove={onMove}
            />
          )
        })}
      </ol>
      {has_later && last && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconArrowDown size={14} aria-hidden />}
          onClick={() => onMove(last.id)}
        >
          Go on from here
        </Button>
      )}
    </>
  )
}

/** What was asked for stands in the middle, not half a page further down. */
const bringIntoView = (entry: HTMLElement | null) => entry?.scrollIntoView({ block: 'center' })

const headingOf = ({ at }: TimelineItem, now: number): string =>
  at === null ? 'Undated' : timeHeading(at, now)

const TimelineEntry = ({
  item,
  heading,
  isAnchor,
  onMove,
}: {
  item: TimelineItem
  heading: string | undefined
  isAnchor: boolean
  onMove: (id: string) => void
}) => {
  const { icon: Icon, word } = RECORD_KINDS[item.kind]
  return (
    <li
      ref={isAnchor ? bringIntoView : undefined}
      className="timeline-entry"
      data-kind={item.kind}
      data-anchor={isAnchor || undefined}
    >
      {heading !== undefined && <h2 className="timeline-day">{heading}</h2>}
      <div className="timeline-row" aria-current={isAnchor ? 'true' : undefined}>
        <time
          className="timeline-time"
          dateTime={item.at ?? undefined}
          title={item.at ? fullMoment(item.at) : ''}
        >
          {item.at ? clockTime(item.at) : ''}
        </time>
        <Icon className="timeline-icon" size={17} stroke={1.6} aria-hidden />
        <div className="timeline-body">
          <p className="timeline-title">
            <Link
              href={safePath(item.url)}
              className="timeline-link tl-foreign"
              prefetch={false}
              {...LIST_ITEM}
            >
              {shorten(plainLine(item.title), 200) || word}
            </Link>
          </p>
          <p className="timeline-meta">
            <span>{kindInWords(item.kind, item.type)}</span>
            {item.status !== 'current' && <Badge tone="wait">{item.status}</Badge>}
            {item.author && <span className="tl-foreign">{plainLine(item.author.name)}</span>}
            {item.tool && <span>{toolName(item.tool)}</span>}
            <span title="What an agent spends to open it">
              {compactCount(item.tokens, 'token')}
            </span>
            {!isAnchor && (
              <button type="button" className="timeline-move" onClick={() => onMove(item.id)}>
                Around this
              </button>
            )}
          </p>
        </div>
      </div>
    </li>
  )
}
