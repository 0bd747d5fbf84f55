import { scimAddress } from '@teamlore/core/provisioning'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import SCIMMY from 'scimmy'
import { ensureHarmless } from '../../bodies/json-bodies.plugin.ts'
import { scopeOf } from '../../plugins/auth.plugin.ts'
import { normalPatch } from './normal-body.ts'
import type { ProvisioningUseCases } from './provisioning.use-cases.ts'
import { groupResource, patchable, readGroup, readUser, userResource } from './resources.ts'
import { answer, listOf, SCIM_ROUTE, sendScimError } from './scim-answers.ts'
import { registerScimDiscovery } from './scim-discovery.ts'

type ById = { Params: { id: string } }
type Listing = { Querystring: { filter?: string; startIndex?: string; count?: string } }

/** SCIM 2.0 (RFC 7643, RFC 7644): users and groups, as Okta, Entra ID and their like provision them. */
export const registerScim = async (
  app: FastifyInstance,
  useCases: ProvisioningUseCases,
  publicUrl: string,
): Promise<void> => {
  const base = scimAddress(publicUrl)
  const scim: FastifyPluginAsync = async (scope) => {
    scope.setErrorHandler((error, request, reply) => sendScimError(error, request, reply))
    scope.setSerializerCompiler(() => (body) => JSON.stringify(body))
    const parse = scope.getDefaultJsonParser('error', 'error')
    scope.addContentTypeParser<string>(
      'application/scim+json',
      { parseAs: 'string' },
      // Some name the type with requests that have no body, such as DELETE.
      (request, body, done) => {
        if (body === '') return done(null, undefined)
        parse(request, body, (error, value) => {
          if (error !== null) return done(error)
          try {
            ensureHarmless(value)
            done(null, value)
          } catch (refusal) {
            done(refusal as Error)
          }
        })
      },
    )
    registerScimDiscovery(scope, base)
    registerUsers(scope, useCases, base)
    registerGroups(scope, useCases, base)
  }
  await app.register(scim, { prefix: '/scim/v2' })
}

/** The resource as it is after the operations. */
const patched = async (kind: 'User' | 'Group', resource: object, body: unknown) => {
  const patch = new SCIMMY.Messages.PatchOp(normalPatch(body, resource) as never)
  const source = patchable(kind, resource)
  return (await patch.apply(source)) ?? source
}

const registerUsers = (
  scim: FastifyInstance,
  useCases: ProvisioningUseCases,
  base: string,
): void => {
  scim.get<Listing>('/Users', SCIM_ROUTE, async (request, reply) => {
    const users = await useCases.listProvisionedUsers(scopeOf(request, 'admin'))
    const all = users.map((user) => userResource(user, base))
    return answer(reply, listOf(all, request.query))
  })
  scim.post('/Users', SCIM_ROUTE, async (request, reply) => {
    const user = await useCases.provisionUser(scopeOf(request, 'admin'), readUser(request.body))
    const resource = userResource(user, base)
    return answer(reply.header('location', resource.meta.location), resource, 201)
  })
  scim.get<ById>('/Users/:id', SCIM_ROUTE, async (request, reply) => {
    const user = await useCases.getProvisionedUser(scopeOf(request, 'admin'), request.params.id)
    return answer(reply, userResource(user, base))
  })
  scim.put<ById>('/Users/:id', SCIM_ROUTE, async (request, reply) => {
    const scope = scopeOf(request, 'admin')
    const sent = readUser(request.body)
    const user = await useCases.changeProvisionedUser(scope, request.params.id, sent)
    return answer(reply, userResource(user, base))
  })
  scim.patch<ById>('/Users/:id', SCIM_ROUTE, async (request, reply) => {
    const scope = scopeOf(request, 'admin')
    const { id } = request.params
    const before = userResource(await useCases.getProvisionedUser(scope, id), base)
    const sent = readUser(await patched('User', before, request.body))
    return answer(reply, userResource(await useCases.changeProvisionedUser(scope, id, sent), base))
  })
  scim.delete<ById>('/Users/:id', SCIM_ROUTE, async (request, reply) => {
    await useCases.removeProvisionedUser(scopeOf(request, 'admin'), request.params.id)
    return reply.code(204).send()
  })
}

const registerGroups = (
  scim: FastifyInstance,
  useCases: ProvisioningUseCases,
  base: string,
): void => {
  scim.get<Listing>('/Groups', SCIM_ROUTE, async (request, reply) => {
    const groups = await useCases.listProvisionedGroups(scopeOf(request, 'admin'))
    const all = groups.map((group) => groupResource(group, base))
    return answer(reply, listOf(all, request.query))
  })
  scim.post('/Groups', SCIM_ROUTE, async (request, reply) => {
    const scope = scopeOf(request, 'admin')
    const group = await useCases.provisionGroup(scope, undefined, readGroup(request.body))
    const resource = groupResource(group, base)
    return answer(reply.header('location', resource.meta.location), resource, 201)
  })
  scim.get<ById>('/Groups/:id', SCIM_ROUTE, async (request, reply) => {
    const group = await useCases.getProvisionedGroup(scopeOf(request, 'admin'), request.params.id)
    return answer(reply, groupResource(group, base))
  })
  scim.put<ById>('/Groups/:id', SCIM_ROUTE, async (request, reply) => {
    const scope = scopeOf(request, 'admin')
    const sent = readGroup(request.body)
    return answer(
      reply,
      groupResource(await useCases.provisionGroup(scope, request.params.id, sent), base),
    )
  })
  scim.patch<ById>('/Groups/:id', SCIM_ROUTE, async (request, reply) => {
    const scope = scopeOf(request, 'admin')
    const { id } = request.params
    const before = groupResource(await useCases.getProvisionedGroup(scope, id), base)
    const sent = readGroup(await patched('Group', before, request.body))
    return answer(reply, groupResource(await useCases.provisionGroup(scope, id, sent), base))
  })
  scim.delete<ById>('/Groups/:id', SCIM_ROUTE, async (request, reply) => {
    await useCases.removeProvisionedGroup(scopeOf(request, 'admin'), request.params.id)
    return reply.code(204).send()
  })
}
