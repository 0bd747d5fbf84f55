import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const SERVER = [
  ...['api', 'worker', 'server'].map((app) => `apps/${app}/src`),
  ...['core', 'db', 'hosts', 'models', 'queue', 'shared', 'bots'].map(
    (one) => `packages/${one}/src`,
  ),
]

/** What opens a connection, or hands one out. */
const OPENS =
  /\bfetch\(|from 'undici'|import\('@fastify\/oauth2'\)|from 'node:(?:https?|http2|net|tls|dgram|dns)'|createTransport\(|create(?:Anthropic|OpenAICompatible)\(|new (?:Octokit|Redis|WebSocket|EventSource)\(|oidc\.Configuration\(|createRemoteJWKSet\(|\bpg\.Pool\(/

const GUARD = 'packages/shared/src/process/outbound/outbound-fetch.ts'

/** For libraries that open connections themselves and take a look-up. */
const LOOKUPS = 'packages/shared/src/process/outbound/outbound-lookup.ts'

const SOCKETS = 'packages/shared/src/process/outbound/outbound-socket.ts'

/** Addresses that people enter or send: each goes past the guard, which `by` makes. */
const GUARDED = {
  'apps/api/src/modules/sign-in/provider-config.ts': {
    what: 'issuers of sign-in providers, and what their discovery names',
    by: 'apps/api/src/modules/sign-in/provider-fetch.ts',
  },
  'apps/api/src/modules/sign-in/test-provider.ts': {
    what: 'the same, when an admin tries one',
    by: 'apps/api/src/modules/sign-in/provider-fetch.ts',
  },
  'apps/api/src/modules/sign-in/github-instances.ts': {
    what: 'the token address of a GitHub that people sign in with',
    by: 'apps/api/src/modules/sign-in/provider-fetch.ts',
  },
  'apps/api/src/modules/sign-in/github-profile.ts': {
    what: 'who somebody is there',
    by: 'apps/api/src/modules/sign-in/provider-fetch.ts',
  },
  'apps/api/src/modules/sign-in/read-assertion.ts': {
    what: 'keys by which a provider vouches for clients',
    by: 'apps/api/src/modules/sign-in/provider-fetch.ts',
  },
  'packages/hosts/src/github/app-client.ts': {
    what: 'code hosts that a team is connected to',
    by: 'packages/hosts/src/github/create-github.ts',
  },
  'packages/hosts/src/gitlab/gitlab-client.ts': {
    what: 'the same, where they are a GitLab',
    by: 'packages/hosts/src/gitlab/create-gitlab.ts',
  },
  'packages/hosts/src/slack/slack-client.ts': {
    what: 'workspaces of Slack that a team is connected to',
    by: 'packages/hosts/src/slack/create-slack.ts',
  },
}
/** The same, where the library is handed the guard's fetch. */
const HANDED = {
  'apps/api/src/modules/grants/grants.use-cases.ts': 'documents by which MCP clients are known',
  'apps/api/src/modules/webhooks/webhooks.use-cases.ts': 'webhooks, when an admin tries one',
  'apps/worker/src/compose-hosts.ts': 'webhooks',
}

/** Addresses that whoever runs the server sets in its environment, and what only listens or reads. */
const OWN = {
  [GUARD]: 'the guard itself',
  [LOOKUPS]: 'the same guard for libraries that connect themselves',
  [SOCKETS]: 'the same guard for sockets',
  'packages/shared/src/process/outbound/allowed-hosts.ts': 'what an address is; opens nothing',
  'packages/shared/src/process/client-disconnect.ts': 'hears that who asked has gone',
  'packages/shared/src/process/own-address.ts': 'refuses what comes in; opens nothing',
  'packages/shared/src/client/requester.ts': 'the client, which runs at whoever asks',
  'packages/models/src/remote/post-request.ts': 'EMBEDDING_URL',
  'packages/models/src/language/create-language-model.ts': 'LLM_BASE_URL',
  'packages/hosts/src/mail/smtp-sender.ts': 'SMTP_URL',
  'apps/api/src/plugins/limit-store.ts': 'REDIS_URL',
  'packages/queue/src/backends/redis-backend.ts': 'REDIS_URL',
  'packages/queue/src/backends/postgres-backend.ts': 'DATABASE_URL',
  'apps/api/src/mcp/server/mcp.plugin.ts': 'calls of /mcp that came in',
  'apps/api/src/modules/events/events.routes.ts': 'types of answers that go out',
  'apps/server/src/front-door.ts': 'listens',
  'apps/worker/src/health-server.ts': 'listens',
}

const filesOf = (folders) =>
  folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, file)),
    )
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(file))
const textOf = (file) => readFileSync(join(root, file), 'utf8')

describe('ways out of the server', () => {
  test('are listed, each with the guard that it goes past or who sets its address', () => {
    const found = filesOf(SERVER).filter((file) => OPENS.test(textOf(file)))
    // A new one joins GUARDED where a person can set the address, and gets its fetch from createOutboundFetch.
    expect(found.sort()).toEqual([...Object.keys(GUARDED), ...Object.keys(OWN)].sort())
  })

  test('to what people can set go past the one guard', () => {
    const makers = filesOf(SERVER).filter(
      (file) =>
        file !== GUARD &&
        file !== SOCKETS &&
        file !== LOOKUPS &&
        /\bcreateOutbound(?:Fetch|Lookup|Socket)\(/.test(textOf(file)),
    )
    const expected = [...Object.values(GUARDED).map(({ by }) => by), ...Object.keys(HANDED)]
    expect(makers.sort()).toEqual([...new Set(expected)].sort())
    for (const file of Object.keys(GUARDED))
      expect(textOf(file), `${file} takes its fetch from whoever made the guard`).toMatch(
        /OutboundFetch|FetchOf|fetchOf|lookup: lookupOf\(/,
      )
    expect(textOf(SOCKETS), 'sockets connect by the connector of the guard').toMatch(
      /connect: checkedConnector\(/,
    )
  })
})
