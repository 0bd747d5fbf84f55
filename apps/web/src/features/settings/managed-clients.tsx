'use client'

import { Checkbox, NativeSelect, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CLIENT_SCOPES, type ClientScope } from '@teamlore/shared/clients'
import type {
  AddedManagedClient,
  ManagedClient,
  ManagedClientList,
} from '@teamlore/shared/managed-clients'
import { useState } from 'react'
import { Badge } from '../../components/ui/badge.tsx'
import { ConfirmButton } from '../../components/ui/confirm-button.tsx'
import { ErrorState } from '../../components/ui/states.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useChange } from '../../components/ui/use-change.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { NamedForm } from './named-form.tsx'
import { ShownOnce } from './shown-once.tsx'

/** For admins: which clients the identity provider of the company lets in, without asking anybody. */
export const ManagedClients = () => {
  const api = useApi()
  const [added, setAdded] = useState<AddedManagedClient>()
  const managed = useQuery({
    queryKey: queryKeys.managedClients,
    queryFn: ({ signal }) => api.managedClients.list({ signal }),
  })
  const list = managed.data
  return (
    <section className="settings-section" aria-label="Managed clients">
      <h2>Managed clients</h2>
      <p className="settings-note">
        Your identity provider vouches for them, so that nobody is asked. Each acts as a member who
        has signed in with that provider.
      </p>
      {managed.isError && <ErrorState title="They could not be listed" error={managed.error} />}
      {added && list && <Added added={added} list={list} onDone={() => setAdded(undefined)} />}
      <ul className="settings-list">
        {list?.items.map((client) => (
          <Managed key={client.id} client={client} />
        ))}
      </ul>
      {list && list.providers.length > 0 && <AddForm list={list} onAdded={setAdded} />}
      {list?.providers.length === 0 && (
        <p className="settings-note">
          None can be added yet: an owner sets up a provider of OpenID Connect under Sign-in first.
        </p>
      )}
    </section>
  )
}

const Added = ({
  added,
  list,
  onDone,
}: {
  added: AddedManagedClient
  list: ManagedClientList
  onDone: () => void
}) => (
  <ShownOnce
    title={`${plainLine(added.name)} is added`}
    lines={[
      { says: 'Client id, for the client and for the identity provider', text: added.id },
      { says: 'Client secret, for the client. It is shown once', text: added.client_secret },
      { says: 'Audience, for the identity provider', text: list.audience },
      { says: 'Resource, for the identity provider', text: list.resource },
    ]}
    onDone={onDone}
  />
)

/** What a client is called, and what it may do. */
export const ClientName = ({ client }: { client: Pick<ManagedClient, 'name' | 'scopes'> }) => (
  <p>
    {plainLine(client.name)}{' '}
    <span className="settings-badges">
      {client.scopes.map((scope) => (
        <Badge key={scope}>{scope}</Badge>
      ))}
    </span>
  </p>
)

const Managed = ({ client }: { client: ManagedClient }) => {
  const api = useApi()
  const remove = useChange((id: string) => api.managedClients.remove(id), {
    of: queryKeys.managedClients,
    failed: 'Not removed',
  })
  return (
    <li>
      <div>
        <ClientName client={client} />
        <p className="settings-detail">
          <code>{client.id}</code>,{' '}
          {client.provider.name === null
            ? 'its provider is gone, so it gets nothing'
            : `vouched for by ${plainLine(client.provider.name)}`}
          , added <TimeAgo at={client.created_at} />
        </p>
      </div>
      <ConfirmButton
        question="Remove, and end its tokens"
        isPending={remove.isPending}
        onConfirm={() => remove.mutate(client.id)}
      >
        Remove
      </ConfirmButton>
    </li>
  )
}

const AddForm = ({
  list,
  onAdded,
}: {
  list: ManagedClientList
  onAdded: (added: AddedManagedClient) => void
}) => {
  const api = useApi()
  const [chosen, setChosen] = useState('')
  const [scopes, setScopes] = useState<string[]>([...CLIENT_SCOPES])
  const provider = chosen || (list.providers[0]?.id ?? '')
  return (
    <NamedForm
      opener="Add a managed client"
      label="Name of the client"
      description="As people will see it under Connected clients"
      placeholder="Editor"
      submit="Add it"
      failed="Not added"
      of={queryKeys.managedClients}
      make={async (name) =>
        onAdded(await api.managedClients.add({ name, provider, scopes: scopes as ClientScope[] }))
      }
    >
      <NativeSelect
        label="Who vouches"
        data={list.providers.map(({ id, name }) => ({ value: id, label: plainLine(name) }))}
        value={provider}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <Checkbox.Group label="The most that it may do" value={scopes} onChange={setScopes}>
        <Stack gap="xs" mt="xs">
          {CLIENT_SCOPES.map((scope) => (
            <Checkbox key={scope} value={scope} label={scope} disabled={scope === 'read'} />
          ))}
        </Stack>
      </Checkbox.Group>
    </NamedForm>
  )
}
