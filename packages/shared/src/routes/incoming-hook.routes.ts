import { z } from 'zod'
import { incomingHookIdSchema } from '../ids.ts'
import {
  addIncomingHookSchema,
  incomingEventListSchema,
  incomingHookListSchema,
  incomingHookSchema,
  incomingHookWithSecretSchema,
  setIncomingHookSchema,
} from '../integrations/incoming-hook.contract.ts'
import { needed } from '../roles/roles.ts'
import { route } from './route.ts'

const params = z.strictObject({ id: incomingHookIdSchema })

/** Addresses here to which tools outside send what became of work. */
export const incomingHookRoutes = {
  list: route({
    method: 'GET',
    path: '/v1/incoming-hooks',
    id: 'listIncomingHooks',
    needs: needed('integrations.manage'),
    tag: 'Team',
    docs: 'addresses that tools send to, without their secrets',
    summary: 'List incoming webhooks',
    description: 'Addresses that tools send to, with what went wrong last.',
    answer: incomingHookListSchema,
  }),
  add: route({
    method: 'POST',
    path: '/v1/incoming-hooks',
    id: 'addIncomingHook',
    needs: needed('integrations.manage'),
    tag: 'Team',
    docs: 'an address for one tool, called `name`; the secret is in this answer alone',
    summary: 'Add an incoming webhook',
    description:
      'Its tool signs by the form of Standard Webhooks. It may do no more than who made it may.',
    body: addIncomingHookSchema,
    answer: incomingHookWithSecretSchema,
    status: 201,
    failures: [409],
  }),
  set: route({
    method: 'PUT',
    path: '/v1/incoming-hooks/:id',
    id: 'setIncomingHook',
    needs: needed('integrations.manage'),
    tag: 'Team',
    docs: 'set its `name`, and whether anything is taken (`is_on`)',
    summary: 'Set an incoming webhook',
    description: 'Switched off, it refuses what is sent.',
    params,
    body: setIncomingHookSchema,
    answer: incomingHookSchema,
  }),
  remove: route({
    method: 'DELETE',
    path: '/v1/incoming-hooks/:id',
    id: 'removeIncomingHook',
    needs: needed('integrations.manage'),
    tag: 'Team',
    docs: 'end it, and take away its secret and its log',
    summary: 'Remove an incoming webhook',
    description: 'What was taken before stays.',
    params,
    status: 204,
  }),
  rotate: route({
    method: 'POST',
    path: '/v1/incoming-hooks/:id/rotate',
    id: 'rotateIncomingHook',
    needs: needed('integrations.manage'),
    tag: 'Team',
    docs: 'a new secret, whose maker you are from then on; the one so far is taken as well for a day if you were',
    summary: 'Give an incoming webhook a new secret',
    description:
      'It acts as you from then on. For a day signatures of both secrets are taken; where another admin made it, the one so far ends at once.',
    params,
    answer: incomingHookWithSecretSchema,
    failures: [409],
  }),
  events: route({
    method: 'GET',
    path: '/v1/incoming-hooks/:id/events',
    id: 'listIncomingEvents',
    needs: needed('integrations.manage'),
    tag: 'Team',
    docs: 'the last hundred events that came in, newest first, and what came of each',
    summary: 'List events of an incoming webhook',
    description: 'Kept for thirty days: ids, kinds and counts, never what stood in them.',
    params,
    answer: incomingEventListSchema,
  }),
} as const

/** Names of these schemas in the OpenAPI document. */
export const incomingHookComponents = { IncomingHook: incomingHookSchema } as const
