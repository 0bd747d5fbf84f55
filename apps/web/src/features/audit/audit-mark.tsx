'use client'

import { useQuery } from '@tanstack/react-query'
import type { AuditVerification } from '@teamlore/shared/audit'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { markOf } from './audit-words.ts'

/** Whether the events are as they were sealed: all of them are read for it, so it is asked once for each visit. */
export const AuditMark = () => {
  const api = useApi()
  const found = useQuery({
    queryKey: queryKeys.auditVerification,
    queryFn: ({ signal }) => api.audit.verify({}, { signal }),
    staleTime: 5 * 60_000,
  })
  if (found.isPending) return <p className="settings-detail">Verifying the events…</p>
  if (found.isError)
    return <p className="settings-detail">Whether the events were changed could not be asked.</p>
  return <Mark found={found.data} />
}

const Mark = ({ found }: { found: AuditVerification }) => (
  <div role={found.state === 'broken' ? 'alert' : 'status'}>
    <p>{plainLine(markOf(found))}</p>
    {found.head !== null && (
      <p className="settings-detail">
        Head, to be kept elsewhere: <code>{found.head}</code>
      </p>
    )}
  </div>
)
