'use client'

import { IconCircleCheck, IconLoader2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ConnectedClient } from '@teamlore/shared/clients'
import Link from 'next/link'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useMe } from '../account/index.ts'

const EVERY_MS = 3_000

/** Turns from waiting to done when a client of whoever looks has called for the first time. */
export const FirstCall = () => {
  const api = useApi()
  const me = useMe().data
  const seen = useQuery({
    queryKey: queryKeys.firstCall,
    queryFn: async ({ signal }) => {
      const [clients, home] = await Promise.all([
        api.clients.list({ limit: 50 }, { signal }),
        api.home.get({ items: 0 }, { signal }),
      ])
      return {
        clients: clients.items,
        hasAsked: home.guide.steps.some(({ id, is_done }) => id === 'agents' && is_done),
      }
    },
    refetchInterval: EVERY_MS,
  })
  const last = newestCall(seen.data?.clients ?? [], me?.user.id)
  const isDone = last !== undefined || seen.data?.hasAsked === true
  return (
    <p className="connect-state" role="status" data-done={isDone || undefined}>
      {isDone ? <IconCircleCheck size={18} aria-hidden /> : <IconLoader2 size={18} aria-hidden />}
      <span>
        {last !== undefined ? (
          <>
            {plainLine(last.name)} is connected, and called{' '}
            <TimeAgo at={last.last_used_at ?? last.created_at} />.{' '}
            <Link href="/settings/clients">Connected clients</Link>
          </>
        ) : isDone ? (
          'An agent of yours has called, with a key.'
        ) : (
          'Waiting for the first call. This page notices it by itself.'
        )}
      </span>
    </p>
  )
}

const newestCall = (
  clients: readonly ConnectedClient[],
  userId: string | undefined,
): ConnectedClient | undefined =>
  clients
    .filter(({ user, last_used_at }) => user.id === userId && last_used_at !== null)
    .sort((a, b) => (b.last_used_at ?? '').localeCompare(a.last_used_at ?? ''))[0]
