import { randomUUID } from 'node:crypto'
import { blockProblem } from './slack-blocks.ts'
import type { SlackState, StandInMessage } from './slack-state.ts'

export type SlackReply = Record<string, unknown> & { ok: boolean }
/** Parameters of the methods, as they come in a form. */
export type Given = Partial<
  Record<
    | 'blocks'
    | 'channel'
    | 'client_id'
    | 'client_secret'
    | 'code'
    | 'cursor'
    | 'include_all_metadata'
    | 'message_ts'
    | 'metadata'
    | 'source'
    | 'text'
    | 'thread_ts'
    | 'ts'
    | 'unfurl_id'
    | 'unfurls'
    | 'user',
    string
  >
>
type Asked = { state: SlackState; given: Given }

const no = (error: string): SlackReply => ({ ok: false, error })
const yes = (fields: Record<string, unknown> = {}): SlackReply => ({ ok: true, ...fields })
const json = (text: string | undefined): unknown =>
  text === undefined ? undefined : JSON.parse(text)

/** What Slack says of the same channel to an app that is not in it. */
const channelOf = ({ state, given }: Asked) => state.channels.find(({ id }) => id === given.channel)

const withApp = (asked: Asked) => {
  const channel = channelOf(asked)
  return channel !== undefined && channel.hasApp !== false ? channel : undefined
}

const personReply = ({ state, given }: Asked): SlackReply => {
  const person = state.people.find(({ id }) => id === given.user)
  if (person === undefined) return no('user_not_found')
  return yes({
    user: {
      id: person.id,
      team_id: person.workspaceId ?? (person.isStranger ? 'TOTHER' : state.app.workspace.id),
      enterprise_user: person.workspaces && { id: person.id, teams: person.workspaces },
      deleted: person.isDeleted ?? false,
      is_bot: person.isBot ?? false,
      is_restricted: person.isGuest ?? false,
      is_ultra_restricted: false,
      is_stranger: person.isStranger ?? false,
      is_email_confirmed: person.isConfirmed ?? true,
      profile: { real_name: person.name ?? 'Somebody', email: person.email },
    },
  })
}

const channelReply = (asked: Asked): SlackReply => {
  const channel = channelOf(asked)
  if (channel === undefined) return no('channel_not_found')
  return yes({
    channel: {
      id: channel.id,
      is_im: channel.isDirect ?? false,
      is_private: channel.isDirect !== true && channel.isPrivate !== false,
      is_member: channel.hasApp !== false,
      is_ext_shared: channel.isShared ?? false,
      is_pending_ext_shared: channel.isPendingShared ?? false,
    },
  })
}

const PAGE = 100

const membersReply = (asked: Asked): SlackReply => {
  const channel = withApp(asked)
  if (channel === undefined) return no('channel_not_found')
  const from = Number(asked.given.cursor ?? 0)
  const next = from + PAGE < channel.members.length ? String(from + PAGE) : ''
  return yes({
    members: channel.members.slice(from, from + PAGE),
    response_metadata: { next_cursor: next },
  })
}

const postReply = (asked: Asked): SlackReply => {
  const { state, given } = asked
  if (channelOf(asked) === undefined) return no('channel_not_found')
  if (withApp(asked) === undefined) return no('not_in_channel')
  if (given.text === undefined || given.text.length > 12_000) return no('msg_too_long')
  const blocks = json(given.blocks)
  if (blockProblem(blocks) !== undefined) return no('invalid_blocks')
  const ts = `${state.nextTs++}.000100`
  state.messages.push({
    ts,
    channel: given.channel ?? '',
    thread: given.thread_ts ?? null,
    text: given.text,
    blocks,
    metadata: json(given.metadata) as StandInMessage['metadata'],
  })
  return yes({ ts, channel: given.channel })
}

const ephemeralReply = (asked: Asked): SlackReply => {
  const { state, given } = asked
  const channel = withApp(asked)
  if (channel === undefined) return no('not_in_channel')
  if (!channel.members.includes(given.user ?? '')) return no('user_not_in_channel')
  const blocks = json(given.blocks)
  if (blockProblem(blocks) !== undefined) return no('invalid_blocks')
  const { user: to = '', channel: at = '', text = '' } = given
  state.ephemerals.push({ to, channel: at, text, blocks, via: 'api' })
  return yes({ message_ts: '1.1' })
}

const historyReply = (asked: Asked, isThread: boolean): SlackReply => {
  if (withApp(asked) === undefined) return no('not_in_channel')
  const { state, given } = asked
  const found = state.messages.filter(
    ({ channel, thread }) =>
      channel === given.channel && (isThread ? thread === given.ts : thread === null),
  )
  return yes({
    messages: found.map(({ ts, metadata }) => ({
      ts,
      app_id: state.app.id,
      metadata: given.include_all_metadata === 'true' ? metadata : undefined,
    })),
    response_metadata: { next_cursor: '' },
  })
}

const installReply = ({ state, given }: Asked): SlackReply => {
  const { app } = state
  if (given.client_id !== app.clientId) return no('invalid_client_id')
  if (given.client_secret !== app.clientSecret) return no('bad_client_secret')
  if (!state.codes.delete(given.code ?? '')) return no('invalid_code')
  const token = `xoxb-${randomUUID()}`
  state.tokens.add(token)
  app.isInstalled = true
  return yes({
    access_token: token,
    token_type: 'bot',
    scope: app.scopes.join(','),
    bot_user_id: app.botId,
    app_id: app.id,
    team: app.workspace,
  })
}

const endReply = ({ state }: Asked): SlackReply => {
  state.app.isInstalled = false
  state.tokens.clear()
  return yes()
}

const unfurlReply = ({ state, given }: Asked): SlackReply => {
  const unfurls = json(given.unfurls) as Record<string, { blocks: unknown }>
  if (Object.values(unfurls).some(({ blocks }) => blockProblem(blocks) !== undefined))
    return no('cannot_parse_attachment')
  state.unfurls.push({ unfurlId: given.unfurl_id ?? '', source: given.source ?? '', unfurls })
  return yes()
}

/** Methods of the Web API that the app asks for, each with the checks of the original. */
export const SLACK_METHODS: Record<string, (asked: Asked) => SlackReply> = {
  'oauth.v2.access': installReply,
  'auth.test': ({ state: { app } }) =>
    yes({ team_id: app.workspace.id, team: app.workspace.name, user_id: app.botId }),
  'auth.revoke': endReply,
  'apps.uninstall': endReply,
  'users.info': personReply,
  'conversations.info': channelReply,
  'conversations.members': membersReply,
  'conversations.history': (asked) => historyReply(asked, false),
  'conversations.replies': (asked) => historyReply(asked, true),
  'chat.postMessage': postReply,
  'chat.postEphemeral': ephemeralReply,
  'chat.unfurl': unfurlReply,
  'chat.getPermalink': ({ given }) =>
    yes({
      permalink: `https://acme.slack.com/archives/${given.channel}/p${given.message_ts?.replace('.', '')}`,
    }),
}
