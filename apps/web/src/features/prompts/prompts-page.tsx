'use client'

import { Button } from '@mantine/core'
import { IconMoodEmpty } from '@tabler/icons-react'
import { LoadMore } from '../../components/ui/load-more.tsx'
import { PageHeader } from '../../components/ui/page-header.tsx'
import { PageTitle } from '../../components/ui/page-title.tsx'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/ui/states.tsx'
import { count, shareOf } from '../../lib/format/number.ts'
import { useListKeys } from '../../lib/use-list-keys.ts'
import { useStats } from '../sessions/index.ts'
import { PromptCard } from './prompt-card.tsx'
import { isNarrowed, NO_FILTER, usePromptFilter } from './prompt-filter.ts'
import { PromptFilters } from './prompt-filters.tsx'
import './prompts-page.css'
import { usePrompts } from './use-prompts.ts'

/** The team's own words to its tools, across all sessions. */
export const PromptsPage = () => {
  const [filter, setFilter] = usePromptFilter()
  const list = usePrompts(filter)
  const stats = useStats()
  useListKeys()
  const isFiltered = isNarrowed(filter)
  const all = stats.data?.prompts
  const amount = isFiltered
    ? shareOf(list.total, all, 'prompt')
    : all !== undefined && count(all, 'prompt')
  return (
    <div className="prompts-page">
      <PageTitle title="Prompts" />
      <PageHeader
        title="Prompts"
        note={amount ? `${amount}, newest first` : 'What people asked for, newest first'}
      />
      <PromptFilters
        filter={filter}
        onChange={(change) => void setFilter(change)}
        prompts={list.prompts}
        tools={stats.data?.tools ?? []}
      />
      {list.isPending && (
        <Loading label="Loading prompts">
          <SkeletonLines rows={8} />
        </Loading>
      )}
      {list.isError && list.prompts.length === 0 && (
        <ErrorState
          title="The prompts could not be loaded"
          error={list.error}
          retry={() => void list.refetch()}
        />
      )}
      {list.isSuccess && list.prompts.length === 0 && isFiltered && (
        <EmptyState title="No prompt matches" icon={<IconMoodEmpty size={32} stroke={1.25} />}>
          <p>Loosen one of the filters above, or look at everything.</p>
          <Button variant="default" size="xs" onClick={() => void setFilter(NO_FILTER)}>
            Clear all filters
          </Button>
        </EmptyState>
      )}
      {list.isSuccess && list.prompts.length === 0 && !isFiltered && (
        <EmptyState title="No prompts yet">
          <p>As soon as a session is imported, what was asked in it stands here.</p>
        </EmptyState>
      )}
      {list.prompts.length > 0 && (
        <>
          <ol className="prompt-list">
            {list.prompts.map((prompt) => (
              <PromptCard key={prompt.id} prompt={prompt} />
            ))}
          </ol>
          <LoadMore
            hasMore={list.hasNextPage}
            isLoading={list.isFetchingNextPage}
            error={list.isFetchNextPageError ? list.error : null}
            onMore={list.fetchNextPage}
            end="Those are all."
          />
        </>
      )}
    </div>
  )
}
