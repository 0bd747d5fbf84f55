'use client'

import { fullMoment, shortAgo } from '../../lib/format/time.ts'
import { useNow } from './use-now.ts'

/** `5 min ago`, kept current; the full moment on hover. Nothing when the time is not known. */
export const TimeAgo = ({ at }: { at: string | null }) => {
  const now = useNow()
  if (at === null) return null
  return (
    <time dateTime={at} title={fullMoment(at)}>
      {now === 0 ? '' : shortAgo(at, now)}
    </time>
  )
}
