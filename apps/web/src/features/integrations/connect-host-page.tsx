'use client'

import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { StartedIntegration } from '@teamlore/shared/integrations'
import Link from 'next/link'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { errorWords } from '../../components/ui/error-words.tsx'
import { useApi } from '../../lib/api.tsx'
import { ConnectFrame } from '../settings/index.ts'

/** Asks a GitHub for an app of the team: which GitHub, and whose the app is to be. */
export const ConnectHostPage = () => (
  <ConnectFrame
    title="Connect a GitHub"
    note="GitHub shows what the app may do, and asks before it makes it. Its keys come here and are kept encrypted."
  >
    <ConnectForm />
  </ConnectFrame>
)

const ConnectForm = () => {
  const api = useApi()
  const [webUrl, setWebUrl] = useState('')
  const [organization, setOrganization] = useState('')
  const start = useMutation({
    mutationFn: () =>
      api.integrations.start({
        kind: 'github',
        ...(webUrl.trim() !== '' && { web_url: webUrl.trim() }),
        ...(organization.trim() !== '' && { organization: organization.trim() }),
      }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    start.mutate()
  }
  return (
    <>
      <form className="settings-form" onSubmit={submit}>
        <TextInput
          label="Organisation"
          description="Whose the app is to be, as in github.com/acme. Empty: your own account’s"
          value={organization}
          autoComplete="off"
          onChange={(event) => setOrganization(event.currentTarget.value)}
        />
        <TextInput
          label="Address"
          description="Only for GitHub Enterprise Server, such as https://github.example.com"
          value={webUrl}
          autoComplete="off"
          onChange={(event) => setWebUrl(event.currentTarget.value)}
        />
        {start.isError && <p role="alert">{errorWords(start.error)}</p>}
        <div className="settings-buttons">
          <Button type="submit" size="xs" loading={start.isPending || start.isSuccess}>
            Go on at GitHub
          </Button>
          <Link href="/settings/integrations">Cancel</Link>
        </div>
      </form>
      {start.data && <HostForm started={start.data} />}
    </>
  )
}

/** Sends the browser to the host, with the app that is asked for. */
const HostForm = ({ started }: { started: StartedIntegration }) => {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.submit(), [])
  return (
    <form ref={form} action={started.action} method="post">
      <input type="hidden" name="manifest" value={started.manifest} />
    </form>
  )
}
