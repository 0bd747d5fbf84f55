import { HostError, type HostFailure } from '@teamlore/shared/code-hosts'

const HOUR_MS = 3_600_000

/** Never the words of Slack: they are shown and logged. */
const KEYS =
  'Slack does not take the keys of this app any more. Was it removed from the workspace? Connect it again.'
const SCOPES =
  'Slack does not let the app do this. Install it again, so that it gets the permissions that it asks for.'
const AWAY = 'The app is not in this channel. Invite it there.'

const BY_CODE: Record<string, [HostFailure, string]> = {
  invalid_auth: ['unauthorized', KEYS],
  not_authed: ['unauthorized', KEYS],
  account_inactive: ['unauthorized', KEYS],
  token_revoked: ['unauthorized', KEYS],
  token_expired: ['unauthorized', KEYS],
  invalid_client_id: ['unauthorized', 'Slack does not know this client id.'],
  bad_client_secret: ['unauthorized', 'The client secret is not the one of this app.'],
  invalid_code: ['refused', 'Slack does not take this answer any more. Install the app again.'],
  not_allowed_token_type: [
    'unauthorized',
    'This is not an app-level token. One begins with xapp- and has the permission connections:write.',
  ],
  missing_scope: ['forbidden', SCOPES],
  no_permission: ['forbidden', SCOPES],
  ekm_access_denied: ['forbidden', 'The workspace does not let apps post at the moment.'],
  restricted_action: ['refused', 'The workspace lets few post in this channel, and not the app.'],
  not_in_channel: ['gone', AWAY],
  channel_not_found: ['gone', 'The channel is gone, or the app is not in it. Invite it there.'],
  is_archived: ['gone', 'The channel is archived.'],
  user_not_found: ['gone', 'Slack has no such person.'],
  user_not_in_channel: ['gone', 'The person is not in this channel.'],
  message_not_found: ['gone', 'The message is gone.'],
  thread_not_found: ['gone', 'The thread is gone.'],
  ratelimited: ['limited', 'Slack asks to be left alone for a while.'],
  internal_error: ['unavailable', 'Slack failed.'],
  fatal_error: ['unavailable', 'Slack failed.'],
  service_unavailable: ['unavailable', 'Slack failed.'],
  request_timeout: ['unavailable', 'Slack failed.'],
}

export const slackRefusal = (code: string): HostError => {
  const [failure, words] = BY_CODE[code] ?? ['refused', 'Slack refused what it was sent.']
  return new HostError(failure, words, {
    cause: new Error(/^[a-z_]{1,60}$/.test(code) ? code : ''),
  })
}

/** In seconds, as Slack says it; never for longer than it could mean. */
export const limitedUntil = (header: string | null, now: number): HostError => {
  const seconds = Number(header)
  const ms = header !== null && Number.isFinite(seconds) ? Math.max(seconds, 1) * 1_000 : 60_000
  return new HostError('limited', 'Slack asks to be left alone for a while.', {
    retryAt: new Date(now + Math.min(ms, HOUR_MS)),
  })
}
