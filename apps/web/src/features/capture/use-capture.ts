'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useApi } from '../../lib/api.tsx'
import { queryKeys } from '../../lib/query-keys.ts'
import { useLiveEvents } from '../live/index.ts'

/** Machines report once a minute when nothing happens. */
const LOOK_EVERY_MS = 30_000
/** What arrives in bursts is looked at together. */
const GATHER_MS = 3_000

/** How capture is doing, looked at again now and then and when sessions arrive. */
export const useCapture = () => {
  const api = useApi()
  const queryClient = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLiveEvents(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void queryClient.invalidateQueries({ queryKey: queryKeys.capture })
    }, GATHER_MS)
  })
  // The external system is the clock of the page.
  useEffect(() => () => clearTimeout(timer.current), [])
  return useQuery({
    queryKey: queryKeys.capture,
    queryFn: ({ signal }) => api.capture.get({}, { signal }),
    refetchInterval: LOOK_EVERY_MS,
  })
}
