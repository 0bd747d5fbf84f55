'use client'

import { useDebouncedValue } from '@mantine/hooks'
import {
  type MemoryKind,
  type MemoryStatus,
  memoryKindSchema,
  memoryStatusSchema,
} from '@teamlore/shared/memories'
import { useState } from 'react'

/** As they stand in the fields: empty where nothing is asked for. */
export type MemoryFields = {
  words: string
  project: string
  kind: string
  status: string
  asOf: string
}

export type MemoryFilter = {
  q?: string
  project?: string
  kind?: MemoryKind
  status?: MemoryStatus
  as_of?: string
}

/** What the server is asked for. What held at a time has the status of that time, so no other is asked for beside it. */
export const filterOf = ({ words, project, kind, status, asOf }: MemoryFields): MemoryFilter => ({
  ...(words.trim() === '' ? {} : { q: words.trim() }),
  ...(project === '' ? {} : { project }),
  ...(kind === '' ? {} : { kind: memoryKindSchema.parse(kind) }),
  ...(status === '' || asOf.trim() !== '' ? {} : { status: memoryStatusSchema.parse(status) }),
  ...(asOf.trim() === '' ? {} : { as_of: asOf.trim() }),
})

export const useMemoryFilter = () => {
  const [fields, setFields] = useState<MemoryFields>({
    words: '',
    project: '',
    kind: '',
    status: 'active',
    asOf: '',
  })
  const [settled] = useDebouncedValue(fields, 250)
  return {
    fields,
    filter: filterOf(settled),
    set: (change: Partial<MemoryFields>) => setFields((before) => ({ ...before, ...change })),
  }
}
