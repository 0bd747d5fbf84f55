'use client'

import { NativeSelect, TextInput } from '@mantine/core'
import { memoryKindSchema, memoryStatusSchema } from '@teamlore/shared/memories'
import { ProjectSelect } from './project-select.tsx'
import type { MemoryFields } from './use-memory-filter.ts'

type Props = { fields: MemoryFields; onChange: (change: Partial<MemoryFields>) => void }

/** By what the list of memories can be narrowed. */
export const MemoryFilters = ({ fields, onChange }: Props) => {
  const isPast = fields.asOf.trim() !== ''
  return (
    <div className="memory-filters">
      <TextInput
        label="Words"
        size="xs"
        value={fields.words}
        onChange={(event) => onChange({ words: event.currentTarget.value })}
      />
      <ProjectSelect value={fields.project} onChange={(project) => onChange({ project })} />
      <NativeSelect
        label="Kind"
        size="xs"
        data={[{ value: '', label: 'any' }, ...memoryKindSchema.options]}
        value={fields.kind}
        onChange={(event) => onChange({ kind: event.currentTarget.value })}
      />
      <NativeSelect
        label="Status"
        size="xs"
        disabled={isPast}
        data={[{ value: '', label: isPast ? 'as it was' : 'any' }, ...memoryStatusSchema.options]}
        value={isPast ? '' : fields.status}
        onChange={(event) => onChange({ status: event.currentTarget.value })}
      />
      <TextInput
        label="As of"
        size="xs"
        placeholder="2026-05-01, 7d or a commit"
        value={fields.asOf}
        onChange={(event) => onChange({ asOf: event.currentTarget.value })}
      />
    </div>
  )
}
