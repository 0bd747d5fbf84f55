'use client'

import { Button, TextInput } from '@mantine/core'
import type { Slack, SlackDelivery } from '@teamlore/shared/slack'
import { type FormEvent, useState } from 'react'
import { errorWords } from '../../components/ui/error-words.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { usePages } from '../../lib/use-pages.ts'
import { useChange } from '../settings/index.ts'

/** What is set for a workspace, what the app may do there, and what came in. */
export const SlackDetails = ({ slack }: { slack: Slack }) => (
  <div className="integration-details">
    <Settings slack={slack} />
    <h3>What the app may do</h3>
    <ul>
      {slack.scopes.map(({ name, given, why }) => (
        <li key={name} data-bad={given === false || undefined}>
          <code>{name}</code> {why}
          {given === false && ' — not given: install the app again'}
        </li>
      ))}
    </ul>
    <Deliveries id={slack.id} />
  </div>
)

const Settings = ({ slack: { id, digest_channel, project } }: { slack: Slack }) => {
  const api = useApi()
  const [channel, setChannel] = useState(digest_channel ?? '')
  const [ofProject, setProject] = useState(project ?? '')
  const set = useChange(
    () =>
      api.slack.set(id, {
        digest_channel: channel.trim() === '' ? null : channel.trim(),
        project: ofProject.trim() === '' ? null : ofProject.trim(),
      }),
    { of: queryKeys.slack, failed: 'Not set' },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    set.mutate()
  }
  return (
    <form className="settings-form" onSubmit={submit}>
      <TextInput
        label="Channel of the weekly digest"
        description="Id of a private channel, at the end of “About” in Slack, such as C012AB3CD. Invite the app there. Empty: no digest"
        value={channel}
        autoComplete="off"
        onChange={(event) => setChannel(event.currentTarget.value)}
      />
      <TextInput
        label="Project of drafts"
        description="Name or id of the project that messages are remembered for. Empty: of no project"
        value={ofProject}
        autoComplete="off"
        onChange={(event) => setProject(event.currentTarget.value)}
      />
      <div className="settings-buttons">
        <Button type="submit" size="xs" loading={set.isPending}>
          Save
        </Button>
      </div>
    </form>
  )
}

const KINDS: Record<SlackDelivery['kind'], string> = {
  command: '/lore',
  mention: 'mention',
  message: 'direct message',
  remember: 'Remember this',
  links: 'links',
  digest: 'weekly digest',
  other: 'something else',
}

const STATES: Record<SlackDelivery['state'], string> = {
  waiting: 'waits',
  done: 'done',
  failed: 'failed',
  ignored: 'left aside',
}

const Deliveries = ({ id }: { id: string }) => {
  const api = useApi()
  const found = usePages(queryKeys.slackDeliveries(id), (query, options) =>
    api.slack.deliveries(id, query, options),
  )
  const replay = useChange((delivery: string) => api.slack.replay(delivery), {
    of: queryKeys.slackDeliveries(id),
    failed: 'Not done again',
  })
  return (
    <>
      <h3>Came in</h3>
      {found.isError && <p role="alert">{errorWords(found.error)}</p>}
      {found.data?.items.length === 0 && <p className="settings-note">Nothing yet.</p>}
      <ul>
        {found.data?.items.map(({ id: of, kind, state, error, can_replay, received_at }) => (
          <li key={of}>
            {KINDS[kind]} {STATES[state]} <TimeAgo at={received_at} />{' '}
            {can_replay && (
              <Button
                size="compact-xs"
                variant="default"
                loading={replay.isPending && replay.variables === of}
                aria-label={`Do ${KINDS[kind]} again`}
                onClick={() => replay.mutate(of)}
              >
                Again
              </Button>
            )}
            {error !== null && <p className="settings-detail">{plainLine(error)}</p>}
          </li>
        ))}
      </ul>
    </>
  )
}
