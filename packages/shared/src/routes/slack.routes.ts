import { z } from 'zod'
import { slackIdSchema } from '../ids.ts'
import { needed } from '../roles/roles.ts'
import {
  finishSlackSchema,
  keptSlackKeysSchema,
  setSlackSchema,
  slackDeliveryPageSchema,
  slackDeliveryQuerySchema,
  slackKeysSchema,
  slackListSchema,
  slackSchema,
  slackTestSchema,
  startedSlackSchema,
  startSlackSchema,
} from '../slack/slack.contract.ts'
import { route } from './route.ts'

const params = z.strictObject({ id: slackIdSchema })

/** Slack, where the team talks. */
export const slackRoutes = {
  list: route({
    method: 'GET',
    path: '/v1/slack',
    id: 'listSlack',
    needs: needed('integrations.manage'),
    tag: 'Team',
    docs: 'connected Slack workspaces, what the app may do there, and how it fares',
    summary: 'List connections to Slack',
    description: 'Connected workspaces, without keys and tokens, with health and last error.',
    answer: slackListSchema,
  }),
  start: route({
    method: 'POST',
    path: '/v1/slack',
    id: 'startSlack',
    needs: needed('integrations.manage'),
    tag: 'Team',
    docs: 'begin to connect a Slack: gives the manifest of an app of the team’s own, and where Slack makes it',
    summary: 'Begin to connect a Slack',
    description:
      'A browser opens `create_url`, where Slack makes an app out of the manifest, with least permissions.',
    body: startSlackSchema,
    answer: startedSlackSchema,
    status: 201,
    failures: [409, 422],
  }),
  finish: route({
    method: 'POST',
    path: '/v1/slack/finish',
    id: 'finishSlack',
    needs: needed('integrations.manage'),
    tag: 'Team',
    docs: 'trade the `code` that Slack sent back for the token of the workspace; once, by who began',
    summary: 'Finish connecting a Slack',
    description: 'Stores the token encrypted. It is never shown.',
    body: finishSlackSchema,
    answer: slackSchema,
    failures: [409, 503],
    timeoutMs: 40_000,
  }),
  keys: route({
    method: 'PUT',
    path: '/v1/slack/:id/keys',
    id: 'setSlackKeys',
    needs: needed('integrations.manage'),
    tag: 'Team',
    docs: 'give the keys of the app as Slack shows them; answers with where a workspace lets the app in',
    summary: 'Give the keys of a Slack app',
    description:
      'Stored encrypted and never shown. With `bot_token` of an app that was installed by hand the workspace is connected at once.',
    params,
    body: slackKeysSchema,
    answer: keptSlackKeysSchema,
    failures: [409, 503],
    timeoutMs: 40_000,
  }),
  set: route({
    method: 'PUT',
    path: '/v1/slack/:id',
    id: 'setSlack',
    needs: needed('integrations.manage'),
    tag: 'Team',
    docs: 'choose the channel of the weekly digest, and the project of drafts that are made out of messages',
    summary: 'Set a connection to Slack',
    description:
      'A digest is sent on Mondays, if the channel is private and everybody in it is a member of the team. A public channel is refused.',
    params,
    body: setSlackSchema,
    answer: slackSchema,
    failures: [409, 422],
  }),
  remove: route({
    method: 'DELETE',
    path: '/v1/slack/:id',
    id: 'removeSlack',
    needs: needed('integrations.manage'),
    tag: 'Team',
    docs: 'take the app out of the workspace, and its keys and deliveries out of this server',
    summary: 'Remove a connection to Slack',
    description:
      'Takes the app out of the workspace where Slack is reached, and everything of it from this server. Its messages stay at Slack.',
    params,
    status: 204,
    timeoutMs: 40_000,
  }),
  test: route({
    method: 'POST',
    path: '/v1/slack/:id/test',
    id: 'testSlack',
    needs: needed('integrations.manage'),
    tag: 'Team',
    docs: 'ask Slack whether it knows the app and what it may do; says in words what is wrong',
    summary: 'Test a connection to Slack',
    description: 'Asks Slack, and says in words what is wrong and what to do.',
    params,
    answer: slackTestSchema,
    failures: [409],
    timeoutMs: 40_000,
  }),
  deliveries: route({
    method: 'GET',
    path: '/v1/slack/:id/deliveries',
    id: 'listSlackDeliveries',
    needs: needed('integrations.manage'),
    tag: 'Team',
    docs: 'what Slack sent and which digests were due, newest first, and what became of each',
    summary: 'List deliveries of a connection to Slack',
    description: 'Kept for thirty days: kinds and ids, never what somebody said.',
    params,
    query: slackDeliveryQuerySchema,
    answer: slackDeliveryPageSchema,
  }),
} as const

/** Names of these schemas in the OpenAPI document. */
export const slackComponents = { Slack: slackSchema, SlackTest: slackTestSchema } as const
