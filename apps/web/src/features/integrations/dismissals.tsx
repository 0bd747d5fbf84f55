'use client'

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Dismissal } from '@teamlore/shared/integrations'
import { plural } from '@teamlore/shared/plural'
import Link from 'next/link'
import { errorWords } from '../../components/ui/error-words.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useChange } from '../settings/index.ts'

/** What people said is not relevant. Each can be undone. */
export const Dismissals = ({ id }: { id: string }) => {
  const api = useApi()
  const of = queryKeys.integration(id, 'dismissals')
  const found = useQuery({
    queryKey: of,
    queryFn: ({ signal }) => api.integrations.dismissals(id, { signal }),
  })
  const undo = useChange((dismissal: string) => api.integrations.undismiss(dismissal), {
    of,
    failed: 'Not undone',
  })
  return (
    <>
      <h3>Not relevant</h3>
      {found.isError && <p role="alert">{errorWords(found.error)}</p>}
      {found.data?.items.length === 0 && (
        <p className="settings-note">
          Nothing yet. <code>/lore dismiss</code> in a comment keeps an item out of later ones.
        </p>
      )}
      <ul>
        {found.data?.items.map((dismissal) => (
          <li key={dismissal.id}>
            <Link href={`/memories/${dismissal.memory_id}`}>
              {plainLine(dismissal.statement ?? dismissal.memory_id)}
            </Link>{' '}
            <Button
              size="compact-xs"
              variant="default"
              loading={undo.isPending && undo.variables === dismissal.id}
              aria-label={`Show ${plainLine(dismissal.statement ?? dismissal.memory_id)} again`}
              onClick={() => undo.mutate(dismissal.id)}
            >
              Undo
            </Button>
            <p className="settings-detail">
              {plainLine(placeOf(dismissal))}, by {plainLine(dismissal.made_by)}
              {dismissal.via === 'reaction' && ', by a thumb down'}{' '}
              <TimeAgo at={dismissal.made_at} />; kept back on{' '}
              {plural(dismissal.uses, 'pull request')}
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}

const placeOf = ({ repository, path }: Dismissal): string =>
  path === '' ? repository : `${repository}, ${path}`
