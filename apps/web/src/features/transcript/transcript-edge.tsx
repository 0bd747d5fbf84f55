'use client'

import { Button } from '@mantine/core'
import { errorWords } from '../../components/ui/error-words.tsx'

/** The end of what is loaded: more comes by itself, and by hand when that failed. */
export const TranscriptEdge = ({
  side,
  hasMore,
  isLoading,
  error,
  onMore,
}: {
  side: 'top' | 'bottom'
  hasMore: boolean
  isLoading: boolean
  error: unknown
  onMore: () => unknown
}) => {
  if (!hasMore) {
    return side === 'bottom' ? <p className="transcript-end">End of the session</p> : null
  }
  return (
    <div className="transcript-edge" data-side={side}>
      {error ? <span role="alert">{errorWords(error)}</span> : null}
      <Button variant="subtle" size="compact-xs" loading={isLoading} onClick={() => onMore()}>
        {side === 'top' ? 'Load earlier messages' : 'Load later messages'}
      </Button>
    </div>
  )
}
