import { accessComponents, accessRoutes, keyRoutes } from './access.routes.ts'
import { agentRoutes } from './agent.routes.ts'
import { agentsMdRoutes } from './agents-md.routes.ts'
import { agentsMdPullRequestRoutes } from './agents-md-pull-request.routes.ts'
import { auditComponents, auditRoutes } from './audit.routes.ts'
import { blameRoutes } from './blame.routes.ts'
import { bookRoutes } from './book.routes.ts'
import { bookPictureRoutes, bookPicturesRoutes } from './book-picture.routes.ts'
import { clientComponents, clientRoutes, consentRoutes } from './client.routes.ts'
import { codeGraphRoutes, whyRoutes } from './code.routes.ts'
import { commitRoutes } from './commit.routes.ts'
import { deviceComponents, deviceRoutes } from './device.routes.ts'
import { digestComponents, digestRoutes } from './digest.routes.ts'
import { distilLeaseRoutes } from './distil-lease.routes.ts'
import { forgettingComponents, forgettingRoutes } from './forgetting.routes.ts'
import { handoverRoutes } from './handover.routes.ts'
import { holdoutComponents, holdoutRoutes } from './holdout.routes.ts'
import { homeComponents, homeRoutes } from './home.routes.ts'
import { incomingHookComponents, incomingHookRoutes } from './incoming-hook.routes.ts'
import { ingestComponents, ingestRoutes } from './ingest.routes.ts'
import { insightRoutes } from './insights.routes.ts'
import { integrationComponents, integrationRoutes } from './integration.routes.ts'
import { linkRoutes } from './link.routes.ts'
import { managedClientComponents, managedClientRoutes } from './managed-client.routes.ts'
import { contradictionRoutes, memoryComponents, memoryRoutes } from './memory.routes.ts'
import { memoryFileRoutes } from './memory-file.routes.ts'
import { knowledgeComponents, observationRoutes, summaryRoutes } from './observation.routes.ts'
import { onboardingRoutes } from './onboarding.routes.ts'
import { jobRoutes, liveRoutes, operationComponents } from './operation.routes.ts'
import {
  invitationRoutes,
  memberRoutes,
  peopleComponents,
  teamAdminRoutes,
} from './people.routes.ts'
import { projectComponents, projectRoutes } from './project.routes.ts'
import { provisioningComponents, provisioningRoutes } from './provisioning.routes.ts'
import { pullRequestRoutes } from './pull-request.routes.ts'
import { retentionComponents, retentionRoutes } from './retention.routes.ts'
import type { RouteTable } from './route.ts'
import { searchComponents, searchRoutes } from './search.routes.ts'
import { messageRoutes, promptRoutes, sessionComponents, sessionRoutes } from './session.routes.ts'
import { sessionNoteComponents, sessionNoteRoutes } from './session-note.routes.ts'
import { sharedCodeRoutes } from './shared-code.routes.ts'
import {
  browserRoutes,
  passkeyRoutes,
  providerRoutes,
  signInComponents,
  signInRoutes,
} from './sign-in.routes.ts'
import { slackComponents, slackRoutes } from './slack.routes.ts'
import { staleRoutes } from './stale.routes.ts'
import {
  captureRoutes,
  machineRoutes,
  redactionRuleRoutes,
  teamComponents,
  teamRoutes,
} from './team.routes.ts'
import { tombstoneRoutes } from './tombstone.routes.ts'
import { usageRoutes } from './usage.routes.ts'
import { webhookComponents, webhookRoutes } from './webhook.routes.ts'

/**
 * Every route of the REST API, in the order of the documents: `ROUTES.<noun>.<method>`, or `ROUTES.<method>` where there is
 * no noun. The client, the handlers, OpenAPI, the access tests and the list in docs/api.md follow from it; what is missing
 * elsewhere does not compile.
 */
export const ROUTES = {
  digest: digestRoutes,
  home: homeRoutes,
  ...ingestRoutes,
  sessions: sessionRoutes,
  sessionNotes: sessionNoteRoutes,
  messages: messageRoutes,
  prompts: promptRoutes,
  observations: observationRoutes,
  summaries: summaryRoutes,
  ...handoverRoutes,
  distilLeases: distilLeaseRoutes,
  memories: memoryRoutes,
  contradictions: contradictionRoutes,
  forgetting: forgettingRoutes,
  tombstones: tombstoneRoutes,
  retention: retentionRoutes,
  holdout: holdoutRoutes,
  memoryFiles: memoryFileRoutes,
  commits: commitRoutes,
  links: linkRoutes,
  pullRequests: pullRequestRoutes,
  ...blameRoutes,
  ...insightRoutes,
  ...onboardingRoutes,
  stale: staleRoutes,
  books: { ...bookRoutes, ...bookPicturesRoutes },
  ...bookPictureRoutes,
  codeGraph: codeGraphRoutes,
  sharedCode: sharedCodeRoutes,
  ...whyRoutes,
  ...searchRoutes,
  ...teamRoutes,
  ...teamAdminRoutes,
  members: memberRoutes,
  audit: auditRoutes,
  invitations: invitationRoutes,
  projects: projectRoutes,
  agentsMd: agentsMdRoutes,
  agentsMdPullRequest: agentsMdPullRequestRoutes,
  integrations: integrationRoutes,
  webhooks: webhookRoutes,
  incomingHooks: incomingHookRoutes,
  slack: slackRoutes,
  machines: machineRoutes,
  redactionRules: redactionRuleRoutes,
  usage: usageRoutes,
  capture: captureRoutes,
  ...accessRoutes,
  ...agentRoutes,
  signInWith: signInRoutes,
  passkeys: passkeyRoutes,
  browsers: browserRoutes,
  signInProviders: providerRoutes,
  ...provisioningRoutes,
  device: deviceRoutes,
  consent: consentRoutes,
  keys: keyRoutes,
  clients: clientRoutes,
  managedClients: managedClientRoutes,
  jobs: jobRoutes,
  ...liveRoutes,
} as const satisfies RouteTable

export type Routes = typeof ROUTES

/** Schemas that have a name in the OpenAPI document. */
export const ROUTE_COMPONENTS = {
  ...accessComponents,
  ...signInComponents,
  ...integrationComponents,
  ...webhookComponents,
  ...incomingHookComponents,
  ...slackComponents,
  ...deviceComponents,
  ...digestComponents,
  ...homeComponents,
  ...clientComponents,
  ...managedClientComponents,
  ...forgettingComponents,
  ...retentionComponents,
  ...holdoutComponents,
  ...ingestComponents,
  ...knowledgeComponents,
  ...memoryComponents,
  ...operationComponents,
  ...peopleComponents,
  ...auditComponents,
  ...projectComponents,
  ...provisioningComponents,
  ...searchComponents,
  ...sessionComponents,
  ...sessionNoteComponents,
  ...teamComponents,
} as const
