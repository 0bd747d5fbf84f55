'use client'

import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { withBase } from '../../lib/base-path.ts'
import { setSigningOut } from '../../lib/signing-out.ts'
import { errorWords } from './error-words.tsx'

/** Ends a session, or all of them, and leads to the page that says so, whatever is still being asked for meanwhile. */
export const useSignOut = (end: () => Promise<unknown>) =>
  useMutation({
    mutationFn: end,
    onMutate: () => setSigningOut(true),
    onSuccess: () => location.assign(withBase('/sign-in?signed_out=1')),
    onError: (error) => {
      setSigningOut(false)
      notifications.show({ color: 'red', title: 'Not signed out', message: errorWords(error) })
    },
  })
