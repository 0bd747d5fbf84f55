'use client'

import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ConnectedIntegration } from '@teamlore/shared/integrations'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { errorWords } from '../../components/ui/error-words.tsx'
import { useApi } from '../../lib/api.tsx'
import { queryKeys } from '../../lib/query-keys.ts'
import { ConnectFrame, ShownOnce } from '../settings/index.ts'

/** Takes a token of a GitLab, gitlab.com or one of one's own. */
export const ConnectGitLabPage = () => (
  <ConnectFrame
    title="Connect a GitLab"
    note="By an access token of a group or a project. It is kept encrypted, and shown to nobody."
  >
    <Connect />
  </ConnectFrame>
)

const Connect = () => {
  const router = useRouter()
  const [made, setMade] = useState<ConnectedIntegration>()
  const done = () => router.push('/settings/integrations')
  if (made?.hook_secret == null)
    return <ConnectForm onMade={(one) => (one.hook_secret === null ? done() : setMade(one))} />
  return (
    <>
      <p>
        At GitLab, open <em>Settings → Webhooks</em> of the group or of each project. Add a webhook
        of this address, with the secret as its signing token, or as its secret token where GitLab
        has no signing token yet. Tick <em>Comments</em> and <em>Merge request events</em>.
      </p>
      <ShownOnce
        title="The secret is shown once"
        lines={[
          { says: 'Address', text: made.integration.hook_url },
          { says: 'Secret', text: made.hook_secret },
        ]}
        onDone={done}
      />
    </>
  )
}

const ConnectForm = ({ onMade }: { onMade: (made: ConnectedIntegration) => void }) => {
  const api = useApi()
  const queryClient = useQueryClient()
  const [webUrl, setWebUrl] = useState('')
  const [token, setToken] = useState('')
  const [makesHooks, setMakesHooks] = useState(true)
  const connect = useMutation({
    mutationFn: () =>
      api.integrations.connect({
        kind: 'gitlab',
        token: token.trim(),
        makes_hooks: makesHooks,
        ...(webUrl.trim() !== '' && { web_url: webUrl.trim() }),
      }),
    onSuccess: async (made) => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.integrations })
      onMade(made)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    connect.mutate()
  }
  return (
    <form className="settings-form" onSubmit={submit}>
      <TextInput
        label="Address"
        description="Only for a GitLab of your own, such as https://gitlab.example.com"
        value={webUrl}
        autoComplete="off"
        onChange={(event) => setWebUrl(event.currentTarget.value)}
      />
      <PasswordInput
        label="Access token"
        description="Of the group or the project, under its Settings → Access tokens: scope api, role Developer, or Maintainer where Teamlore makes the webhooks"
        value={token}
        autoComplete="off"
        required
        onChange={(event) => setToken(event.currentTarget.value)}
      />
      <Checkbox
        label="Teamlore makes the webhooks of its projects"
        checked={makesHooks}
        onChange={(event) => setMakesHooks(event.currentTarget.checked)}
      />
      {connect.isError && <p role="alert">{errorWords(connect.error)}</p>}
      <div className="settings-buttons">
        <Button type="submit" size="xs" loading={connect.isPending}>
          Connect
        </Button>
        <Link href="/settings/integrations">Cancel</Link>
      </div>
    </form>
  )
}
