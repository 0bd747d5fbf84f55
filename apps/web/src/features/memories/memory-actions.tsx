'use client'

import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Memory } from '@teamlore/shared/memories'
import { isLiving } from '@teamlore/shared/memory-kinds'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { errorWords } from '../../components/ui/error-words.tsx'
import { useApi } from '../../lib/api.tsx'
import { queryKeys } from '../../lib/query-keys.ts'
import { ForgetButton } from '../forgetting/index.ts'
import { WhyField } from './why-field.tsx'

type Update = Parameters<ReturnType<typeof useApi>['memories']['update']>[1]

/** What a person may say of a memory that is not replaced: that it still holds, or that it does not seem to. */
export const MemoryActions = ({ memory }: { memory: Memory }) => {
  const api = useApi()
  const client = useQueryClient()
  const router = useRouter()
  const [asks, setAsks] = useState<'stale' | 'reject' | null>(null)
  const update = useMutation({
    mutationFn: async (said: Update) => api.memories.update(memory.id, said),
    onSuccess: async (now) => {
      setAsks(null)
      client.setQueryData(queryKeys.thing(memory.id), now)
      // Lists, its thread, and what it contradicts, beside which it is shown.
      await client.invalidateQueries()
    },
  })
  if (!isLiving(memory.status)) return null
  return (
    <div className="memory-actions">
      <Button
        size="xs"
        variant="default"
        loading={update.isPending}
        onClick={() => update.mutate({ action: 'confirm', reason: '' })}
      >
        Still so
      </Button>
      <Button size="xs" variant="default" onClick={() => setAsks('stale')}>
        Mark as stale
      </Button>
      <Button size="xs" variant="default" onClick={() => setAsks('reject')}>
        Reject
      </Button>
      <ForgetButton
        thing={{ kind: 'memory', id: memory.id }}
        ownerId={memory.author?.id}
        onForgotten={() => router.push('/memories')}
      />
      {asks !== null && (
        <WhyField
          label={asks === 'stale' ? 'What does not hold any more?' : 'Why is it not so?'}
          action={asks === 'stale' ? 'Mark as stale' : 'Reject'}
          onSay={(reason) => update.mutate({ action: asks, reason })}
          onCancel={() => setAsks(null)}
        />
      )}
      {update.isError && (
        <p className="memory-standing" role="alert" data-tone="wait">
          {errorWords(update.error)}
        </p>
      )}
    </div>
  )
}
