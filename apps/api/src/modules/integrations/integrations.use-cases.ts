import { createSecretBox } from '@teamlore/core'
import {
  makeAskBackfill,
  makeFinishIntegration,
  makeGetAgentsMdPullRequest,
  makeListDeliveries,
  makeListDismissals,
  makeListHostedRepositories,
  makeListIntegrations,
  makeListPostedComments,
  makeReceiveHook,
  makeRemoveAgentsMdPullRequest,
  makeRemoveIntegration,
  makeReplayDelivery,
  makeSetAgentsMdPullRequest,
  makeSetIntegration,
  makeSetRequired,
  makeStartIntegration,
  makeTestIntegration,
  makeUndoDismissal,
} from '@teamlore/core/integrations'
import type { CodeHost } from '@teamlore/shared/code-hosts'
import type { HostProposals } from '@teamlore/shared/host-proposals'
import type { Collaborators } from '../../platform/collaborators.ts'

type Parts = Collaborators & {
  host: CodeHost & HostProposals
  publicUrl: string
  signIn: { secret: string | undefined }
}

/** Code hosts that a team is connected to. */
export const integrationUseCases = ({ host, publicUrl, signIn, ...parts }: Parts) => {
  const { secret } = signIn
  const secretBox = secret === undefined ? undefined : createSecretBox(secret)
  const deps = { ...parts, host, publicUrl, secretBox }
  return {
    listIntegrations: makeListIntegrations(deps),
    startIntegration: makeStartIntegration(deps),
    finishIntegration: makeFinishIntegration(deps),
    setIntegration: makeSetIntegration(deps),
    removeIntegration: makeRemoveIntegration(deps),
    testIntegration: makeTestIntegration(deps),
    listHostedRepositories: makeListHostedRepositories(deps),
    listDeliveries: makeListDeliveries(deps),
    replayDelivery: makeReplayDelivery(deps),
    listPostedComments: makeListPostedComments(deps),
    askBackfill: makeAskBackfill(deps),
    setRequired: makeSetRequired(deps),
    listDismissals: makeListDismissals(deps),
    undoDismissal: makeUndoDismissal(deps),
    getAgentsMdPullRequest: makeGetAgentsMdPullRequest(deps),
    setAgentsMdPullRequest: makeSetAgentsMdPullRequest(deps),
    removeAgentsMdPullRequest: makeRemoveAgentsMdPullRequest(deps),
    receiveHook: makeReceiveHook(deps),
  }
}

export type IntegrationUseCases = ReturnType<typeof integrationUseCases>
