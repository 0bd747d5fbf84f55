'use client'

import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api.tsx'
import { queryKeys } from '../../lib/query-keys.ts'

/** How much of everything the team has. */
export const useStats = () => {
  const api = useApi()
  return useQuery({ queryKey: queryKeys.stats, queryFn: ({ signal }) => api.stats({ signal }) })
}
