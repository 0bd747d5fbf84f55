import { INCOMING_BYTES } from '@teamlore/shared/incoming-hooks'
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { WebhookUseCases } from './webhooks.use-cases.ts'

type Deps = { useCases: Pick<WebhookUseCases, 'takeIncoming'> }

const headerOf = ({ headers }: FastifyRequest, name: string): string | undefined => {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}

/** What tools outside send. The body is read as it came, since the signature is of its very characters. */
export const registerIncoming = async (app: FastifyInstance, { useCases }: Deps): Promise<void> => {
  const incoming: FastifyPluginAsync = async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser<string>(
      'application/json',
      { parseAs: 'string', bodyLimit: INCOMING_BYTES },
      (_request, body, done) => done(null, body),
    )
    scope.post<{ Params: { hook: string } }>(
      '/v1/hooks/in/:hook',
      { config: { needs: 'nobody' }, schema: { hide: true }, bodyLimit: INCOMING_BYTES },
      async (request, reply) => {
        const taken = await useCases.takeIncoming({
          hook: request.params.hook,
          id: headerOf(request, 'webhook-id'),
          timestamp: headerOf(request, 'webhook-timestamp'),
          signature: headerOf(request, 'webhook-signature'),
          body: typeof request.body === 'string' ? request.body : '',
        })
        return reply.code(202).send(taken)
      },
    )
  }
  await app.register(incoming)
}
