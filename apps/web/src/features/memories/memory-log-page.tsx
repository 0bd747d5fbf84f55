'use client'

import { NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { MEMORY_EVENTS } from '@teamlore/shared/memory-kinds'
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { PageHeader } from '../../components/ui/page-header.tsx'
import { PageTitle } from '../../components/ui/page-title.tsx'
import { MemoryDifferences } from './memory-differences.tsx'
import { MemoryLinks } from './memory-links.tsx'
import { MemorySteps } from './memory-steps.tsx'
import { ProjectSelect } from './project-select.tsx'
import './memories.css'

const PARSERS = {
  view: parseAsStringLiteral(['steps', 'difference'] as const).withDefault('steps'),
  project: parseAsString.withDefault(''),
  event: parseAsStringLiteral(MEMORY_EVENTS),
  from: parseAsString.withDefault(''),
  to: parseAsString.withDefault(''),
}

/** What became of memories, step by step, or what is held otherwise at one time than at another. */
export const MemoryLogPage = () => {
  const [fields, set] = useQueryStates(PARSERS, { history: 'replace' })
  const [settled] = useDebouncedValue(fields, 250)
  const query = {
    ...(settled.project === '' ? {} : { project: settled.project }),
    ...(settled.from.trim() === '' ? {} : { from: settled.from.trim() }),
    ...(settled.to.trim() === '' ? {} : { to: settled.to.trim() }),
  }
  return (
    <div className="memories-page">
      <PageTitle title="Log of memories" />
      <PageHeader title="Log of memories" note="What came, changed, was replaced or withdrawn" />
      <MemoryLinks />
      <div className="memory-filters">
        <NativeSelect
          label="Show"
          size="xs"
          data={[
            { value: 'steps', label: 'each step' },
            { value: 'difference', label: 'the difference' },
          ]}
          value={fields.view}
          onChange={(event) =>
            void set({ view: event.currentTarget.value === 'steps' ? 'steps' : 'difference' })
          }
        />
        <ProjectSelect value={fields.project} onChange={(project) => void set({ project })} />
        {fields.view === 'steps' && (
          <NativeSelect
            label="Step"
            size="xs"
            data={[{ value: '', label: 'any' }, ...MEMORY_EVENTS]}
            value={fields.event ?? ''}
            onChange={(event) =>
              void set({
                event: MEMORY_EVENTS.find((one) => one === event.currentTarget.value) ?? null,
              })
            }
          />
        )}
        <TextInput
          label="From"
          size="xs"
          placeholder="2026-05-01, 7d or a commit"
          value={fields.from}
          onChange={(event) => void set({ from: event.currentTarget.value })}
        />
        <TextInput
          label="To"
          size="xs"
          placeholder="now"
          value={fields.to}
          onChange={(event) => void set({ to: event.currentTarget.value })}
        />
      </div>
      {settled.view === 'steps' ? (
        <MemorySteps query={settled.event === null ? query : { ...query, event: settled.event }} />
      ) : (
        <MemoryDifferences query={query} />
      )}
    </div>
  )
}
