'use client'

import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../lib/api.tsx'
import { WithCommands } from './with-commands.tsx'

/** For what changes who sees what, or who is what: each list may be another one afterwards. */
export const EVERYTHING: readonly string[] = []

/** Changes something and asks again for the list it stands in; what went wrong is shown in words. */
export const useChange = <T, V = void>(
  change: (value: V) => Promise<T>,
  {
    of,
    failed,
    explain = messageOf,
  }: { of: readonly string[]; failed: string; explain?: (error: unknown) => string },
) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: of }),
    onError: (error) =>
      notifications.show({
        color: 'red',
        title: failed,
        message: <WithCommands text={explain(error)} />,
      }),
  })
}
