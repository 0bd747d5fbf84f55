'use client'

import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { Brand } from '../../components/ui/brand.tsx'
import { PageTitle } from '../../components/ui/page-title.tsx'
import { useApi } from '../../lib/api.tsx'
import { safePath } from '../../lib/safe-path.ts'
import { useHash } from '../../lib/use-hash.ts'
import { NewLinkHelp } from './new-link-help.tsx'
import './sign-in-page.css'
import { withBase } from '../../lib/base-path.ts'
import { SignInProblem } from './sign-in-problem.tsx'
import { SignInWays } from './sign-in-ways.tsx'

/** Where a one-time link leads, and where everyone without a session ends up. */
export const SignInPage = () => {
  const params = useSearchParams()
  const token = params.get('token')
  const next = safePath(withHash(params.get('next'), useHash()))
  return (
    <main className="sign-in" id="main">
      <PageTitle title="Sign in" />
      <div className="sign-in-card">
        <Brand size="large" />
        {token ? (
          <Exchange key={token} token={token} next={next} />
        ) : (
          <WithoutToken
            next={next}
            hasSignedOut={params.has('signed_out')}
            wasSentHere={params.has('next')}
          />
        )}
      </div>
      <p className="sign-in-foot">What your coding sessions found out, kept for the team.</p>
    </main>
  )
}

/** Whoever was sent here by the server kept the part of their address that no server sees. */
const withHash = (next: string | null, hash: string): string | null =>
  next === null || hash === '' || next.includes('#') ? next : `${next}#${hash}`

const Exchange = ({ token, next }: { token: string; next: string }) => {
  const api = useApi()
  // A query, not a mutation: it runs once per token however often React mounts this.
  const exchange = useQuery({
    queryKey: ['sign-in', token],
    queryFn: async () => {
      await api.signIn({ token })
      // A fresh page: the address loses the token and no cached answer of somebody else stays.
      location.replace(withBase(next))
      return true
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    meta: { staysHere: true },
  })
  if (exchange.isError) {
    return (
      <SignInProblem error={exchange.error} retry={() => void exchange.refetch()} next={next} />
    )
  }
  return (
    <div role="status">
      <h1 className="sign-in-title">Signing you in…</h1>
      <p className="sign-in-text">The link is being exchanged for a session in this browser.</p>
    </div>
  )
}

const WithoutToken = ({
  next,
  hasSignedOut,
  wasSentHere,
}: {
  next: string
  hasSignedOut: boolean
  wasSentHere: boolean
}) => {
  const api = useApi()
  const me = useQuery({
    queryKey: ['sign-in', 'who'],
    queryFn: ({ signal }) => api.me({ signal }),
    retry: false,
    enabled: !hasSignedOut && !wasSentHere,
    meta: { staysHere: true },
  })
  if (me.data) {
    return (
      <div>
        <h1 className="sign-in-title">You are signed in as {me.data.user.name}.</h1>
        <p className="sign-in-text">
          <a className="tl-link" href={withBase(next)}>
            Go to the sessions
          </a>
        </p>
      </div>
    )
  }
  return (
    <div>
      <h1 className="sign-in-title">{hasSignedOut ? 'You are signed out.' : 'Sign in'}</h1>
      <SignInWays next={next} />
      <p className="sign-in-text">
        Teamlore has no passwords. A one-time link signs in this browser only.
      </p>
      <NewLinkHelp next={next} />
    </div>
  )
}
