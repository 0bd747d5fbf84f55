import type { TeamId } from '@teamlore/shared'
import { createAuditRepository } from './audit/events.ts'
import { createAuditSealing } from './audit/sealing.ts'
import type { DbScope } from './db-scope.ts'
import { createMailDigestSweep } from './digest/mail-digests.ts'
import type { DbExecutor } from './engine/engine.types.ts'
import { createErasureRepository } from './forgetting/erasure.ts'
import { createDeletionSweep } from './forgetting/sweep.ts'
import { createOAuthClientRepository } from './grants/clients.ts'
import { createAllManagedClients } from './grants/managed-clients.ts'
import { createOAuthTokenRepository } from './grants/tokens.ts'
import { createHoldoutSweep } from './holdout/holdouts.ts'
import { createAgentsMdSweep } from './integrations/agents-md-pull-requests.ts'
import { createAllIntegrations } from './integrations/integrations.ts'
import { createPullRequestSweep } from './integrations/pull-request-sweep.ts'
import { createRelayRepository } from './jobs/relay.ts'
import { createSweepRepository } from './jobs/sweep.ts'
import { createWorkerReportRepository } from './jobs/worker-reports.ts'
import { madeWhenAsked } from './made-when-asked.ts'
import { createArrivals } from './messages/arrivals.ts'
import { createPersonRepository } from './people/persons.ts'
import { createRetentionSweep } from './retention/policies.ts'
import { createSealedColumns } from './sealed/columns.ts'
import { createSignInAttemptRepository } from './sign-in/attempts.ts'
import { createBootRepository } from './sign-in/boot.ts'
import { createBrowserSessionRepository } from './sign-in/browser-sessions.ts'
import { createCredentialRepository } from './sign-in/credentials.ts'
import { createDeviceCodeRepository } from './sign-in/device-codes.ts'
import { createIdentityRepository } from './sign-in/identities.ts'
import { createPasskeyRepository } from './sign-in/passkeys.ts'
import { createAllSignInProviders } from './sign-in/providers.ts'
import { createAllSlackApps } from './slack/apps.ts'
import { createSlackSweep } from './slack/asks.ts'
import { createSlackSockets } from './slack/sockets.ts'
import { createWebhookSweep } from './webhooks/deliveries.ts'
import { createIncomingSweep } from './webhooks/incoming-events.ts'
import { createAllIncomingHooks } from './webhooks/incoming-hooks.ts'

/** Repositories that stand above teams. Nothing here may answer a person's question, but for what is theirs in all teams. */
export const systemRepositoriesOn = madeWhenAsked<[tx: DbExecutor]>()({
  arrivals: createArrivals,
  auditOf: (tx) => (teamId: TeamId, given?: DbScope['given']) =>
    createAuditRepository(tx, { teamId, given }),
  auditSealing: createAuditSealing,
  boot: createBootRepository,
  browserSessions: createBrowserSessionRepository,
  credentials: createCredentialRepository,
  deviceCodes: createDeviceCodeRepository,
  deletionSweep: createDeletionSweep,
  erasure: createErasureRepository,
  holdoutSweep: createHoldoutSweep,
  identities: createIdentityRepository,
  agentsMdSweep: createAgentsMdSweep,
  allIntegrations: createAllIntegrations,
  passkeys: createPasskeyRepository,
  pullRequestSweep: createPullRequestSweep,
  oauthClients: createOAuthClientRepository,
  oauthTokens: createOAuthTokenRepository,
  allManagedClients: createAllManagedClients,
  persons: createPersonRepository,
  retentionSweep: createRetentionSweep,
  relay: createRelayRepository,
  allSlackApps: createAllSlackApps,
  mailDigestSweep: createMailDigestSweep,
  slackSockets: createSlackSockets,
  slackSweep: createSlackSweep,
  signInAttempts: createSignInAttemptRepository,
  signInProviders: createAllSignInProviders,
  sweep: createSweepRepository,
  sealedColumns: createSealedColumns,
  allIncomingHooks: createAllIncomingHooks,
  incomingSweep: createIncomingSweep,
  webhookSweep: createWebhookSweep,
  workerReports: createWorkerReportRepository,
})

export type SystemRepositories = ReturnType<typeof systemRepositoriesOn>
