'use client'

import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { StartedSlack } from '@teamlore/shared/slack'
import Link from 'next/link'
import { type FormEvent, useEffect, useState } from 'react'
import { errorWords } from '../../components/ui/error-words.tsx'
import { useApi } from '../../lib/api.tsx'
import { NotYours, SettingsFrame } from '../settings/index.ts'

/** An app of the team's own: made at Slack out of a manifest, its keys given here, and installed in a workspace. */
export const ConnectSlackPage = () => (
  <SettingsFrame
    title="Connect a Slack"
    note="The app is your own. Slack shows what it may do before you make it. Its keys are kept encrypted."
  >
    {(_me, may) => (may('integrations.manage') ? <Steps /> : <NotYours who="admins" />)}
  </SettingsFrame>
)

const Steps = () => {
  const api = useApi()
  const start = useMutation({ mutationFn: () => api.slack.start({}) })
  return (
    <section className="settings-section" aria-label="Connect a Slack">
      {start.data === undefined ? (
        <>
          {start.isError && <p role="alert">{errorWords(start.error)}</p>}
          <div className="settings-buttons">
            <Button size="xs" loading={start.isPending} onClick={() => start.mutate()}>
              Begin
            </Button>
            <Link href="/settings/integrations">Cancel</Link>
          </div>
        </>
      ) : (
        <KeysForm started={start.data} />
      )}
    </section>
  )
}

const KeysForm = ({ started }: { started: StartedSlack }) => {
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
      <p>
        1.{' '}
        <a href={started.create_url} target="_blank" rel="noreferrer">
          Make the app at Slack
        </a>
        , in your workspace. The manifest is filled in.
      </p>
      <p>2. Copy its keys from Basic Information to here:</p>
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
        value={signingSecret}
        autoComplete="off"
        required
        onChange={(event) => setSigningSecret(event.currentTarget.value)}
      />
      {keep.isError && <p role="alert">{errorWords(keep.error)}</p>}
      <p>3. Slack asks whether the workspace lets it in.</p>
      <div className="settings-buttons">
        <Button type="submit" size="xs" loading={keep.isPending || keep.isSuccess}>
          Go on at Slack
        </Button>
        <Link href="/settings/integrations">Cancel</Link>
      </div>
    </form>
  )
}
