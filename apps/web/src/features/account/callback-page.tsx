'use client'

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { Brand } from '../../components/ui/brand.tsx'
import { PageTitle } from '../../components/ui/page-title.tsx'
import { messageOf, useApi } from '../../lib/api.tsx'
import { safePath } from '../../lib/safe-path.ts'
import './sign-in-page.css'
import { withBase } from '../../lib/base-path.ts'

/** Where a provider sends the browser back to: its answer is traded for a session, or it is said why not. */
export const CallbackPage = ({ provider }: { provider: string }) => {
  const api = useApi()
  const query = useSearchParams().toString()
  // A query, not a mutation: an answer works once, so it is sent once however often React mounts this.
  const finish = useQuery({
    queryKey: ['sign-in', 'callback', query],
    queryFn: async () => {
      const { next } = await api.signInWith.finishProvider(provider, { query })
      location.replace(withBase(safePath(next)))
      return true
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    enabled: query !== '',
    meta: { staysHere: true },
  })
  const problem = query === '' ? 'The provider sent no answer.' : undefined
  return (
    <main className="sign-in" id="main">
      <PageTitle title="Sign in" />
      <div className="sign-in-card">
        <Brand size="large" />
        {finish.isError || problem ? (
          <div role="alert">
            <h1 className="sign-in-title">You are not signed in.</h1>
            <p className="sign-in-text">{problem ?? messageOf(finish.error)}</p>
            <Button component="a" href={withBase('/sign-in')}>
              Back to the sign-in page
            </Button>
          </div>
        ) : (
          <div role="status">
            <h1 className="sign-in-title">Signing you in…</h1>
            <p className="sign-in-text">The answer of the provider is being checked.</p>
          </div>
        )}
      </div>
    </main>
  )
}
