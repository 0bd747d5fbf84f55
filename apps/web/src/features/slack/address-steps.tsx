'use client'

import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { StartedSlack } from '@teamlore/shared/slack'
import Link from 'next/link'
import { type FormEvent, useEffect, useState } from 'react'
import { errorWords } from '../../components/ui/error-words.tsx'
import { useApi } from '../../lib/api.tsx'
import { LastSteps, MakeAppStep } from './make-app-step.tsx'

/** Slack sends to this server: the workspace lets the app in by a page of Slack. */
export const AddressSteps = ({ started }: { started: StartedSlack }) => {
  const api = useApi()
  const [clientId, setClientId] = useState('')
  const [clientSecret, setClientSecret] = useState('')
  const [signingSecret, setSigningSecret] = useState('')
  const keep = useMutation({
    mutationFn: () =>
      api.slack.keys(started.id, {
        signing_secret: signingSecret.trim(),
        client_id: clientId.trim(),
        client_secret: clientSecret.trim(),
      }),
  })
  const installUrl = keep.data?.install_url
  useEffect(() => {
    if (installUrl) window.location.assign(installUrl)
  }, [installUrl])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    keep.mutate()
  }
  return (
    <form className="settings-form" onSubmit={submit}>
      <MakeAppStep started={started} />
      <p>
        2. Slack opens the page of the app. Copy these from <em>Basic Information</em>, under{' '}
        <em>App Credentials</em>:
      </p>
      <TextInput
        label="Client ID"
        value={clientId}
        autoComplete="off"
        required
        onChange={(event) => setClientId(event.currentTarget.value)}
      />
      <PasswordInput
        label="Client secret"
        value={clientSecret}
        autoComplete="off"
        required
        onChange={(event) => setClientSecret(event.currentTarget.value)}
      />
      <PasswordInput
        label="Signing secret"
        description="By it this server knows that what comes in is from Slack"
        value={signingSecret}
        autoComplete="off"
        required
        onChange={(event) => setSigningSecret(event.currentTarget.value)}
      />
      {keep.isError && <p role="alert">{errorWords(keep.error)}</p>}
      <p>
        3. <em>Go on at Slack</em>: it shows what the app may do, asks whether the workspace lets it
        in, and sends you back here.
      </p>
      <p>
        4. Under <em>Event Subscriptions</em> of the app, press <em>Retry</em> if Slack has not
        verified the address yet.
      </p>
      <LastSteps />
      <div className="settings-buttons">
        <Button type="submit" size="xs" loading={keep.isPending || keep.isSuccess}>
          Go on at Slack
        </Button>
        <Link href="/settings/integrations">Cancel</Link>
      </div>
    </form>
  )
}
