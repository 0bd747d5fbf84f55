import type { ListedSlack } from '@teamlore/db'
import type { Slack } from '@teamlore/shared/slack'
import type { SlackForms } from '@teamlore/shared/slack-host'

/** Where Slack sends what it has for an app. */
export const slackHookOf = (pagesUrl: string, id: string): string =>
  `${pagesUrl}/v1/hooks/slack/${id}`

/** Without its keys, which nobody is shown. */
export const shownSlack = (stored: ListedSlack, { scopes }: Pick<SlackForms, 'scopes'>): Slack => ({
  id: stored.id,
  state: stored.state,
  web_url: stored.webUrl,
  hook_url: slackHookOf(stored.pagesUrl, stored.id),
  by_socket: stored.bySocket,
  socket_since: stored.socketSince,
  workspace:
    stored.workspaceId === null
      ? null
      : { id: stored.workspaceId, name: stored.workspaceName ?? stored.workspaceId },
  digest_channel: stored.digestChannel,
  project: stored.projectId,
  scopes: Object.entries(scopes).map(([name, why]) => ({
    name,
    given: stored.scopes.length === 0 ? null : stored.scopes.includes(name),
    why,
  })),
  connected_at: stored.connectedAt,
  answered_at: stored.answeredAt,
  last_delivery_at: stored.lastDeliveryAt,
  error: stored.error,
  error_at: stored.errorAt,
})
