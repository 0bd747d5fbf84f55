import type { HookHeaders } from '@teamlore/shared/code-hosts'
import { HOOK_BYTES, INTEGRATION_KINDS } from '@teamlore/shared/integrations'
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { IntegrationUseCases } from './integrations.use-cases.ts'

type Deps = { useCases: Pick<IntegrationUseCases, 'receiveHook'> }

/** One that came several times is none. */
const headersOf = ({ headers }: FastifyRequest): HookHeaders =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : undefined,
    ]),
  )

/**
 * What code hosts send. The body is read as it came, since the signature is of its very characters, and answered once it is written
 * down what is to be looked at; all else is done in the background.
 */
export const registerHooks = async (app: FastifyInstance, { useCases }: Deps): Promise<void> => {
  const hooks: FastifyPluginAsync = async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser<string>(
      'application/json',
      { parseAs: 'string', bodyLimit: HOOK_BYTES },
      (_request, body, done) => done(null, body),
    )
    for (const kind of INTEGRATION_KINDS)
      scope.post<{ Params: { integration: string } }>(
        `/v1/hooks/${kind}/:integration`,
        { config: { needs: 'nobody' }, schema: { hide: true }, bodyLimit: HOOK_BYTES },
        async (request, reply) => {
          const { state } = await useCases.receiveHook({
            kind,
            integration: request.params.integration,
            headers: headersOf(request),
            body: typeof request.body === 'string' ? request.body : '',
          })
          return reply.code(202).send({ state })
        },
      )
  }
  await app.register(hooks)
}
