import { errorEnvelopeSchema, type Routes } from '@teamlore/shared'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { agentNotBuilt } from '../../errors/request.errors.ts'
import type { Handlers } from '../../routing/serve.ts'
import type { PackedAgent } from './pack-agent.ts'

type AgentPackage = () => Promise<PackedAgent | undefined>

const take = async (agentPackage: AgentPackage): Promise<PackedAgent> => {
  const packed = await agentPackage()
  if (packed === undefined) throw agentNotBuilt()
  return packed
}

export const agentHandlers = (
  agentPackage: AgentPackage,
  publicUrl: string,
): Handlers<Pick<Routes, 'getAgent'>> => ({
  getAgent: async () => {
    const { version, bytes, integrity, optional } = await take(agentPackage)
    const url = `${publicUrl.replace(/\/+$/, '')}/agent.tgz`
    return { version, url, integrity, bytes: bytes.length, optional }
  },
})

/** The agent of this very version, for `npx <server>/agent.tgz`. Open to all: it holds nothing of a team. */
export const registerAgentPackage = (app: FastifyInstance, agentPackage: AgentPackage): void => {
  app.route({
    method: 'GET',
    url: '/agent.tgz',
    schema: {
      operationId: 'downloadAgent',
      summary: 'The agent as an npm package',
      description:
        'The `lore` command of the version of this server: `npx <server>/agent.tgz join` connects a machine, and no registry is needed.',
      tags: ['Access'],
      security: [],
      response: {
        200: { content: { 'application/gzip': { schema: z.string() } } },
        404: errorEnvelopeSchema,
      },
    },
    handler: async (request, reply) => send(await take(agentPackage), request, reply),
  })
}

const send = (
  { bytes, integrity, version }: PackedAgent,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => {
  const etag = `"${integrity}"`
  reply.headers({
    etag,
    // Whoever keeps it asks before they use it again: the next version has the same address.
    'cache-control': 'no-cache',
    'x-integrity': integrity,
    'x-teamlore-version': version,
  })
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply
    .type('application/gzip')
    .header('content-disposition', `attachment; filename="teamlore-agent-${version}.tgz"`)
    .header('content-length', bytes.length)
    .send(bytes)
}
