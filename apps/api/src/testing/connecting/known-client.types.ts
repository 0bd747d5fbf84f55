/**
 * What shipped clients send when they connect, written down from their documentation, their source and reports of others. None of
 * it was seen with the client itself.
 */
export type KnownClient = {
  name: string
  /** Where it is documented or reported. */
  sources: string[]
  /** Its first request: the path that it was given, and what it reads. */
  first: { path: string; accept: string }
  /** What it says of itself with each request. */
  headers: Record<string, string>
  /** Where it looks for the documents, in its order; of a server that says nothing it would go on to the next. */
  discovers: string[]
  /** What it registers; more than once where it does so again each time. */
  registers: Record<string, unknown>[]
  /** Where it is answered: of what it registered, or on another port of it. */
  redirectUri: string
  /** What it asks for beside the code and PKCE. `resource` as the server says it, or as the address was given. */
  asks: {
    scope: string | null
    resource: 'as said' | 'as given'
    state: string
  } & Record<string, string | null>
  /** How it shows its secret, where it has one, and whether it says for which address a token is. */
  tokens: { secret: 'post' | 'basic' | 'none'; names?: 'resource' }
  protocol: string
  /** Whether it asks for a stream by GET once it is in, and ends by DELETE. */
  streams: boolean
  ends: boolean
}
