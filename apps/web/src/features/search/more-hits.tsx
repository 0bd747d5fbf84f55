'use client'

import { IconChevronRight } from '@tabler/icons-react'
import type { GroupedHit, SearchHit } from '@teamlore/shared'
import Link from 'next/link'
import { useId, useState } from 'react'
import { HighlightedText } from '../../components/ui/highlighted-text.tsx'
import { kindInWords } from '../../components/ui/record-kinds.ts'
import { wholeNumber } from '../../lib/format/number.ts'
import { safePath } from '../../lib/safe-path.ts'
import { LIST_ITEM } from '../../lib/use-list-keys.ts'
import { markedTitle } from './marked-title.ts'
import './more-hits.css'

/** What else a session says to the question: unfolded in place, each a line. */
export const MoreHits = ({
  more: { count, items },
  onAll,
}: {
  more: NonNullable<GroupedHit['more_in_session']>
  onAll: () => void
}) => {
  const [isOpen, setOpen] = useState(false)
  const listId = useId()
  return (
    <div className="more-hits">
      <button
        type="button"
        className="more-hits-toggle"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
      >
        <IconChevronRight size={14} stroke={2} aria-hidden />
        {wholeNumber(count)} more in this session
      </button>
      <ol id={listId} className="more-hits-list" hidden={!isOpen}>
        {isOpen && items.map((hit) => <MoreHit key={hit.id} hit={hit} />)}
        {isOpen && count > items.length && (
          <li>
            <button type="button" className="more-hits-all" onClick={onAll}>
              All {wholeNumber(count + 1)} in this session
            </button>
          </li>
        )}
      </ol>
    </div>
  )
}

const MoreHit = ({ hit }: { hit: SearchHit }) => {
  const title = markedTitle(hit.title, hit.title_highlights)
  return (
    <li className="more-hit">
      <Link
        href={safePath(hit.url)}
        className="more-hit-link tl-foreign"
        prefetch={false}
        {...LIST_ITEM}
      >
        {title.text === '' ? 'Untitled' : <HighlightedText {...title} />}
      </Link>
      <span className="more-hit-kind">{kindInWords(hit.kind, hit.type)}</span>
    </li>
  )
}
