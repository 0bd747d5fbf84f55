'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../lib/api.tsx'
import { queryKeys } from '../../lib/query-keys.ts'
import { isGuideOver } from './guide-steps.ts'

/** Often enough to see a step tick while one looks on. */
const STEP_MS = 5_000
const REST_MS = 60_000

/** The first page of whoever is here. Looking at it is a visit, noted once for each time the page is opened. */
export const useHome = () => {
  const api = useApi()
  const [visit] = useState<{ noted?: Promise<unknown> }>({})
  return useQuery({
    queryKey: queryKeys.home,
    queryFn: async ({ signal }) => {
      visit.noted ??= api.home.visit()
      await visit.noted.catch(() => {})
      return api.home.get({}, { signal })
    },
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isGuideOver(data.guide) ? REST_MS : STEP_MS,
  })
}
