'use client'

import { Button, Switch } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Integration } from '@teamlore/shared/integrations'
import { plural } from '@teamlore/shared/plural'
import { useState } from 'react'
import { Badge } from '../../components/ui/badge.tsx'
import { ConfirmButton } from '../../components/ui/confirm-button.tsx'
import { errorWords } from '../../components/ui/error-words.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useChange } from '../settings/index.ts'
import { IntegrationDetails } from './integration-details.tsx'

/** One connected host. What hangs on it is asked for once somebody opens it. */
export const IntegrationItem = ({ integration }: { integration: Integration }) => {
  const [isOpen, setOpen] = useState(false)
  const { id, app, kind, state } = integration
  const name = nameOf(integration)
  return (
    <li>
      <div>
        <p>
          {plainLine(name)} <Badge>{kind === 'gitlab' ? 'GitLab' : 'GitHub'}</Badge>{' '}
          {state === 'started' && <Badge>not answered yet</Badge>}
        </p>
        <Health integration={integration} />
        {app !== null && (
          <p className="settings-detail">
            {app.install_url !== null && (
              <>
                <a href={app.install_url} rel="noreferrer">
                  Choose its repositories
                </a>
                {' · '}
              </>
            )}
            <a href={app.url} rel="noreferrer">
              {kind === 'gitlab' ? 'Its account' : 'The app'} at{' '}
              {plainLine(new URL(integration.web_url).host)}
            </a>
          </p>
        )}
      </div>
      <Actions integration={integration} name={name} isOpen={isOpen} onOpen={setOpen} />
      {isOpen && <IntegrationDetails integration={integration} key={id} />}
    </li>
  )
}

/** An account of a token has a name of its own that people gave; an app belongs to somebody. */
const nameOf = ({ app, kind, web_url }: Integration): string => {
  if (app === null) return web_url
  return kind === 'gitlab'
    ? `${app.account} at ${new URL(web_url).host}`
    : `${app.slug} of ${app.account}`
}

const Health = ({ integration }: { integration: Integration }) => {
  const { repositories, answered_at, last_delivery_at, error, error_at } = integration
  return (
    <>
      <p className="settings-detail">
        {plural(repositories, 'repository', 'repositories')}
        {answered_at !== null && (
          <>
            , answered <TimeAgo at={answered_at} />
          </>
        )}
        {last_delivery_at !== null && (
          <>
            , sent something <TimeAgo at={last_delivery_at} />
          </>
        )}
      </p>
      {error !== null && (
        <p className="settings-detail" data-bad>
          {plainLine(error)} {error_at !== null && <TimeAgo at={error_at} />}
        </p>
      )}
    </>
  )
}

type ActionsProps = {
  integration: Integration
  name: string
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

const Actions = ({ integration, name, isOpen, onOpen }: ActionsProps) => {
  const api = useApi()
  const { id, state, shows_names } = integration
  const test = useMutation({ mutationFn: () => api.integrations.test(id) })
  const remove = useChange(() => api.integrations.remove(id), {
    of: queryKeys.integrations,
    failed: 'Not removed',
  })
  const set = useChange((shows: boolean) => api.integrations.set(id, { shows_names: shows }), {
    of: queryKeys.integrations,
    failed: 'Not set',
  })
  return (
    <>
      <div className="settings-buttons">
        {state === 'connected' && (
          <>
            <Button
              size="xs"
              variant="default"
              loading={test.isPending}
              onClick={() => test.mutate()}
            >
              Test
            </Button>
            <Button
              size="xs"
              variant="default"
              aria-expanded={isOpen}
              onClick={() => onOpen(!isOpen)}
            >
              {isOpen ? 'Close' : 'Details'}
            </Button>
          </>
        )}
        <ConfirmButton
          question={`Nothing is said by ${plainLine(name)} then: remove`}
          isPending={remove.isPending}
          onConfirm={() => remove.mutate()}
        >
          Remove
        </ConfirmButton>
      </div>
      {state === 'connected' && (
        <Switch
          className="settings-findings"
          size="xs"
          checked={shows_names}
          disabled={set.isPending}
          label="Name people and sessions also where a repository is public"
          onChange={(event) => set.mutate(event.currentTarget.checked)}
        />
      )}
      {test.isError && <p role="alert">{errorWords(test.error)}</p>}
      {test.data && (
        <div className="settings-findings" role="status">
          <ul>
            {test.data.findings.map(({ ok, text }) => (
              <li key={text} data-bad={ok ? undefined : true}>
                {text}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
