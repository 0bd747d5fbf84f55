import type { TeamScope } from '@teamlore/core'
import type { TeamRole } from '@teamlore/shared'
import { CLIENT_SCOPES, type ClientScope } from '@teamlore/shared/clients'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { insufficientScope } from '../../errors/request.errors.ts'
import type { Tool } from '../tool.ts'

/** What a 401 and a 403 say of how to get a token with these scopes. */
export type Challenge = (scopes: readonly ClientScope[]) => string

/** What a connected client was let do; everything for whoever comes with a key. */
export const grantedOf = ({
  actor,
  role,
}: TeamScope): { scopes: readonly ClientScope[]; role: TeamRole } =>
  actor.kind === 'user' && actor.via === 'client'
    ? { scopes: actor.scopes, role: actor.mayBe }
    : { scopes: CLIENT_SCOPES, role }

/** Names of the tools that a message calls, or several messages at once. */
const calledBy = (body: unknown): string[] =>
  [body].flat().flatMap((sent) => {
    const message = sent as { method?: unknown; params?: { name?: unknown } } | null
    const name = message?.method === 'tools/call' ? message.params?.name : undefined
    return typeof name === 'string' ? [name] : []
  })

/**
 * A call of a tool that its person may use, and this client was not let use, says which scopes to ask for: those it has and those
 * that it lacks, as the client has to ask for all at once.
 * @throws RequestError `mcp.insufficient_scope`
 */
export const ensureGranted = (
  { body }: Pick<FastifyRequest, 'body'>,
  reply: FastifyReply,
  {
    possible,
    scopes,
    challenge,
  }: { possible: readonly Tool[]; scopes: readonly ClientScope[]; challenge: Challenge },
): void => {
  const called = calledBy(body)
  const needed = possible.filter(({ name }) => called.includes(name)).map(({ scope }) => scope)
  if (needed.every((scope) => scopes.includes(scope))) return
  const all = CLIENT_SCOPES.filter((scope) => scopes.includes(scope) || needed.includes(scope))
  reply.header(
    'www-authenticate',
    `Bearer realm="Teamlore", error="insufficient_scope", ${challenge(all)}`,
  )
  throw insufficientScope({ details: { needed: all } })
}
