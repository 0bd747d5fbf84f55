'use client'

import { useQuery } from '@tanstack/react-query'
import type { GroupedHit } from '@teamlore/shared'
import { useState } from 'react'
import { useApi } from '../../lib/api.tsx'
import { queryKeys } from '../../lib/query-keys.ts'
import { type SearchState, toSearchQuery } from './search-state.ts'

/** Hits that a model reads. */
const READ = 10

/** What the team's language model says of the first hits: asked for by hand, for each question again, since every answer is paid for. */
export const useVerdicts = (state: SearchState) => {
  const api = useApi()
  const query = { ...toSearchQuery(state), ...(state.by === null && { group: 'session' as const }) }
  const question = JSON.stringify(query)
  const [wanted, setWanted] = useState<string>()
  const answer = useQuery({
    queryKey: queryKeys.judgedSearch(query),
    queryFn: ({ signal }) =>
      api.search({ ...query, more: 0, limit: READ, judge: true }, { signal }),
    enabled: wanted === question && query.q !== '' && state.by !== 'session',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const isAsked = wanted === question
  return {
    canAsk: useCanAsk() && query.q !== '' && state.by !== 'session',
    isAsking: answer.isFetching,
    error: isAsked && answer.isError ? answer.error : null,
    judged: isAsked ? answer.data?.judged : undefined,
    verdicts: isAsked ? (answer.data?.items ?? []) : [],
    ask: () => (isAsked ? void answer.refetch() : setWanted(question)),
  }
}

/** Whether there is a model, and the team has not switched it off. */
const useCanAsk = (): boolean => {
  const api = useApi()
  const usage = useQuery({
    queryKey: queryKeys.languageModel,
    queryFn: ({ signal }) => api.usage.get({ days: 1, calls: 0 }, { signal }),
    staleTime: 300_000,
  })
  return usage.data !== undefined && usage.data.model !== null && usage.data.settings.enabled
}

/** Hits with what was said of them, wherever they stand by now. */
export const withVerdicts = (
  hits: readonly GroupedHit[],
  judged: readonly Pick<GroupedHit, 'id' | 'verdict'>[],
): GroupedHit[] => {
  const verdicts = new Map(judged.map(({ id, verdict }) => [id, verdict]))
  return hits.map((hit) => {
    const verdict = verdicts.get(hit.id)
    return verdict === undefined ? hit : { ...hit, verdict }
  })
}
