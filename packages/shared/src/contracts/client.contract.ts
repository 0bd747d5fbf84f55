import { z } from 'zod'
import { pageOf, personSchema } from './common.contract.ts'

/** What a connected client may be let do, in the order in which people are shown it. Everybody grants `read`. */
export const CLIENT_SCOPES = ['read', 'write', 'lorebook'] as const
export const clientScopeSchema = z.enum(CLIENT_SCOPES)
export type ClientScope = z.infer<typeof clientScopeSchema>

/** A program that somebody let in by OAuth: one client of one person in one team. */
export const connectedClientSchema = z.object({
  id: z.string(),
  /** What the client calls itself; nobody checked it. */
  name: z.string(),
  /** Where it was answered: a host, the scheme of a desktop program, or the address from which it asked by a short code. */
  redirect_to: z.string(),
  scopes: z.array(clientScopeSchema),
  /** What the identity provider is called that vouched for it; null where a person let it in. */
  vouched_by: z.string().nullable().default(null),
  user: personSchema,
  /** Who let the browser in that allowed it; null where its person came in by themselves. */
  made_by: personSchema.nullable(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
})
export type ConnectedClient = z.infer<typeof connectedClientSchema>
export const connectedClientPageSchema = pageOf(connectedClientSchema)

export const consentParamsSchema = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9_-]{20,64}$/, 'must be the id that stands in the address'),
})

/** What a person looks at before they let a client in. */
export const consentSchema = z.object({
  client: z.object({
    /** What it calls itself. */
    name: z.string(),
    /** The host that vouches for the name: that of the document by which the client is known. Null where nobody does. */
    known_by: z.string().nullable(),
    /** Where the answer goes. */
    redirect_to: z.string(),
    /** Whether that is a program on the machine of whoever asks, and no site. */
    is_local: z.boolean(),
  }),
  /** What it asks for. */
  scopes: z.array(clientScopeSchema),
  /** Of those, what the role of the person covers. */
  possible: z.array(clientScopeSchema),
  team: z.object({ id: z.string(), name: z.string() }),
})
export type Consent = z.infer<typeof consentSchema>

export const answerConsentSchema = z.strictObject({
  allow: z.boolean(),
  /** The team that was shown: an answer given in another is refused. */
  team: z.string().min(1).max(40),
  /** What of it is allowed; `read` always is. All that was asked for unless said. */
  scopes: z.array(clientScopeSchema).max(CLIENT_SCOPES.length).optional(),
})
export type AnswerConsent = z.infer<typeof answerConsentSchema>

export const answeredConsentSchema = z.object({
  /** Where the browser goes now. */
  url: z.string(),
})
