'use client'

import type { Prompt, Stats } from '@teamlore/shared'
import { distinctOptions, FilterDates, FilterSelect } from '../../components/filters/index.ts'
import { SearchBox } from '../../components/ui/search-box.tsx'
import { toolName } from '../../lib/format/tool-name.ts'
import { useProjectOptions } from '../projects/index.ts'
import type { PromptFilter } from './prompt-filter.ts'
import './prompt-filters.css'

/** One line of filters above the list. Authors are offered as far as they have been seen on the page. */
export const PromptFilters = ({
  filter,
  onChange,
  prompts,
  tools,
}: {
  filter: PromptFilter
  onChange: (change: Partial<PromptFilter>) => void
  prompts: readonly Prompt[]
  tools: Stats['tools']
}) => {
  const projectOptions = useProjectOptions()
  return (
    <search className="prompt-filters" aria-label="Filter the prompts">
      <SearchBox
        label="Prompt contains"
        placeholder="Filter by text"
        value={filter.text ?? ''}
        onChange={(text) => onChange({ text: text || null })}
      />
      <FilterSelect
        name="Project"
        value={filter.project}
        options={projectOptions}
        onChange={(project) => onChange({ project })}
      />
      <FilterSelect
        name="Tool"
        value={filter.tool}
        options={tools.map(({ tool }) => ({ value: tool, label: toolName(tool) }))}
        onChange={(tool) => onChange({ tool })}
      />
      <FilterSelect
        name="Author"
        value={filter.author}
        options={distinctOptions(prompts.map(({ author }) => author.name))}
        allowsOther
        onChange={(author) => onChange({ author })}
      />
      <FilterDates after={filter.after} before={filter.before} onChange={onChange} />
    </search>
  )
}
