import {
  connectedIntegrationSchema,
  type Dismissal,
  deliveryPageSchema,
  dismissalListSchema,
  type Integration,
  type IntegrationTest,
  integrationListSchema,
  integrationSchema,
  integrationTestSchema,
  repositoryListSchema,
} from '@teamlore/shared/integrations'
import {
  type Slack,
  slackDeliveryPageSchema,
  slackListSchema,
  slackTestSchema,
} from '@teamlore/shared/slack'
import { z } from 'zod'

export const buildIntegration = (fields: Partial<Integration> = {}): Integration => ({
  id: 'int_01k9x2f0aaaaaaaaaaaaaaaaaa',
  kind: 'github',
  state: 'connected',
  web_url: 'https://github.com',
  hook_url: 'https://lore.test/v1/hooks/github/int_01k9x2f0aaaaaaaaaaaaaaaaaa',
  app: {
    id: '4711',
    slug: 'teamlore-ab12',
    account: 'acme',
    url: 'https://github.com/apps/teamlore-ab12',
    install_url: 'https://github.com/apps/teamlore-ab12/installations/new',
  },
  shows_names: false,
  makes_hooks: false,
  permissions: [],
  repositories: 2,
  connected_at: '2026-05-01T08:00:00.000Z',
  answered_at: '2026-05-01T09:00:00.000Z',
  last_delivery_at: null,
  error: null,
  error_at: null,
  ...fields,
})

export const buildGitLab = (): Integration =>
  buildIntegration({
    kind: 'gitlab',
    web_url: 'https://gitlab.com',
    hook_url: 'https://lore.test/v1/hooks/gitlab/int_01k9x2f0aaaaaaaaaaaaaaaaaa',
    app: {
      id: '7',
      slug: 'group_9_bot_9f',
      account: 'teamlore',
      url: 'https://gitlab.com/group_9_bot_9f',
      install_url: null,
    },
  })

export const buildDismissal = (fields: Partial<Dismissal> = {}): Dismissal => ({
  id: 'dsm_01k9x2f0aaaaaaaaaaaaaaaaaa',
  repository: 'acme/harbour',
  memory_id: 'mem_01k9x2f0aaaaaaaaaaaaaaaaaa',
  statement: 'Exports are retried.',
  path: 'src',
  made_by: 'Ann',
  made_at: '2026-05-01T08:00:00.000Z',
  via: 'comment',
  uses: 2,
  ...fields,
})

const REPOSITORY = {
  id: '17',
  name: 'acme/harbour',
  url: 'https://github.com/acme/harbour',
  visibility: 'private',
  project: null,
  required: [],
  is_backfill_waiting: false,
  backfilled_at: null,
}

export const buildSlack = (fields: Partial<Slack> = {}): Slack => ({
  id: 'slk_01k9x2f0aaaaaaaaaaaaaaaaaa',
  state: 'connected',
  web_url: 'https://slack.com',
  hook_url: 'https://lore.test/v1/hooks/slack/slk_01k9x2f0aaaaaaaaaaaaaaaaaa',
  by_socket: false,
  socket_since: null,
  workspace: { id: 'T1', name: 'Acme' },
  digest_channel: null,
  project: null,
  scopes: [],
  connected_at: '2026-05-01T08:00:00.000Z',
  answered_at: '2026-05-01T09:00:00.000Z',
  last_delivery_at: null,
  error: null,
  error_at: null,
  ...fields,
})

const DELIVERY = {
  id: 'dlv_01k9x2f0aaaaaaaaaaaaaaaaaa',
  delivery: 'one',
  state: 'failed',
  error: 'It failed.',
  received_at: '2026-05-01T08:00:00.000Z',
}
const PUSH = { event: 'pull_request', action: 'opened', repository: 'acme/harbour', number: 3 }

/** What is asked of a delivery or of a connection itself is answered without a word. */
const isAnsweredByNothing = (path: string): boolean =>
  path.endsWith('/replay') || /_[0-9a-z]{26}$/.test(path)

type FakeWorld = { integrations: Integration[]; slack: Slack[]; integrationTest: IntegrationTest }

export const fakeSlack = (
  path: string,
  { slack, integrationTest }: FakeWorld,
): [z.ZodType, unknown] => {
  if (path === '/v1/slack') return [slackListSchema, { items: slack, note: null }]
  if (isAnsweredByNothing(path)) return [z.undefined(), undefined]
  if (path.endsWith('/deliveries')) {
    const item = { ...DELIVERY, kind: 'command', can_replay: true }
    return [slackDeliveryPageSchema, { items: [item], next_cursor: null }]
  }
  return [slackTestSchema, integrationTest]
}

export const fakeIntegrations = (
  path: string,
  { integrations, integrationTest }: FakeWorld,
): [z.ZodType, unknown] => {
  if (isAnsweredByNothing(path)) return [z.undefined(), undefined]
  if (path.endsWith('/deliveries'))
    return [deliveryPageSchema, { items: [{ ...DELIVERY, ...PUSH }], next_cursor: null }]
  if (path === '/v1/integrations')
    return [integrationListSchema, { items: integrations, note: null }]
  if (path.endsWith('/connect'))
    return [
      connectedIntegrationSchema,
      { integration: buildGitLab(), hook_secret: 'whsec_of-the-test' },
    ]
  if (path.endsWith('/token')) return [integrationSchema, buildGitLab()]
  if (path.endsWith('/repositories')) return [repositoryListSchema, { items: [REPOSITORY] }]
  if (path.endsWith('/required') || path.endsWith('/backfill')) return [z.undefined(), undefined]
  if (path.endsWith('/dismissals')) return [dismissalListSchema, { items: [buildDismissal()] }]
  return [integrationTestSchema, integrationTest]
}
