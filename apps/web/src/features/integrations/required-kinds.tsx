'use client'

import { MultiSelect } from '@mantine/core'
import {
  type IntegrationRepository,
  type RequiredKind,
  requiredKindSchema,
} from '@teamlore/shared/integrations'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useChange } from '../settings/index.ts'

const LABELS: Record<RequiredKind, string> = {
  tried: 'Tried and given up',
  invariant: 'Must stay so',
  gotcha: 'Gotchas',
  decision: 'Decisions',
  convention: 'Conventions',
  stale: 'Stale',
  contradicted: 'Contradicted',
}

const OPTIONS = requiredKindSchema.options.map((value) => ({ value, label: LABELS[value] }))

/** What somebody has to acknowledge on a repository before its check passes. */
export const RequiredKinds = ({
  id,
  repository,
}: {
  id: string
  repository: IntegrationRepository
}) => {
  const api = useApi()
  const set = useChange(
    (required: RequiredKind[]) =>
      api.integrations.require(id, { repository: repository.id, required }),
    { of: queryKeys.integration(id, 'repositories'), failed: 'Not set' },
  )
  return (
    <MultiSelect
      size="xs"
      clearable
      aria-label={`What has to be acknowledged on ${plainLine(repository.name)}`}
      placeholder={repository.required.length === 0 ? 'The check is advice' : undefined}
      data={OPTIONS}
      value={repository.required}
      disabled={set.isPending}
      onChange={(values) =>
        set.mutate(requiredKindSchema.options.filter((kind) => values.includes(kind)))
      }
    />
  )
}
