import { useHotkeys } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { Memory } from '@teamlore/shared/memories'
import { useState } from 'react'
import { useApi } from '../../lib/api.tsx'
import { queryKeys } from '../../lib/query-keys.ts'
import { type Decision, useDecisions } from './use-decisions.ts'

/** What is shown, and where in the list it was when it was chosen. */
type Chosen = { memory: Memory; place: number }

/** A key that is held down decides once. */
const once = (handle: () => void) => (event: KeyboardEvent) => {
  if (!event.repeat) handle()
}

/** What is shown of a list that may change at any time, and what comes in its place. */
const useShown = (items: readonly Memory[]) => {
  const [chosen, setChosen] = useState<Chosen>()
  const [first] = items
  if (chosen === undefined && first !== undefined) setChosen({ memory: first, place: 0 })
  const at = items.findIndex(({ id }) => id === chosen?.memory.id)
  const current = items[at] ?? chosen?.memory
  const isGone = current !== undefined && at < 0
  const place = isGone ? (chosen?.place ?? 0) : at
  const choose = (list: readonly Memory[], wanted: number) => {
    const within = Math.max(0, Math.min(wanted, list.length - 1))
    const memory = list[within]
    setChosen(memory && { memory, place: within })
  }
  return {
    current,
    isGone,
    choose: (wanted: number) => choose(items, wanted),
    move: (step: 1 | -1) => choose(items, isGone ? place : at + step),
    /** These are decided on: what follows them is shown, if what is shown is one of them. */
    leave: (ids: ReadonlySet<string>) => {
      if (!isGone && current !== undefined && !ids.has(current.id)) return
      const rest = items.filter(({ id }) => !ids.has(id))
      choose(rest, place)
    },
    show: (memory: Memory) => setChosen({ memory, place: Math.max(0, place) }),
  }
}

/**
 * The queue, what of it is shown, and what one can do there; by keys too. What is shown is chosen by its id and stays until a
 * person moves on: a list that changes meanwhile puts nothing else under their fingers.
 */
export const useReview = (isBatch: boolean) => {
  const api = useApi()
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  /** What a reason is being typed for. */
  const [rejecting, setRejecting] = useState<readonly Memory[]>([])
  const queue = useQuery({
    queryKey: queryKeys.reviewQueue(isBatch),
    queryFn: ({ signal }) => api.memories.reviewQueue(isBatch ? { batch: true } : {}, { signal }),
  })
  const { hidden, decide, take, undo, ...decided } = useDecisions(isBatch)
  const items = (queue.data?.items ?? []).filter(({ id }) => !hidden.has(id))
  const { current, isGone, choose, move, leave, show } = useShown(items)
  /** Those that are picked, else the one that is shown; nothing where that waits no longer. */
  const meant = (): Memory[] => {
    const marked = items.filter(({ id }) => picked.has(id))
    if (marked.length > 0) return marked
    return current === undefined || isGone ? [] : [current]
  }
  const settle = (decision: Decision, memories: readonly Memory[], reason = '') => {
    setRejecting([])
    setPicked(new Set())
    const ids = new Set(memories.map(({ id }) => id))
    if (ids.size > 0) decide(decision, memories, reason)
    leave(ids)
  }
  const act = (decision: Decision) => () => settle(decision, meant())
  const askWhy = () => setRejecting(meant())
  const mine = () => {
    const memories = meant()
    if (memories.length > 0) take(memories)
    setPicked(new Set())
  }
  const pick = () => {
    if (current === undefined || isGone) return
    const next = new Set(picked)
    if (!next.delete(current.id)) next.add(current.id)
    setPicked(next)
  }
  const takeBack = () => {
    const memory = undo()
    if (memory !== undefined) show(memory)
  }
  return {
    queue,
    items,
    total: (queue.data?.total ?? 0) - ((queue.data?.items.length ?? 0) - items.length),
    current,
    isGone,
    choose,
    picked: items.filter(({ id }) => picked.has(id)).length,
    isPicked: (id: string) => picked.has(id),
    act,
    askWhy,
    mine,
    move,
    pick,
    takeBack,
    rejecting,
    reject: (reason: string) => settle('reject', rejecting, reason),
    cancelReject: () => setRejecting([]),
    ...decided,
  }
}

/** `j` `k` to move, `a` approve, `r` reject with a reason, `m` mine, `x` to pick several, `u` undo. */
export const useReviewKeys = ({ move, act, askWhy, mine, pick, takeBack }: Review) =>
  useHotkeys([
    ['j', () => move(1)],
    ['k', () => move(-1)],
    ['a', once(act('approve'))],
    ['r', once(askWhy)],
    ['m', once(mine)],
    ['x', once(pick)],
    ['u', once(takeBack)],
  ])

export type Review = ReturnType<typeof useReview>
