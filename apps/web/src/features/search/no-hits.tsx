'use client'

import { Button } from '@mantine/core'
import { IconZoomExclamation } from '@tabler/icons-react'
import { EmptyState } from '../../components/ui/states.tsx'
import { plainLine, shorten } from '../../lib/format/plain-text.ts'
import { adviceFor } from './advice.ts'
import type { SearchState } from './search-state.ts'

/** Nothing found: what could be asked instead. */
export const NoHits = ({
  state,
  isList,
  onClearFilters,
  onTry,
}: {
  state: SearchState
  /** No words were searched for: filters alone were asked for, or one that nothing can fit. */
  isList: boolean
  onClearFilters: (() => void) | undefined
  onTry: (q: string) => void
}) => (
  <EmptyState title="Nothing found" icon={<IconZoomExclamation size={32} stroke={1.25} />}>
    {onClearFilters && (
      <>
        <p>
          {isList
            ? 'Nothing fits all of the filters.'
            : 'The filters may be too narrow for these words.'}
        </p>
        <Button variant="default" size="xs" onClick={onClearFilters}>
          Search without filters
        </Button>
      </>
    )}
    {adviceFor(state.q).map(({ says, q }) => (
      <p key={q}>
        {says}{' '}
        <button type="button" className="query-example" onClick={() => onTry(q)}>
          {shorten(plainLine(q), 200)}
        </button>
      </p>
    ))}
    {!onClearFilters && adviceFor(state.q).length === 0 && (
      <p>
        {isList
          ? 'Leave a filter out, or change it.'
          : 'Try another word for the same thing, a file name, or an error message.'}
      </p>
    )}
  </EmptyState>
)
