'use client'

import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { ReturnPage } from '../settings/index.ts'

/** Where Slack sends the browser back to, with a code for the token of the workspace. */
export const ReturnFromSlackPage = () => {
  const api = useApi()
  return (
    <ReturnPage
      title="Connect a Slack"
      note="The workspace has let the app in."
      host="Slack"
      finish={(code) => api.slack.finish(code)}
      of={queryKeys.slack}
      waiting="Taking its token …"
    >
      {({ workspace }) =>
        workspace !== null && (
          <p>
            {plainLine(workspace.name)} is connected. Under Event Subscriptions of the app, press
            Retry if Slack has not verified the address yet; then invite it to a channel.
          </p>
        )
      }
    </ReturnPage>
  )
}
