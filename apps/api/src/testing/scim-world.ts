import { USUAL_BROWSER_LIFE } from '@teamlore/core'
import type { LightMyRequestResponse } from 'fastify'
import { LINKS_ALONE } from '../modules/sign-in/sign-in.use-cases.ts'
import { bearer } from './edge-app.ts'
import { openWorld, type WorldTeam } from './world.ts'

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
export const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type ScimWorld = Awaited<ReturnType<typeof openScimWorld>>

/** The API with a team, and a directory that has the key of a service account of it. */
export const openScimWorld = async () => {
  const signIn = {
    providers: [],
    life: USUAL_BROWSER_LIFE,
    secret: undefined,
    allowedHosts: LINKS_ALONE.allowedHosts,
    groupRoles: [
      { group: 'Platform', role: 'admin' as const },
      { group: 'Guests', role: 'viewer' as const },
    ],
  }
  const world = await openWorld({}, { signIn, hasOwnDatabase: true })
  const us = await world.addTeam('Olga')
  const keyOfService = async (team: WorldTeam, role = 'admin'): Promise<string> => {
    const post = (url: string, payload: object) =>
      world.app.inject({ method: 'POST', url, payload, headers: bearer(team.keys.owner) })
    const { id } = (await post('/v1/team/service-accounts', { name: 'Okta', role })).json()
    return (await post('/v1/keys', { name: 'SCIM', user: id, role })).json().key
  }
  const key = await keyOfService(us)

  const scim = (
    method: Method,
    path: string,
    body?: object,
    as = key,
  ): Promise<LightMyRequestResponse> =>
    world.app.inject({
      method,
      url: `/scim/v2${path}`,
      headers: { ...bearer(as), ...(body && { 'content-type': 'application/scim+json' }) },
      ...(body && { payload: JSON.stringify(body) }),
    })

  return {
    world,
    us,
    scim,
    keyOfService,
    create: async (body: object): Promise<string> => {
      const answer = await scim('POST', '/Users', body)
      if (answer.statusCode !== 201) throw new Error(answer.body)
      return answer.json().id
    },
    memberOf: async (id: string) =>
      (await us.ask('/v1/team/members?limit=200', 'admin'))
        .json()
        .items.find((member: { id: string }) => member.id === id),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}

/** As Okta makes somebody. */
export const oktaUser = (userName: string, more: object = {}) => ({
  schemas: [USER],
  userName,
  name: { givenName: 'Ana', familyName: 'Oliveira' },
  emails: [{ primary: true, value: userName, type: 'work' }],
  displayName: 'Ana Oliveira',
  locale: 'en-US',
  externalId: `00u${userName}`,
  groups: [],
  password: '1mz050nq',
  active: true,
  ...more,
})

/** As Entra ID makes somebody. */
export const entraUser = (userName: string) => ({
  schemas: [USER, ENTERPRISE],
  externalId: `entra-${userName}`,
  userName,
  active: true,
  addresses: [{ type: 'work', country: 'PT' }],
  displayName: 'Bea Costa',
  emails: [{ primary: true, type: 'work', value: userName }],
  meta: { resourceType: 'User' },
  name: { formatted: 'Bea Costa', familyName: 'Costa', givenName: 'Bea' },
  roles: [],
  [ENTERPRISE]: { department: 'Research', manager: { value: '7' } },
})
