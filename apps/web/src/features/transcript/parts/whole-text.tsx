'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorWords } from '../../../components/ui/error-words.tsx'
import { useApi } from '../../../lib/api.tsx'
import { wholeNumber } from '../../../lib/format/number.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import type { PlacedBlock } from '../model/rows.ts'
import { useFold } from './transcript-context.ts'
import './whole-text.css'

/**
 * Shows the beginning of a long text and fetches the rest when it is asked for. `children` draws whichever there is.
 */
export const WholeText = ({
  placed,
  text,
  children,
}: {
  placed: PlacedBlock
  text: string
  children: (text: string, isWhole: boolean) => ReactNode
}) => {
  const api = useApi()
  const [isWanted, toggle] = useFold(`whole ${placed.messageId} ${placed.index}`)
  const whole = useQuery({
    queryKey: queryKeys.message(placed.messageId),
    queryFn: ({ signal }) => api.messages.get(placed.messageId, { signal }),
    enabled: isWanted && placed.truncatedChars > 0,
    staleTime: 5 * 60_000,
  })
  if (placed.truncatedChars === 0) return children(text, true)
  const block = whole.data?.blocks[placed.index]?.block
  const wholeText = isWanted && block && 'text' in block ? block.text : undefined
  return (
    <>
      {children(wholeText ?? text, wholeText !== undefined)}
      <button
        type="button"
        className="whole-text-button"
        disabled={whole.isFetching}
        onClick={whole.isError ? () => void whole.refetch() : toggle}
      >
        {label(wholeText !== undefined, whole.isFetching, placed.truncatedChars)}
      </button>
      {isWanted && whole.isError && (
        <span className="whole-text-error" role="alert">
          {errorWords(whole.error)}
        </span>
      )}
    </>
  )
}

const label = (isShown: boolean, isFetching: boolean, chars: number): string => {
  if (isShown) return 'Show less'
  return isFetching ? 'Loading…' : `Show ${wholeNumber(chars)} more characters`
}
