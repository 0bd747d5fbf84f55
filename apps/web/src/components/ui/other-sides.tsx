import type { ShownSide } from '@teamlore/shared/memory-standing'
import Link from 'next/link'
import { plainLine, shorten } from '../../lib/format/plain-text.ts'
import './other-sides.css'
import { TimeAgo } from './time-ago.tsx'

/** So much of what is shown on the same page is enough to find it there. */
const NAMED = 60

const wordsOf = (statement: string | null, isShown: boolean): string => {
  if (statement === null) return 'another memory'
  return isShown ? shorten(plainLine(statement), NAMED) : plainLine(statement)
}

/** What contradicts a memory while nobody has decided, directly beside it. */
export const OtherSides = ({
  sides = [],
  shown,
}: {
  sides: readonly ShownSide[] | undefined
  shown?: ReadonlySet<string>
}) =>
  sides.map(({ id, statement, since }) => (
    <p key={id} className="other-side">
      <span className="other-side-facts">
        Contradicted since <TimeAgo at={since} />
        {shown?.has(id) && ', by another one shown here'}:
      </span>{' '}
      <Link href={`/memories/${id}`} className="tl-link tl-foreign" dir="auto" prefetch={false}>
        {wordsOf(statement, shown?.has(id) ?? false)}
      </Link>{' '}
      <Link href="/memories/contradictions" className="tl-link other-side-facts" prefetch={false}>
        Decide
      </Link>
    </p>
  ))
