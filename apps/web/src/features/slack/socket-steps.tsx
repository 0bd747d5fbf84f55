'use client'

import { Button, PasswordInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { StartedSlack } from '@teamlore/shared/slack'
import Link from 'next/link'
import { type FormEvent, useState } from 'react'
import { errorWords } from '../../components/ui/error-words.tsx'
import { useApi } from '../../lib/api.tsx'
import { queryKeys } from '../../lib/query-keys.ts'
import { LastSteps, MakeAppStep } from './make-app-step.tsx'

/** This server opens a socket to Slack: the app is installed at Slack, and both of its tokens are given here. */
export const SocketSteps = ({ started }: { started: StartedSlack }) => {
  const api = useApi()
  const queryClient = useQueryClient()
  const [appToken, setAppToken] = useState('')
  const [botToken, setBotToken] = useState('')
  const keep = useMutation({
    mutationFn: () =>
      api.slack.keys(started.id, { app_token: appToken.trim(), bot_token: botToken.trim() }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.slack }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    keep.mutate()
  }
  if (keep.isSuccess)
    return (
      <>
        <p>The workspace is connected. The socket is open within some seconds.</p>
        <LastSteps />
        <p>
          <Link href="/settings/integrations">Integrations</Link>
        </p>
      </>
    )
  return (
    <form className="settings-form" onSubmit={submit}>
      <MakeAppStep started={started} />
      <p>
        2. Under <em>Basic Information</em>, <em>App-Level Tokens</em>, generate a token with the
        permission <code>connections:write</code>, and copy it to here:
      </p>
      <PasswordInput
        label="App-level token"
        description="Begins with xapp-"
        value={appToken}
        autoComplete="off"
        required
        onChange={(event) => setAppToken(event.currentTarget.value)}
      />
      <p>
        3. Under <em>Install App</em>, install it in the workspace, and copy the bot token to here:
      </p>
      <PasswordInput
        label="Bot token"
        description="Begins with xoxb-"
        value={botToken}
        autoComplete="off"
        required
        onChange={(event) => setBotToken(event.currentTarget.value)}
      />
      {keep.isError && <p role="alert">{errorWords(keep.error)}</p>}
      <LastSteps />
      <div className="settings-buttons">
        <Button type="submit" size="xs" loading={keep.isPending}>
          Connect
        </Button>
        <Link href="/settings/integrations">Cancel</Link>
      </div>
    </form>
  )
}
