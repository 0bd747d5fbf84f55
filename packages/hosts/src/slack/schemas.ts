import { z } from 'zod'

const text = z.string().max(300)

export const installSchema = z.object({
  access_token: z.string().min(1),
  scope: z.string().optional(),
  bot_user_id: text,
  app_id: text,
  team: z.object({ id: text, name: z.string().nullish() }),
})

export const identitySchema = z.object({
  team_id: text,
  team: z.string().nullish(),
  user_id: text,
  app_id: text.optional(),
})

export const personSchema = z.object({
  user: z.object({
    id: text,
    team_id: text.optional(),
    enterprise_user: z.object({ teams: z.array(text).optional() }).optional(),
    deleted: z.boolean().optional(),
    is_bot: z.boolean().optional(),
    is_restricted: z.boolean().optional(),
    is_ultra_restricted: z.boolean().optional(),
    is_stranger: z.boolean().optional(),
    is_email_confirmed: z.boolean().optional(),
    profile: z.object({ email: z.string().max(320).optional() }).optional(),
  }),
})

export const channelSchema = z.object({
  channel: z.object({
    id: text,
    is_im: z.boolean().optional(),
    is_private: z.boolean().optional(),
    is_member: z.boolean().optional(),
    is_shared: z.boolean().optional(),
    is_ext_shared: z.boolean().optional(),
    is_org_shared: z.boolean().optional(),
    is_pending_ext_shared: z.boolean().optional(),
    pending_shared: z.array(z.unknown()).optional(),
    pending_connected_team_ids: z.array(z.unknown()).optional(),
  }),
})

const cursor = z.object({ next_cursor: z.string().optional() }).optional()

export const membersSchema = z.object({ members: z.array(text), response_metadata: cursor })

export const messagesSchema = z.object({
  messages: z.array(
    z.object({
      app_id: text.optional(),
      bot_profile: z.object({ app_id: text.optional() }).optional(),
      metadata: z
        .object({ event_type: z.string(), event_payload: z.record(z.string(), z.unknown()) })
        .optional(),
    }),
  ),
  response_metadata: cursor,
})

export const permalinkSchema = z.object({ permalink: z.url().max(1_000) })

export const openedSchema = z.object({ url: z.string().max(4_000) })

/** What comes by a socket: `hello`, `disconnect`, and envelopes. */
export const socketMessageSchema = z.object({
  type: text,
  reason: text.optional(),
  connection_info: z.object({ app_id: text.optional() }).optional(),
  envelope_id: text.optional(),
  payload: z.unknown().optional(),
})
