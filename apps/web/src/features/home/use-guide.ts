'use client'

import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Home } from '@teamlore/shared/home'
import { useRouter, useSearchParams } from 'next/navigation'
import { errorWords } from '../../components/ui/error-words.tsx'
import { useApi } from '../../lib/api.tsx'
import { queryKeys } from '../../lib/query-keys.ts'

/** Puts the guide away, or brings it back. */
export const useGuide = () => {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (isHidden: boolean) => api.home.setGuide({ is_hidden: isHidden }),
    onSuccess: (guide) => {
      client.setQueryData<Home>(queryKeys.home, (home) => home && { ...home, guide })
    },
    onError: (error) =>
      notifications.show({ color: 'red', title: 'Not changed', message: errorWords(error) }),
  })
}

/** Whether the guide was asked for, and is shown although all of it is done. */
export const useIsGuideAsked = (): boolean => useSearchParams().get('guide') === 'shown'

/** The guide of the first steps on the first page, even where it was put away or is done. */
export const useShowGuide = () => {
  const router = useRouter()
  const { mutate } = useGuide()
  return () => {
    mutate(false)
    router.push('/?guide=shown')
  }
}
