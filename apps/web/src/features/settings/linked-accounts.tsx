'use client'

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useChange } from '../../components/ui/use-change.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'

const KEY = ['sign-in', 'options']

/** Adds one's account at a provider, so that signing in with it leads here. */
export const LinkedAccounts = () => {
  const api = useApi()
  const options = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.signInWith.options({ signal }),
  })
  const link = useChange(
    async (id: string) => {
      const { url } = await api.signInProviders.link(id, { next: '/settings' })
      location.assign(url)
    },
    { of: KEY, failed: 'Not connected' },
  )
  const providers = options.data?.providers ?? []
  if (providers.length === 0) return null
  return (
    <section className="settings-section" aria-labelledby="settings-accounts">
      <h2 id="settings-accounts">Accounts</h2>
      <p className="settings-note">Connect an account, and you can sign in with it from then on.</p>
      <div className="settings-buttons">
        {providers.map(({ id, name }) => (
          <Button
            key={id}
            size="xs"
            variant="default"
            loading={link.isPending && link.variables === id}
            onClick={() => link.mutate(id)}
          >
            Connect {plainLine(name)}
          </Button>
        ))}
      </div>
    </section>
  )
}
