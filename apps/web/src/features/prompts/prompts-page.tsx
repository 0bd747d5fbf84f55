'use client'

import { parseAsString, useQueryStates } from 'nuqs'
import { FilterSelect } from '../../components/filters/index.ts'
import { LoadMore } from '../../components/ui/load-more.tsx'
import { PageHeader } from '../../components/ui/page-header.tsx'
import { PageTitle } from '../../components/ui/page-title.tsx'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/ui/states.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { toolName } from '../../lib/format/tool-name.ts'
import { useListKeys } from '../../lib/use-list-keys.ts'
import { useProjects } from '../projects/index.ts'
import { useStats } from '../sessions/index.ts'
import { PromptCard } from './prompt-card.tsx'
import './prompts-page.css'
import { usePrompts } from './use-prompts.ts'

/** The team's own words to its tools, across all sessions. */
export const PromptsPage = () => {
  const [filter, setFilter] = useQueryStates({ project: parseAsString, tool: parseAsString })
  const list = usePrompts(filter)
  const projects = useProjects()
  const stats = useStats()
  useListKeys()
  return (
    <div className="prompts-page">
      <PageTitle title="Prompts" />
      <PageHeader title="Prompts" note="What people asked for, newest first." />
      <search className="prompts-filters" aria-label="Filter the prompts">
        <FilterSelect
          name="Project"
          value={filter.project}
          options={(projects.data ?? []).map(({ id, name }) => ({
            value: id,
            label: plainLine(name),
          }))}
          onChange={(project) => void setFilter({ project })}
        />
        <FilterSelect
          name="Tool"
          value={filter.tool}
          options={(stats.data?.tools ?? []).map(({ tool }) => ({
            value: tool,
            label: toolName(tool),
          }))}
          onChange={(tool) => void setFilter({ tool })}
        />
      </search>
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
      {list.isSuccess && list.prompts.length === 0 && (
        <EmptyState title="No prompts here (yet)">
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
