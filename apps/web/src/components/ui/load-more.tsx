'use client'

import { Button } from '@mantine/core'
import { useCallback } from 'react'
import { errorWords } from './error-words.tsx'
import './load-more.css'

/** The end of a list that goes on: fetches more when it comes into view, or when it is pressed. */
export const LoadMore = ({
  hasMore,
  isLoading,
  error,
  onMore,
  end,
}: {
  hasMore: boolean
  isLoading: boolean
  error: unknown
  onMore: () => void
  /** What is said when there is no more. */
  end: string
}) => {
  const canLoad = hasMore && !isLoading && !error
  const watch = useCallback(
    (element: HTMLElement | null) => {
      if (!element || !canLoad) return
      const observer = new IntersectionObserver(
        (entries) => {
          if (entries.some((entry) => entry.isIntersecting)) onMore()
        },
        { rootMargin: '600px' },
      )
      observer.observe(element)
      return () => observer.disconnect()
    },
    [canLoad, onMore],
  )
  if (!hasMore) return <p className="load-more load-more-end">{end}</p>
  return (
    <div className="load-more" ref={watch}>
      {error ? <p role="alert">{errorWords(error)}</p> : null}
      <Button variant="default" size="xs" loading={isLoading} onClick={onMore}>
        {error ? 'Try again' : 'Load more'}
      </Button>
    </div>
  )
}
