import { useWindowEvent } from '@mantine/hooks'
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import type { LoreClient } from '@teamlore/shared'
import type { Memory } from '@teamlore/shared/memories'
import type { ReviewQueue } from '@teamlore/shared/memory-review'
import { useRef, useState } from 'react'
import { useApi } from '../../lib/api.tsx'
import { queryKeys } from '../../lib/query-keys.ts'

export type Decision = 'approve' | 'reject' | 'archive'

/** One decision of this page, from the key that made it until the server has answered. */
type Entry = {
  memories: readonly Memory[]
  decision: Decision
  reason: string
  /** Names it for undo, once the server has it; null where it changed nothing. */
  action: string | null
  isTakenBack: boolean
}
type Work =
  | { does: 'decide'; entry: Entry }
  | { does: 'take'; memories: readonly Memory[] }
  | { does: 'undo'; entry: Entry | undefined }

/** A decision that the server refused, and what it was about. */
export type Failed = { id: string; statement: string; error: unknown }

const KEY = ['review'] as const
const idsOf = (memories: readonly Memory[]) => memories.map(({ id }) => id)
const without = <T>(of: ReadonlyMap<string, T>, gone: (value: T, id: string) => boolean) =>
  new Map([...of].filter(([id, value]) => !gone(value, id)))

const createSender = (api: LoreClient, onUnchanged: (memories: readonly Memory[]) => void) => {
  const decide = async (entry: Entry) => {
    if (entry.isTakenBack) return
    const { decision, reason, memories } = entry
    const receipt = await api.memories.review({ ids: idsOf(memories), decision, reason })
    entry.action = receipt.action
    if (decision === 'approve' && receipt.changed === 0) onUnchanged(memories)
  }
  const undo = async (entry: Entry | undefined) => {
    if (entry === undefined) await api.memories.undo({})
    else if (entry.action !== null) await api.memories.undo({ action: entry.action })
  }
  const take = async (memories: readonly Memory[]) => {
    const { user } = await api.me()
    const mine = { decision: 'assign', reason: '', assignee: user.id } as const
    await api.memories.review({ ids: idsOf(memories), ...mine })
  }
  return async (work: Work): Promise<void> => {
    if (work.does === 'decide') await decide(work.entry)
    else if (work.does === 'undo') await undo(work.entry)
    else await take(work.memories)
  }
}

/** What became of decisions, beside the list. */
const useOutcomes = () => {
  const [failed, setFailed] = useState<readonly Failed[]>([])
  const [unchanged, setUnchanged] = useState<ReadonlySet<string>>(new Set())
  return {
    failed,
    isUnchanged: (id: string) => unchanged.has(id),
    fail: (memories: readonly Memory[], error: unknown) => {
      const about = memories.length > 0 ? memories : [{ id: '', statement: '' }]
      setFailed((before) => [
        ...before.filter((one) => !about.some(({ id }) => id === one.id)),
        ...about.map(({ id, statement }) => ({ id, statement, error })),
      ])
    },
    keep: (memories: readonly Memory[]) =>
      setUnchanged((before) => new Set([...before, ...idsOf(memories)])),
    forget: (memories: readonly Memory[]) => {
      const ids = new Set(idsOf(memories))
      setFailed((before) => before.filter(({ id }) => id !== '' && !ids.has(id)))
      setUnchanged((before) => new Set([...before].filter((id) => !ids.has(id))))
    },
  }
}

/**
 * Decisions are shown at once and sent one after the other, each with the ids it was made about, however slow the server is. What
 * it refuses comes back, with the reason.
 */
export const useDecisions = (isBatch: boolean) => {
  const api = useApi()
  const client = useQueryClient()
  const [hidden, setHidden] = useState<ReadonlyMap<string, Entry>>(new Map())
  const outcomes = useOutcomes()
  const made = useRef<Entry[]>([])
  const answered = useRef(new Set<Entry>())

  const show = (entries: ReadonlySet<Entry>) =>
    setHidden((before) => without(before, (entry) => entries.has(entry)))
  /** What is hidden stays so until the list is loaded again: it would come back for a moment. */
  const reload = async () => {
    const done = new Set(answered.current)
    answered.current.clear()
    await client.invalidateQueries()
    show(done)
  }
  const send = createSender(api, outcomes.keep)
  const { mutate } = useMutation({
    mutationKey: KEY,
    scope: { id: 'review' },
    mutationFn: send,
    onError: (error, work) => {
      const memories = work.does === 'take' ? work.memories : (work.entry?.memories ?? [])
      outcomes.fail(memories, error)
      if (work.does === 'decide') made.current = made.current.filter((one) => one !== work.entry)
    },
    onSettled: (_data, _error, work) => {
      if (work.does === 'decide') answered.current.add(work.entry)
      if (client.isMutating({ mutationKey: KEY }) <= 1) void reload()
    },
  })

  const decide = (decision: Decision, memories: readonly Memory[], reason: string) => {
    const entry: Entry = { memories, decision, reason, action: null, isTakenBack: false }
    made.current.push(entry)
    setHidden((before) => new Map([...before, ...memories.map(({ id }) => [id, entry] as const)]))
    outcomes.forget(memories)
    mutate({ does: 'decide', entry })
  }
  /** Takes back this page's last decision, else the person's last one. @returns what to show again. */
  const undo = (): Memory | undefined => {
    const entry = made.current.pop()
    if (entry !== undefined) {
      entry.isTakenBack = true
      outcomes.forget(entry.memories)
      show(new Set([entry]))
      client.setQueryData<ReviewQueue>(
        queryKeys.reviewQueue(isBatch),
        (queue) => queue && putBack(queue, entry),
      )
    }
    mutate({ does: 'undo', entry })
    return entry?.memories[0]
  }
  const waiting = useIsMutating({ mutationKey: KEY })
  // What waits to be sent is lost with the page.
  useWindowEvent('beforeunload', (event) => {
    if (client.isMutating({ mutationKey: KEY }) > 0) event.preventDefault()
  })
  return {
    hidden,
    waiting,
    failed: outcomes.failed,
    isUnchanged: outcomes.isUnchanged,
    decide,
    undo,
    take: (memories: readonly Memory[]) => mutate({ does: 'take', memories }),
  }
}

const putBack = (queue: ReviewQueue, { memories }: Entry): ReviewQueue => {
  const known = new Set(idsOf(queue.items))
  const missing = memories.filter(({ id }) => !known.has(id))
  return { ...queue, items: [...missing, ...queue.items], total: queue.total + missing.length }
}
