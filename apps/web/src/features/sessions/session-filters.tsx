'use client'

import type { Session, Stats } from '@teamlore/shared'
import { distinctOptions, FilterDates, FilterSelect } from '../../components/filters/index.ts'
import { SearchBox } from '../../components/ui/search-box.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { toolName } from '../../lib/format/tool-name.ts'
import { useProjects } from '../projects/index.ts'
import { isNarrowed, type SessionFilter } from './session-filter.ts'
import './session-filters.css'

/** Unless chosen, the list holds what people started. */
const startedBy = (value: string | null): SessionFilter['started_by'] =>
  value === 'program' || value === 'anyone' ? value : null

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
  // These count all sessions, which would mislead beside a list that something else narrows.
  const note = (name: keyof SessionFilter, amount: number) =>
    isNarrowed({ ...filter, [name]: null }) ? {} : { note: String(amount) }
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
            ...note('project', amount),
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
          ...note('tool', amount),
        }))}
        onChange={(tool) => onChange({ tool })}
      />
      <FilterSelect
        name="Author"
        value={filter.author}
        options={distinctOptions(sessions.map(({ author }) => author.name))}
        allowsOther
        onChange={(author) => onChange({ author })}
      />
      <FilterSelect
        name="Branch"
        value={filter.branch}
        options={distinctOptions(sessions.map(({ git_branch }) => git_branch))}
        allowsOther
        onChange={(branch) => onChange({ branch })}
      />
      <FilterSelect
        name="Started by"
        value={filter.started_by}
        options={[
          { value: 'program', label: 'Programs' },
          { value: 'anyone', label: 'Anyone' },
        ]}
        onChange={(by) => onChange({ started_by: startedBy(by) })}
      />
      <FilterSelect
        name="Tag"
        value={filter.tag}
        options={distinctOptions(sessions.flatMap(({ tags }) => tags))}
        allowsOther
        onChange={(tag) => onChange({ tag })}
      />
      <FilterDates after={filter.after} before={filter.before} onChange={onChange} />
    </search>
  )
}
