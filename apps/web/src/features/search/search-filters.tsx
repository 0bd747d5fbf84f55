'use client'

import type { ObservationType } from '@teamlore/shared'
import { FILTER_NAMES, type FilterName, filterFacts } from '@teamlore/shared/filters'
import { factsOf, PRESENT_KINDS } from '@teamlore/shared/kinds'
import {
  FilterAsOf,
  FilterDates,
  type FilterOption,
  FilterSelect,
  FilterToggle,
} from '../../components/filters/index.ts'
import { toolName } from '../../lib/format/tool-name.ts'
import { useProjectOptions } from '../projects/index.ts'
import { useStats } from '../sessions/index.ts'
import type { SearchState } from './search-state.ts'
import './search-filters.css'

const OBSERVATION_LABELS: Record<ObservationType, string> = {
  decision: 'Decisions',
  bugfix: 'Bug fixes',
  feature: 'Features',
  refactor: 'Refactorings',
  discovery: 'Discoveries',
  change: 'Changes',
}

const TYPES: FilterOption[] = [
  ...PRESENT_KINDS.map((value) => {
    const { label, note } = factsOf(value)
    return { value, label, ...(note === undefined ? {} : { note }) }
  }),
  ...Object.entries(OBSERVATION_LABELS).map(([value, label]) => ({ value, label })),
]

/** Filters that take any text. */
const TYPED = FILTER_NAMES.filter((name) => filterFacts(name).field !== null)

const SCOPES: FilterOption[] = [
  { value: 'session', label: 'Sessions’ own words' },
  { value: 'project', label: 'One project' },
  { value: 'knowledge', label: 'Curated knowledge' },
]

const ORDERS: FilterOption[] = [
  { value: 'date', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
]

type Props = { state: SearchState; onChange: (change: Partial<SearchState>) => void }

/** What narrows a search beside its words. All of it is in the address, so a search can be sent to somebody. */
export const SearchFilters = ({ state, onChange }: Props) => {
  const projectOptions = useProjectOptions()
  const stats = useStats()
  return (
    <fieldset className="search-filters">
      <legend className="tl-hidden-label">Narrow the search</legend>
      <FilterSelect
        name="Type"
        value={state.type}
        options={TYPES}
        onChange={(type) => onChange({ type })}
      />
      <FilterSelect
        name="Project"
        value={state.project}
        options={projectOptions}
        onChange={(project) => onChange({ project })}
      />
      <FilterSelect
        name="Tool"
        value={state.tool}
        options={(stats.data?.tools ?? []).map(({ tool, sessions }) => ({
          value: tool,
          label: toolName(tool),
          note: String(sessions),
        }))}
        onChange={(tool) => onChange({ tool })}
      />
      {TYPED.map((name) => (
        <TypedFilter
          key={name}
          name={filterFacts(name).field ?? name}
          of={name}
          state={state}
          onChange={onChange}
        />
      ))}
      <FilterSelect
        name="Order"
        value={state.order}
        options={ORDERS}
        onChange={(order) => onChange({ order })}
      />
      <FilterDates after={state.after} before={state.before} onChange={onChange} />
      <FilterAsOf value={state.as_of} onChange={(as_of) => onChange({ as_of })} />
      <FilterSelect
        name="Scope"
        value={state.scope === 'all' ? null : state.scope}
        options={SCOPES}
        onChange={(scope) => onChange({ scope: (scope ?? 'all') as SearchState['scope'] })}
      />
      {state.session !== null && (
        <FilterSelect
          name="Session"
          value={state.session}
          options={[{ value: state.session, label: state.session.slice(0, 12) }]}
          onChange={(session) => onChange({ session })}
        />
      )}
      <Toggles state={state} onChange={onChange} />
    </fieldset>
  )
}

const Toggles = ({ state, onChange }: Props) => (
  <>
    <FilterToggle
      name="Sessions"
      isOn={state.by === 'session'}
      onChange={(isOn) => onChange({ by: isOn ? 'session' : null })}
    />
    <FilterToggle
      name="Every hit"
      isOn={state.by === 'hit'}
      onChange={(isOn) => onChange({ by: isOn ? 'hit' : null })}
    />
    <FilterToggle
      name="Superseded too"
      isOn={state.include_superseded}
      onChange={(isOn) => onChange({ include_superseded: isOn })}
    />
  </>
)

const TypedFilter = ({ name, of, state, onChange }: Props & { name: string; of: FilterName }) => (
  <FilterSelect
    name={name}
    value={state[of]}
    options={[]}
    allowsOther
    onChange={(value) => onChange({ [of]: value })}
  />
)
