'use client'

import type { Session, Stats } from '@teamlore/shared'
import { FilterDates, FilterSelect } from '../../components/filters/index.ts'
import { SearchBox } from '../../components/ui/search-box.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { toolName } from '../../lib/format/tool-name.ts'
import { useProjects } from '../projects/index.ts'
import type { SessionFilter } from './session-filter.ts'
import './session-filters.css'

/** One line of filters above the list. Authors and branches are offered as far as they have been seen on the page. */
export const SessionFilters = ({
  filter,
  onChange,
  sessions,
  tools,
}: {
  filter: SessionFilter
  onChange: (change: Partial<SessionFilter>) => void
  sessions: readonly Session[]
  tools: Stats['tools']
}) => {
  const projects = useProjects()
  return (
    <search className="session-filters" aria-label="Filter the sessions">
      <SearchBox
        label="Title contains"
        placeholder="Filter by title"
        value={filter.title ?? ''}
        onChange={(title) => onChange({ title: title || null })}
      />
      <div className="session-filters-project">
        <FilterSelect
          name="Project"
          value={filter.project}
          options={(projects.data ?? []).map(({ id, name, sessions: amount }) => ({
            value: id,
            label: plainLine(name),
            note: String(amount),
          }))}
          onChange={(project) => onChange({ project })}
        />
      </div>
      <FilterSelect
        name="Tool"
        value={filter.tool}
        options={tools.map(({ tool, sessions: amount }) => ({
          value: tool,
          label: toolName(tool),
          note: String(amount),
        }))}
        onChange={(tool) => onChange({ tool })}
      />
      <FilterSelect
        name="Author"
        value={filter.author}
        options={distinct(sessions.map(({ author }) => author.name))}
        allowsOther
        onChange={(author) => onChange({ author })}
      />
      <FilterSelect
        name="Branch"
        value={filter.branch}
        options={distinct(sessions.map(({ git_branch }) => git_branch))}
        allowsOther
        onChange={(branch) => onChange({ branch })}
      />
      <FilterDates after={filter.after} before={filter.before} onChange={onChange} />
    </search>
  )
}

const distinct = (values: readonly (string | null)[]) =>
  [...new Set(values.filter((value): value is string => Boolean(value)))]
    .sort()
    .map((value) => ({ value, label: plainLine(value) }))
