'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { ErrorState } from '../../components/ui/states.tsx'
import { useApi } from '../../lib/api.tsx'
import { CONNECT_SLACK_PATH } from '../../lib/paths.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { SlackItem } from './slack-item.tsx'

/** Slack workspaces that the team is connected to. */
export const SlackSection = () => {
  const api = useApi()
  const found = useQuery({
    queryKey: queryKeys.slack,
    queryFn: ({ signal }) => api.slack.list({ signal }),
  })
  return (
    <section className="settings-section" aria-labelledby="settings-slack">
      <h2 id="settings-slack">Slack</h2>
      <p className="settings-note">
        Answers <code>/lore</code>, mentions and direct messages; makes drafts of messages; a digest
        each week. In a private channel of members alone it says what the whole team may read, and
        the rest to who asks. In any other it answers who asks alone.
      </p>
      {found.isError && <ErrorState title="They could not be listed" error={found.error} />}
      {found.data?.note && <p className="settings-note">{found.data.note}</p>}
      <ul className="settings-list">
        {found.data?.items.map((slack) => (
          <SlackItem key={slack.id} slack={slack} />
        ))}
      </ul>
      {found.data?.note === null && (
        <div className="settings-buttons">
          <Link href={CONNECT_SLACK_PATH}>Connect a Slack</Link>
        </div>
      )}
    </section>
  )
}
