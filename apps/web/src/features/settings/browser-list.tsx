'use client'

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Badge } from '../../components/ui/badge.tsx'
import { ErrorState } from '../../components/ui/states.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useChange } from '../../components/ui/use-change.tsx'
import { useSignOut } from '../../components/ui/use-sign-out.ts'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { browserName } from './browser-name.ts'

/** Browsers in which one is signed in; each can be signed out from here. */
export const BrowserList = () => {
  const api = useApi()
  const browsers = useQuery({
    queryKey: queryKeys.browsers,
    queryFn: ({ signal }) => api.browsers.list({ signal }),
  })
  const end = useChange((id: string) => api.browsers.end(id), {
    of: queryKeys.browsers,
    failed: 'Not signed out',
  })
  // Asks for no list afterwards: there is nobody left to ask for it, and the answer would lead elsewhere.
  const endAll = useSignOut(() => api.browsers.endAll())
  return (
    <section className="settings-section" aria-labelledby="settings-browsers">
      <h2 id="settings-browsers">Browsers</h2>
      <p className="settings-note">Where you are signed in, in all of your teams.</p>
      {browsers.isError && <ErrorState title="They could not be listed" error={browsers.error} />}
      <ul className="settings-list">
        {browsers.data?.items.map((browser) => (
          <li key={browser.id}>
            <div>
              <p>
                {browserName(browser.agent)}{' '}
                {browser.is_current && <Badge tone="ok">this one</Badge>}
              </p>
              <p className="settings-detail">
                {plainLine(browser.team.name)}, last used <TimeAgo at={browser.last_seen_at} />,
                signed in <TimeAgo at={browser.created_at} />
                {browser.made_by &&
                  `, by a credential that ${plainLine(browser.made_by.name)} made`}
              </p>
            </div>
            {!browser.is_current && (
              <Button
                size="xs"
                variant="default"
                loading={end.isPending && end.variables === browser.id}
                onClick={() => end.mutate(browser.id)}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className="settings-buttons">
        <Button
          size="xs"
          variant="default"
          loading={endAll.isPending}
          onClick={() => endAll.mutate()}
        >
          Sign out everywhere
        </Button>
      </div>
    </section>
  )
}
