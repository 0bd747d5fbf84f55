'use client'

import { Button } from '@mantine/core'
import { useApi } from '../../lib/api.tsx'
import { queryKeys } from '../../lib/query-keys.ts'
import { useChange } from '../settings/index.ts'

const MERGED = 50

/** Looks at pull requests that were there before the app, one every few seconds. */
export const BackfillButton = ({ id, isWaiting }: { id: string; isWaiting: boolean }) => {
  const api = useApi()
  const ask = useChange(() => api.integrations.backfill(id, { merged: MERGED }), {
    of: queryKeys.integration(id, 'repositories'),
    failed: 'Not asked for',
  })
  return (
    <div className="settings-buttons">
      <Button
        size="compact-xs"
        variant="default"
        loading={ask.isPending}
        disabled={isWaiting}
        onClick={() => ask.mutate()}
      >
        {isWaiting ? 'Being listed …' : `Look at open ones and the last ${MERGED} merged`}
      </Button>
    </div>
  )
}
