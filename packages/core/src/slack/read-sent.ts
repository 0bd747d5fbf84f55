import type { SlackAskKind } from '@teamlore/shared/slack'
import type { SlackEnvelope } from '@teamlore/shared/slack-host'
import { z } from 'zod'

const id = z.string().regex(/^[A-Z][A-Z0-9]{0,30}$/)
const ts = z.string().regex(/^\d{1,15}\.\d{1,9}$/)
const words = z.string().max(40_000).default('')

/** What somebody asked for, as it is kept until it is answered. */
export const slackAskSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('command'),
    person: id,
    channel: id,
    text: words,
    responseUrl: z.url().max(1_000),
  }),
  z.object({
    kind: z.enum(['mention', 'message']),
    person: id,
    channel: id,
    text: words,
    /** Under which message it is answered. */
    thread: ts,
  }),
  z.object({
    kind: z.literal('remember'),
    person: id,
    channel: id,
    responseUrl: z.url().max(1_000),
    /** Who wrote the message; null for a program. */
    author: id.nullable(),
    text: words,
    ts,
  }),
  z.object({
    kind: z.literal('links'),
    channel: id,
    unfurlId: z.string().max(300),
    source: z.string().max(100),
    urls: z.array(z.string().max(2_000)).max(20),
  }),
])
export type SlackAsk = z.infer<typeof slackAskSchema>

export type Sent =
  | { is: 'challenge'; challenge: string }
  | { is: 'gone'; delivery: string; workspace: string }
  | { is: 'nothing'; delivery: string; workspace: string }
  | { is: 'ask'; delivery: string; workspace: string; ask: SlackAsk }

const eventSchema = z.object({
  type: z.string(),
  user: z.string().optional(),
  bot_id: z.string().optional(),
  subtype: z.string().optional(),
  channel: z.string().optional(),
  channel_type: z.string().optional(),
  text: words,
  ts: z.string().optional(),
  thread_ts: z.string().optional(),
  unfurl_id: z.string().optional(),
  source: z.string().optional(),
  links: z
    .array(z.object({ url: z.string() }))
    .max(100)
    .optional(),
})

const envelopeSchema = z.object({
  type: z.string(),
  challenge: z.string().max(500).optional(),
  event_id: z.string().max(100).optional(),
  team_id: z.string().max(40).optional(),
  event: eventSchema.optional(),
})

const commandSchema = z.object({
  team_id: z.string().max(40),
  trigger_id: z.string().min(1).max(100),
  user_id: z.string(),
  channel_id: z.string(),
  text: words,
  response_url: z.string(),
})

const shortcutSchema = z.object({
  type: z.literal('message_action'),
  callback_id: z.literal('remember'),
  trigger_id: z.string().min(1).max(100),
  response_url: z.string(),
  team: z.object({ id: z.string().max(40) }),
  user: z.object({ id: z.string() }),
  channel: z.object({ id: z.string() }),
  message: z.object({
    user: z.string().optional(),
    bot_id: z.string().optional(),
    text: words,
    ts: z.string(),
  }),
})

type Event = z.infer<typeof eventSchema>

const isSaid = ({ bot_id, subtype }: Event): boolean =>
  bot_id === undefined && subtype === undefined

const kindOf = (
  event: Event,
): Exclude<SlackAskKind, 'command' | 'remember' | 'digest' | 'other'> | undefined => {
  if (event.type === 'link_shared') return 'links'
  // What a program says is answered by nobody: two programs would talk for ever.
  if (!isSaid(event)) return undefined
  if (event.type === 'app_mention') return 'mention'
  return event.type === 'message' && event.channel_type === 'im' ? 'message' : undefined
}

const askOf = (event: Event): unknown => {
  const kind = kindOf(event)
  const { user: person, channel, text, ts: at, thread_ts, links = [] } = event
  if (kind === 'links')
    return {
      kind,
      channel,
      unfurlId: event.unfurl_id,
      source: event.source,
      urls: links.slice(0, 20).map(({ url }) => url),
    }
  return { kind, person, channel, text, thread: thread_ts ?? at }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Named = { delivery: string; workspace: string }

/** What is not of the form that it should have is noted, and answered by nobody. */
const asked = (named: Named, ask: unknown): Sent => {
  const read = slackAskSchema.safeParse(ask)
  return read.success ? { is: 'ask', ...named, ask: read.data } : { is: 'nothing', ...named }
}

const readEvent = (body: unknown): Sent | undefined => {
  const read = envelopeSchema.safeParse(body)
  if (!read.success) return undefined
  const { type, challenge, event_id, team_id = '', event } = read.data
  if (type === 'url_verification' && challenge !== undefined) return { is: 'challenge', challenge }
  if (type !== 'event_callback' || event_id === undefined || event === undefined) return undefined
  const named = { delivery: event_id, workspace: team_id }
  if (event.type === 'app_uninstalled' || event.type === 'tokens_revoked')
    return { is: 'gone', ...named }
  return asked(named, askOf(event))
}

const readShortcut = (payload: unknown): Sent | undefined => {
  const read = shortcutSchema.safeParse(payload)
  if (!read.success) return undefined
  const { trigger_id, response_url, team, user, channel, message } = read.data
  return asked(
    { delivery: `shortcut.${trigger_id}`, workspace: team.id },
    {
      kind: 'remember',
      person: user.id,
      channel: channel.id,
      responseUrl: response_url,
      author: message.bot_id === undefined ? (message.user ?? null) : null,
      text: message.text,
      ts: message.ts,
    },
  )
}

const readCommand = (fields: unknown): Sent | undefined => {
  const read = commandSchema.safeParse(fields)
  if (!read.success) return undefined
  const { trigger_id, team_id, user_id, channel_id, text, response_url } = read.data
  return asked(
    { delivery: `command.${trigger_id}`, workspace: team_id },
    { kind: 'command', person: user_id, channel: channel_id, text, responseUrl: response_url },
  )
}

/** Events come as JSON, commands and shortcuts as forms. @returns undefined where it is none of them. */
export const readSent = (body: string, contentType: string): Sent | undefined => {
  if (!contentType.startsWith('application/x-www-form-urlencoded')) return readEvent(parsed(body))
  const form = new URLSearchParams(body)
  const payload = form.get('payload')
  return payload === null ? readCommand(Object.fromEntries(form)) : readShortcut(parsed(payload))
}

/** The same by a socket, where all of it is JSON. @returns undefined where it is none of them. */
export const readEnvelope = ({ type, payload }: SlackEnvelope): Sent | undefined => {
  if (type === 'events_api') return readEvent(payload)
  if (type === 'slash_commands') return readCommand(payload)
  return type === 'interactive' ? readShortcut(payload) : undefined
}
