'use client'

import { useQuery } from '@tanstack/react-query'
import type { WebhookWithSecret } from '@teamlore/shared/webhooks'
import { useState } from 'react'
import { ErrorState } from '../../components/ui/states.tsx'
import { useApi } from '../../lib/api.tsx'
import { queryKeys } from '../../lib/query-keys.ts'
import { AddWebhookForm } from './add-webhook-form.tsx'
import { SecretOnce } from './secret-once.tsx'
import { WebhookItem } from './webhook-item.tsx'

export const OutgoingSection = () => {
  const api = useApi()
  const [made, setMade] = useState<WebhookWithSecret>()
  const found = useQuery({
    queryKey: queryKeys.webhooks,
    queryFn: ({ signal }) => api.webhooks.list({ signal }),
  })
  return (
    <section className="settings-section" aria-labelledby="settings-outgoing">
      <h2 id="settings-outgoing">Sent from here</h2>
      <p className="settings-note">
        Only of memories that were reviewed and that the whole team may read. Nothing private, and
        nothing of a restricted project.
      </p>
      {found.isError && <ErrorState title="They could not be listed" error={found.error} />}
      {found.data?.note && <p className="settings-note">{found.data.note}</p>}
      {made && (
        <SecretOnce
          secret={made.secret}
          says={`Events for ${made.webhook.url} are signed with:`}
          onDone={() => setMade(undefined)}
        />
      )}
      {found.data?.items.length === 0 && <p className="settings-note">None yet.</p>}
      <ul className="settings-list">
        {found.data?.items.map((webhook) => (
          <WebhookItem key={webhook.id} webhook={webhook} onSecret={setMade} />
        ))}
      </ul>
      {found.data?.note === null && <AddWebhookForm onMade={setMade} />}
    </section>
  )
}
