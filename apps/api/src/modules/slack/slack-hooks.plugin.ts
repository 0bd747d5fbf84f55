import { SLACK_HOOK_BYTES } from '@teamlore/shared/slack'
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { SlackUseCases } from './slack.use-cases.ts'

type Deps = { useCases: Pick<SlackUseCases, 'receiveSlack'> }

const headerOf = ({ headers }: FastifyRequest, name: string): string | undefined => {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}

const TYPES = ['application/json', 'application/x-www-form-urlencoded']

/**
 * What Slack sends: events, commands and shortcuts at one address. The body is read as it came, since the signature is of its very
 * characters, and answered once it is written down, as Slack waits three seconds.
 */
export const registerSlackHooks = async (
  app: FastifyInstance,
  { useCases }: Deps,
): Promise<void> => {
  const hooks: FastifyPluginAsync = async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser<string>(
      TYPES,
      { parseAs: 'string', bodyLimit: SLACK_HOOK_BYTES },
      (_request, body, done) => done(null, body),
    )
    scope.post<{ Params: { slack: string } }>(
      '/v1/hooks/slack/:slack',
      { config: { needs: 'nobody' }, schema: { hide: true }, bodyLimit: SLACK_HOOK_BYTES },
      async (request, reply) => {
        const taken = await useCases.receiveSlack({
          slack: request.params.slack,
          timestamp: headerOf(request, 'x-slack-request-timestamp'),
          signature: headerOf(request, 'x-slack-signature'),
          contentType: headerOf(request, 'content-type') ?? '',
          body: typeof request.body === 'string' ? request.body : '',
        })
        // Slack shows whoever typed a command what it is answered here, so it is answered nothing.
        return taken.state === 'challenge'
          ? reply.code(200).send({ challenge: taken.challenge })
          : reply.code(200).send()
      },
    )
  }
  await app.register(hooks)
}
