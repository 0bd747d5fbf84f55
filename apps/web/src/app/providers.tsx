'use client'

import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import { type ReactNode, useState } from 'react'
import { ApiProvider, createBrowserApi } from '../lib/api.tsx'
import { pageOf, withBase } from '../lib/base-path.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { isSigningOut } from '../lib/signing-out.ts'
import { cssVariablesResolver, theme } from '../styles/theme.ts'

const toSignIn = () => {
  const page = pageOf(location.pathname)
  if (page === '/sign-in' || isSigningOut()) return
  const from = page + location.search + location.hash
  location.assign(withBase(`/sign-in?next=${encodeURIComponent(from)}`))
}

export const Providers = ({ nonce, children }: { nonce: string; children: ReactNode }) => {
  const [api] = useState(createBrowserApi)
  const [queryClient] = useState(() => createQueryClient(toSignIn))
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <NuqsAdapter>
        <QueryClientProvider client={queryClient}>
          <ApiProvider api={api}>{children}</ApiProvider>
        </QueryClientProvider>
      </NuqsAdapter>
      <Notifications position="bottom-right" limit={3} />
    </MantineProvider>
  )
}
