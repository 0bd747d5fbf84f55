import { z } from 'zod'
import { nameSchema } from '../text/clean-name.ts'
import { pageOf, personSchema, roleSchema } from './common.contract.ts'
import { ingestMachineSchema } from './ingest.contract.ts'
import { userKindSchema, userSchema } from './people.contract.ts'

export const meSchema = z.object({
  team: z.object({ id: z.string(), name: z.string() }),
  user: z.object({
    id: z.string(),
    name: z.string(),
    email: z.string().nullable(),
    kind: userKindSchema.default('person'),
  }),
  role: roleSchema,
  /** Names of the table of abilities that the role has; older servers do not say. */
  abilities: z.array(z.string()).default([]),
  /** Teams the caller may go to from here: all of a person's for a browser, its own for a key. */
  teams: z.array(z.object({ id: z.string(), name: z.string(), role: roleSchema })).default([]),
  /** How the caller proved who they are. */
  via: z.enum(['api_key', 'browser', 'client']),
  machine: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Who made this credential, where somebody else did: what is private to the person is hidden from it. Older servers do not say. */
  given_by: personSchema.nullable().default(null),
})
export type Me = z.infer<typeof meSchema>

/** A machine exchanges a person's key for one of its own, which can be revoked alone. */
export const registerMachineRequestSchema = ingestMachineSchema
export type RegisterMachineRequest = z.infer<typeof registerMachineRequestSchema>
export const registerMachineResponseSchema = z.object({
  machine: z.object({ id: z.string(), name: z.string() }),
  /** Shown once; the server keeps a hash. */
  key: z.string(),
})

export type RegisterMachineResponse = z.infer<typeof registerMachineResponseSchema>

export const machineSchema = z.object({
  id: z.string(),
  name: z.string(),
  platform: z.string(),
  agent_version: z.string(),
  owner: z.object({ id: z.string(), name: z.string() }),
  sessions: z.number().int(),
  last_seen_at: z.string().nullable(),
})
export type Machine = z.infer<typeof machineSchema>
export const machinePageSchema = pageOf(machineSchema)

export const createApiKeyRequestSchema = z.strictObject({
  name: nameSchema(100),
  /** At most one's own, and at most that of whose key it is; `member` or what is below it unless said. */
  role: roleSchema.optional(),
  /** Whose key it is: a member, by id or email address. The caller's own unless said. */
  user: userSchema.optional(),
  expires_in_days: z.number().int().min(1).max(3_650).optional(),
})
export type CreateApiKeyRequest = z.infer<typeof createApiKeyRequestSchema>
export const apiKeySchema = z.object({
  id: z.string(),
  name: z.string(),
  role: roleSchema,
  /** First characters, to recognise it by. */
  hint: z.string(),
  machine_id: z.string().nullable(),
  /** Whose key it is: who it acts as. */
  user: personSchema,
  /** Who made it, where that was somebody else. */
  made_by: personSchema.nullable(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  expires_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
})
export type ApiKey = z.infer<typeof apiKeySchema>
export const createApiKeyResponseSchema = apiKeySchema.extend({ key: z.string() })
export type CreateApiKeyResponse = z.infer<typeof createApiKeyResponseSchema>
export const apiKeyPageSchema = pageOf(apiKeySchema)

export const signInRequestSchema = z.strictObject({ token: z.string().min(10).max(200) })
export const signInLinkResponseSchema = z.object({
  url: z.string(),
  expires_at: z.string(),
  user: personSchema,
})

export type SignInLinkResponse = z.infer<typeof signInLinkResponseSchema>

export const jobHealthSchema = z.object({
  /** Written in a transaction, not yet handed to the queue. */
  outbox: z.object({ waiting: z.number().int(), oldest_seconds: z.number().nullable() }),
  jobs: z.array(
    z.object({
      name: z.string(),
      waiting: z.number().int(),
      active: z.number().int(),
      delayed: z.number().int(),
      dead: z.number().int(),
    }),
  ),
  dead: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      payload: z.record(z.string(), z.string()),
      attempts: z.number().int(),
      reason: z.string(),
      failed_at: z.string().nullable(),
    }),
  ),
  /** Sessions and documents still on their way. */
  backlog: z.object({ sessions_to_distil: z.number().int(), documents_to_embed: z.number().int() }),
  /** How far that work has come; older servers do not say. */
  progress: z
    .object({
      sessions: z.number().int(),
      distilled: z.number().int(),
      /** Given up on after several attempts. */
      not_distilled: z.number().int(),
      /** Those that are searched by meaning once they are embedded; of tool outputs the words are enough. */
      documents: z.number().int(),
      embedded: z.number().int(),
    })
    .optional(),
  embedding: z.object({ space: z.string().nullable(), note: z.string().nullable() }),
  /** When a worker last reported; `note` says what to do when none has for a while. */
  worker: z.object({ reported_at: z.string().nullable(), note: z.string().nullable() }).optional(),
  /** Whether all processes of the API count limits together; `note` says what to do when they should and cannot. */
  limits: z
    .object({ counted: z.enum(['shared', 'process']), note: z.string().nullable() })
    .optional(),
})
export type JobHealth = z.infer<typeof jobHealthSchema>

export const statsSchema = z.object({
  sessions: z.number().int(),
  messages: z.number().int(),
  prompts: z.number().int(),
  /** All that was distilled: findings and records of work. */
  observations: z.number().int(),
  /** Those that lists of sessions count. Older servers do not say it. */
  findings: z.number().int().optional(),
  summaries: z.number().int(),
  documents: z.number().int(),
  embedded: z.number().int(),
  projects: z.number().int(),
  tools: z.array(z.object({ tool: z.string(), sessions: z.number().int() })),
})
export type Stats = z.infer<typeof statsSchema>

/** Server-sent events of /v1/events: `event` is the type, `data` this JSON. */
export const liveEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('session.updated'), session_id: z.string() }),
  z.object({ type: z.literal('session.distilled'), session_id: z.string() }),
])
export type LiveEvent = z.infer<typeof liveEventSchema>
