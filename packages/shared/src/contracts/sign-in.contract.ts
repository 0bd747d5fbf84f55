import { z } from 'zod'
import { nameSchema } from '../text/clean-name.ts'
import { answerConsentSchema, consentSchema } from './client.contract.ts'
import { personSchema, roleSchema } from './common.contract.ts'

export const providerKindSchema = z.enum(['github', 'google', 'gitlab', 'oidc'])
export type ProviderKind = z.infer<typeof providerKindSchema>

/**
 * Which addresses of an `oidc` provider count: those it says are verified; also those of which it says nothing (`not_denied`,
 * Entra ID); or also those that it calls unverified (`all`, Authentik).
 */
export const emailTrustSchema = z.enum(['verified', 'not_denied', 'all'])
export type EmailTrust = z.infer<typeof emailTrustSchema>

/** What a sign-in page may show to somebody it does not know. */
export const signInOptionsSchema = z.object({
  providers: z.array(z.object({ id: z.string(), name: z.string(), kind: providerKindSchema })),
  /** Passkeys need HTTPS, or localhost. */
  passkeys: z.boolean(),
})
export type SignInOptions = z.infer<typeof signInOptionsSchema>

/** A page of ours to go on with: never another origin, whatever it is made of. */
const nextSchema = z
  .string()
  .max(1_000)
  .regex(/^\/(?![/\\])[^\s\\]*$/, 'must be a path of this server, such as /sessions')

export const startSignInSchema = z.strictObject({
  next: nextSchema.optional(),
  /** Token of an invitation that is accepted with the sign-in. */
  invitation: z.string().min(10).max(200).optional(),
})
export type StartSignIn = z.infer<typeof startSignInSchema>

export const startedSignInSchema = z.object({
  /** Where the browser goes now: a page of the provider. */
  url: z.string(),
})

export const finishSignInSchema = z.strictObject({
  /** What the provider put behind the `?` of the address. */
  query: z.string().min(1).max(8_000),
})

export const signedInSchema = z.object({ next: z.string() })
export type SignedInAnswer = z.infer<typeof signedInSchema>

/** What the browser's own interface of passkeys takes and gives; checked by the library, field by field. */
export const passkeyOptionsSchema = z.object({ options: z.record(z.string(), z.unknown()) })
const passkeyResponseSchema = z.looseObject({
  id: z.string().min(1).max(2_000),
  rawId: z.string().max(2_000),
  type: z.literal('public-key'),
  response: z.record(z.string(), z.unknown()),
})

export const passkeySignInSchema = z.strictObject({
  response: passkeyResponseSchema,
  next: nextSchema.optional(),
})
export const addPasskeySchema = z.strictObject({
  name: nameSchema(100),
  response: passkeyResponseSchema,
})
export const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  /** Who let in the browser in which it was added; null where its person came in by themselves. */
  made_by: personSchema.nullable().default(null),
})
export type Passkey = z.infer<typeof passkeySchema>
export const passkeyListSchema = z.object({ items: z.array(passkeySchema) })

/** A browser that is signed in. */
export const deviceSchema = z.object({
  id: z.string(),
  /** What the browser calls itself. */
  agent: z.string(),
  team: z.object({ id: z.string(), name: z.string() }),
  created_at: z.string(),
  last_seen_at: z.string(),
  expires_at: z.string(),
  /** The one that asks. */
  is_current: z.boolean(),
  /** Who made the link or passkey by which it came in; null where its person did. */
  made_by: personSchema.nullable().default(null),
})
export type Device = z.infer<typeof deviceSchema>
export const deviceListSchema = z.object({ items: z.array(deviceSchema) })

const domainSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?:[a-z0-9-]+\.)+[a-z0-9-]+$/, 'must be a domain such as example.com')

const mappedRoleSchema = z.enum(['viewer', 'member', 'admin'])

/** Where somebody signs in, as it is set on the settings page. */
export const setProviderSchema = z.strictObject({
  kind: providerKindSchema,
  name: nameSchema(60),
  /** Needed for `oidc`; for `gitlab` the address of an own installation. */
  issuer: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .nullish(),
  client_id: z.string().trim().min(1).max(500),
  /** Left out: the stored one stays. */
  client_secret: z.string().trim().min(1).max(2_000).optional(),
  /** Empty: any domain. */
  allowed_domains: z.array(domainSchema).max(50).default([]),
  /** Role of somebody nobody invited; null: only who is invited comes in, or is in a group that has a role. Needs `allowed_domains`. */
  new_role: mappedRoleSchema.nullable().default(null),
  /** More than `verified` is for `oidc` with `allowed_domains`, and needs a provider whose people cannot choose their address. */
  email_trust: emailTrustSchema.default('verified'),
  groups_claim: z.string().trim().min(1).max(100).default('groups'),
  /** The highest role of one's groups counts, at every sign-in; owners stay owners. */
  group_roles: z
    .array(z.strictObject({ group: z.string().trim().min(1).max(200), role: mappedRoleSchema }))
    .max(100)
    .default([]),
})
export type SetProvider = z.infer<typeof setProviderSchema>

export const providerSchema = z.object({
  id: z.string(),
  kind: providerKindSchema,
  name: z.string(),
  issuer: z.string().nullable(),
  client_id: z.string(),
  allowed_domains: z.array(z.string()),
  new_role: roleSchema.nullable(),
  email_trust: emailTrustSchema.default('verified'),
  groups_claim: z.string(),
  group_roles: z.array(z.object({ group: z.string(), role: roleSchema })),
  /** Set by the environment: cannot be changed here. */
  is_fixed: z.boolean(),
  /** To be entered at the provider. */
  callback_url: z.string(),
})
export type Provider = z.infer<typeof providerSchema>
export const providerListSchema = z.object({
  items: z.array(providerSchema),
  /** Why none can be stored here; null where they can. */
  note: z.string().nullable(),
})

export const providerTestSchema = z.object({
  ok: z.boolean(),
  /** One sentence for each thing looked at. */
  findings: z.array(z.object({ ok: z.boolean(), text: z.string() })),
})
export type ProviderTest = z.infer<typeof providerTestSchema>

/** RFC 8628, section 3.1 and 3.2. */
export const deviceCodeRequestSchema = z.strictObject({
  client_id: z.string().min(1).max(100).default('lore'),
  machine: z.strictObject({
    fingerprint: z.string().min(8).max(200),
    name: z.string().min(1).max(200),
    platform: z.string().min(1).max(100),
    agent_version: z.string().min(1).max(100),
  }),
})
export type DeviceCodeRequest = z.infer<typeof deviceCodeRequestSchema>
export const deviceCodeSchema = z.object({
  device_code: z.string(),
  /** Eight letters with a dash; shown by the command and on the page, so that a person can compare them. */
  user_code: z.string(),
  verification_uri: z.string(),
  verification_uri_complete: z.string(),
  expires_in: z.number().int(),
  interval: z.number().int(),
})
export type DeviceCode = z.infer<typeof deviceCodeSchema>

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

/** RFC 8628, section 3.4 and 3.5. */
export const deviceTokenRequestSchema = z.strictObject({
  grant_type: z.literal(DEVICE_GRANT),
  client_id: z.string().min(1).max(100).default('lore'),
  device_code: z.string().min(20).max(200),
})
export const deviceTokenSchema = z.object({
  /** Key of this machine alone. */
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  machine: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string() }),
  team: z.object({ id: z.string(), name: z.string() }),
  role: roleSchema,
})
export type DeviceToken = z.infer<typeof deviceTokenSchema>

const userCodeSchema = z
  .string()
  .trim()
  .toUpperCase()
  .transform((text) => text.replaceAll(/[^A-Z]/g, ''))
  .refine((text) => /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/.test(text), {
    error: 'must be the eight letters that `lore` shows, such as WDJB-MJHT',
  })

export const findDeviceSchema = z.strictObject({ user_code: userCodeSchema })
/** What asks to be let in: a machine that runs `lore`, or a client at /mcp that has no browser. */
export const waitingDeviceSchema = z.object({
  user_code: z.string(),
  machine: z
    .object({ name: z.string(), platform: z.string(), agent_version: z.string() })
    .nullable(),
  client: consentSchema
    .pick({ scopes: true, possible: true })
    .extend(consentSchema.shape.client.pick({ name: true, known_by: true }).shape)
    .nullable(),
  /** Address the request came from. */
  address: z.string(),
  asked_at: z.string(),
  team: z.object({ id: z.string(), name: z.string() }),
})
export type WaitingDevice = z.infer<typeof waitingDeviceSchema>
export const answerDeviceSchema = z.strictObject({
  user_code: userCodeSchema,
  allow: z.boolean(),
  /** For a client: the team that was shown. */
  team: answerConsentSchema.shape.team.optional(),
  /** For a client: what of it is allowed. */
  scopes: answerConsentSchema.shape.scopes,
})
export type AnswerDevice = z.infer<typeof answerDeviceSchema>

export const claimApiKeyResponseSchema = z.object({
  /** The new text of the key, shown once. */
  key: z.string(),
})
export type ClaimApiKeyResponse = z.infer<typeof claimApiKeyResponseSchema>
