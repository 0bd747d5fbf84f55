import { z } from 'zod'
import { CLIENT_SCOPES, clientScopeSchema } from '../contracts/client.contract.ts'
import { nameSchema } from '../text/clean-name.ts'

/** RFC 7523: an assertion is traded for a token. */
export const JWT_BEARER_GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
/** How a server says that it takes those of an identity provider (Identity Assertion JWT Authorization Grant). */
export const ID_JAG_PROFILE = 'urn:ietf:params:oauth:grant-profile:id-jag'

export const addManagedClientSchema = z.strictObject({
  name: nameSchema(100),
  /** Id of a sign-in provider of OpenID Connect. */
  provider: z.string().min(1).max(60),
  /** The most that its tokens may do; `read` is always among it. */
  scopes: z
    .array(clientScopeSchema)
    .max(CLIENT_SCOPES.length)
    .default([...CLIENT_SCOPES]),
})
export type AddManagedClient = z.input<typeof addManagedClientSchema>

/** A client that the identity provider of the team vouches for. */
export const managedClientSchema = z.object({
  /** Its client id, to be entered at the provider and in the client. */
  id: z.string(),
  name: z.string(),
  /** `name` is null where the provider is there no more. */
  provider: z.object({ id: z.string(), name: z.string().nullable() }),
  scopes: z.array(clientScopeSchema),
  created_at: z.string(),
})
export type ManagedClient = z.infer<typeof managedClientSchema>

export const addedManagedClientSchema = managedClientSchema.extend({
  /** Shown once. */
  client_secret: z.string(),
})
export type AddedManagedClient = z.infer<typeof addedManagedClientSchema>

export const managedClientListSchema = z.object({
  items: z.array(managedClientSchema),
  /** Which providers can vouch. */
  providers: z.array(z.object({ id: z.string(), name: z.string() })),
  /** What to enter at the provider: whom an assertion is for, and for which resource. */
  audience: z.string(),
  resource: z.string(),
})
export type ManagedClientList = z.infer<typeof managedClientListSchema>
