import { z } from 'zod'
import { pageOf, pageQuerySchema } from '../contracts/common.contract.ts'

/** Begun, or in use. */
export const slackStateSchema = z.enum(['started', 'connected'])
export type SlackState = z.infer<typeof slackStateSchema>

const webUrl = z
  .url({ protocol: /^https?$/, error: 'must look like https://slack.com' })
  .max(300)
  .refine(
    (url) => !URL.canParse(url) || (new URL(url).username === '' && new URL(url).search === ''),
    { error: 'must be an address alone, without a name and without a question mark' },
  )

export const startSlackSchema = z.strictObject({
  /** Slack's own address; https://slack.com unless given. */
  web_url: webUrl.optional(),
  /** For a server that Slack cannot reach: the server opens a socket to Slack, which sends nothing to an address. */
  by_socket: z.boolean().default(false),
})
export type StartSlack = z.output<typeof startSlackSchema>

export const startedSlackSchema = z.object({
  id: z.string(),
  /** The app that is asked for, as Slack reads it. */
  manifest: z.string(),
  /** Where a browser makes it: the manifest is in the address. */
  create_url: z.string(),
})
export type StartedSlack = z.infer<typeof startedSlackSchema>

const secret = z.string().trim().min(8).max(500)

export const slackKeysSchema = z
  .strictObject({
    /** All as Slack shows them under Basic Information of the app. */
    signing_secret: secret.optional(),
    client_id: z.string().trim().min(1).max(200).optional(),
    client_secret: secret.optional(),
    /** Of an app that was installed at Slack by hand: it is connected at once. */
    bot_token: secret.regex(/^xox[be][-.]/, 'must begin with xoxb-').optional(),
    /** Of the app itself, with `connections:write`: the server opens a socket to Slack. */
    app_token: secret.regex(/^xapp-/, 'must begin with xapp-').optional(),
  })
  .refine(
    ({ signing_secret, app_token }) => signing_secret !== undefined || app_token !== undefined,
    {
      error: 'needs signing_secret, or app_token',
    },
  )
  .refine(
    ({ client_id, client_secret, bot_token }) =>
      bot_token !== undefined || (client_id !== undefined && client_secret !== undefined),
    { error: 'needs client_id and client_secret, or bot_token' },
  )
export type SlackKeys = z.output<typeof slackKeysSchema>

export const keptSlackKeysSchema = z.object({
  /** Where a workspace lets the app in; null where it is connected already. */
  install_url: z.string().nullable(),
})
export type KeptSlackKeys = z.infer<typeof keptSlackKeysSchema>

export const finishSlackSchema = z.strictObject({
  /** Both as Slack sent them back. */
  code: z.string().min(1).max(500),
  state: z.string().min(1).max(500),
})
export type FinishSlack = z.infer<typeof finishSlackSchema>

export const setSlackSchema = z.strictObject({
  /** Id of the private channel that gets the weekly digest; null for none. */
  digest_channel: z
    .string()
    .trim()
    .regex(/^[CG][A-Z0-9]{2,30}$/, 'must be the id of a channel, such as C012AB3CD')
    .nullable(),
  /** Id of the project that drafts go to which are made out of messages; null: the only one of the team. */
  project: z.string().max(60).nullable(),
})
export type SetSlack = z.infer<typeof setSlackSchema>

export const slackSchema = z.object({
  id: z.string(),
  state: slackStateSchema,
  web_url: z.string(),
  /** Where Slack sends events, commands and shortcuts. */
  hook_url: z.string(),
  /** Whether this server opens a socket to Slack, instead of Slack sending to `hook_url`. */
  by_socket: z.boolean(),
  /** Since when the socket is open; null where it is not. */
  socket_since: z.string().nullable(),
  /** The workspace that let the app in; null until one did. */
  workspace: z.object({ id: z.string(), name: z.string() }).nullable(),
  digest_channel: z.string().nullable(),
  project: z.string().nullable(),
  /** What the app asks for, whether it was given where Slack said, and what for. */
  scopes: z.array(z.object({ name: z.string(), given: z.boolean().nullable(), why: z.string() })),
  connected_at: z.string().nullable(),
  answered_at: z.string().nullable(),
  last_delivery_at: z.string().nullable(),
  error: z.string().nullable(),
  error_at: z.string().nullable(),
})
export type Slack = z.infer<typeof slackSchema>

export const slackListSchema = z.object({
  items: z.array(slackSchema),
  /** Why none can be connected here; null where one can. */
  note: z.string().nullable(),
})

export const slackTestSchema = z.object({
  ok: z.boolean(),
  findings: z.array(z.object({ ok: z.boolean(), text: z.string() })),
})
export type SlackTest = z.infer<typeof slackTestSchema>

/** What somebody did at Slack that the app hears of, or what was due. */
export const SLACK_ASKS = [
  'command',
  'mention',
  'message',
  'remember',
  'links',
  'digest',
  'other',
] as const
export type SlackAskKind = (typeof SLACK_ASKS)[number]

export const slackDeliverySchema = z.object({
  id: z.string(),
  /** Slack's own id of it. */
  delivery: z.string(),
  kind: z.enum(SLACK_ASKS),
  /** `failed`: it will not be tried again. */
  state: z.enum(['waiting', 'done', 'failed', 'ignored']),
  error: z.string().nullable(),
  /** It failed, and what was asked is still there, so that it can be done again. */
  can_replay: z.boolean(),
  received_at: z.string(),
})
export type SlackDelivery = z.infer<typeof slackDeliverySchema>
export type SlackDeliveryState = SlackDelivery['state']
export const slackDeliveryPageSchema = pageOf(slackDeliverySchema)
export const slackDeliveryQuerySchema = z.strictObject({ ...pageQuerySchema.shape })

/** A body that Slack sends, at most. */
export const SLACK_HOOK_BYTES = 1024 * 1024
