import { createSecretBox } from '@teamlore/core'
import {
  makeAskBackfill,
  makeConnectIntegration,
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
  makeSetToken,
  makeStartIntegration,
  makeTestIntegration,
  makeUndoDismissal,
} from '@teamlore/core/integrations'
import type { CodeHosts } from '@teamlore/shared/code-hosts'
import type { Collaborators } from '../../platform/collaborators.ts'

type Parts = Collaborators & {
  hosts: CodeHosts
  publicUrl: string
  signIn: { secret: string | undefined }
}

/** Code hosts that a team is connected to. */
export const integrationUseCases = ({ hosts, publicUrl, signIn, ...parts }: Parts) => {
  const { secret } = signIn
  const secretBox = secret === undefined ? undefined : createSecretBox(secret)
  const deps = { ...parts, hosts, publicUrl, secretBox }
  return {
    listIntegrations: makeListIntegrations(deps),
    connectIntegration: makeConnectIntegration(deps),
    setToken: makeSetToken(deps),
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
