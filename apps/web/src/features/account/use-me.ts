'use client'

import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api.tsx'
import { queryKeys } from '../../lib/query-keys.ts'

/** Who is signed in. Where nobody is, the visitor is sent to the sign-in page (query-client.ts). */
export const useMe = () => {
  const api = useApi()
  return useQuery({
    queryKey: queryKeys.me,
    queryFn: ({ signal }) => api.me({ signal }),
    staleTime: 5 * 60_000,
  })
}
