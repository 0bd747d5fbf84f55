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
export const systemRepositoriesOn = (tx: DbExecutor) => ({
  arrivals: createArrivals(tx),
  auditOf: (teamId: TeamId, given?: DbScope['given']) =>
    createAuditRepository(tx, { teamId, given }),
  auditSealing: createAuditSealing(tx),
  boot: createBootRepository(tx),
  browserSessions: createBrowserSessionRepository(tx),
  credentials: createCredentialRepository(tx),
  deviceCodes: createDeviceCodeRepository(tx),
  deletionSweep: createDeletionSweep(tx),
  erasure: createErasureRepository(tx),
  holdoutSweep: createHoldoutSweep(tx),
  identities: createIdentityRepository(tx),
  agentsMdSweep: createAgentsMdSweep(tx),
  allIntegrations: createAllIntegrations(tx),
  passkeys: createPasskeyRepository(tx),
  pullRequestSweep: createPullRequestSweep(tx),
  oauthClients: createOAuthClientRepository(tx),
  oauthTokens: createOAuthTokenRepository(tx),
  allManagedClients: createAllManagedClients(tx),
  persons: createPersonRepository(tx),
  retentionSweep: createRetentionSweep(tx),
  relay: createRelayRepository(tx),
  allSlackApps: createAllSlackApps(tx),
  mailDigestSweep: createMailDigestSweep(tx),
  slackSockets: createSlackSockets(tx),
  slackSweep: createSlackSweep(tx),
  signInAttempts: createSignInAttemptRepository(tx),
  signInProviders: createAllSignInProviders(tx),
  sweep: createSweepRepository(tx),
  sealedColumns: createSealedColumns(tx),
  allIncomingHooks: createAllIncomingHooks(tx),
  incomingSweep: createIncomingSweep(tx),
  webhookSweep: createWebhookSweep(tx),
  workerReports: createWorkerReportRepository(tx),
})

export type SystemRepositories = ReturnType<typeof systemRepositoriesOn>
