'use client'

import { useQuery } from '@tanstack/react-query'
import type { IncomingHookWithSecret } from '@teamlore/shared/incoming-hooks'
import { useState } from 'react'
import { ErrorState } from '../../components/ui/states.tsx'
import { useApi } from '../../lib/api.tsx'
import { queryKeys } from '../../lib/query-keys.ts'
import { NamedForm } from '../settings/index.ts'
import { IncomingItem } from './incoming-item.tsx'
import { SecretOnce } from './secret-once.tsx'

export const IncomingSection = () => {
  const api = useApi()
  const [made, setMade] = useState<IncomingHookWithSecret>()
  const found = useQuery({
    queryKey: queryKeys.incomingHooks,
    queryFn: ({ signal }) => api.incomingHooks.list({ signal }),
  })
  return (
    <section className="settings-section" aria-labelledby="settings-incoming">
      <h2 id="settings-incoming">Sent here</h2>
      <p className="settings-note">
        What became of builds, deploys, incidents and reviews, and drafts of memories. What a tool
        says stays a draft until a person approves it. Each address may do no more than the admin
        who made it or gave it its last secret, and ends with their role.
      </p>
      {found.isError && <ErrorState title="They could not be listed" error={found.error} />}
      {found.data?.note && <p className="settings-note">{found.data.note}</p>}
      {made && (
        <SecretOnce
          secret={made.secret}
          says={`“${made.hook.name}” signs with this what it sends to ${made.hook.url}:`}
          onDone={() => setMade(undefined)}
        />
      )}
      {found.data?.items.length === 0 && <p className="settings-note">None yet.</p>}
      <ul className="settings-list">
        {found.data?.items.map((hook) => (
          <IncomingItem key={hook.id} hook={hook} onSecret={setMade} />
        ))}
      </ul>
      {found.data?.note === null && (
        <NamedForm
          opener="Add an address"
          label="Tool that sends"
          description="As people know it, such as Buildkite"
          submit="Add"
          failed="Not made"
          of={queryKeys.incomingHooks}
          make={async (name) => setMade(await api.incomingHooks.add({ name }))}
        >
          {null}
        </NamedForm>
      )}
    </section>
  )
}
