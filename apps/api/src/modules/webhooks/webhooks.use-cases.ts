import { createSecretBox, makeRemember } from '@teamlore/core'
import { makeReportPullRequest, makeReportRun } from '@teamlore/core/outcomes'
import {
  makeAddIncomingHook,
  makeAddWebhook,
  makeListIncomingEvents,
  makeListIncomingHooks,
  makeListWebhookDeliveries,
  makeListWebhooks,
  makeRemoveIncomingHook,
  makeRemoveWebhook,
  makeReplayWebhookDelivery,
  makeRotateIncomingHook,
  makeRotateWebhook,
  makeSetIncomingHook,
  makeSetWebhook,
  makeTakeIncoming,
  makeTestWebhook,
} from '@teamlore/core/webhooks'
import { type AllowedHosts, createOutboundFetch, isPrivateByName } from '@teamlore/shared/outbound'
import type { Collaborators } from '../../platform/collaborators.ts'

type Parts = Collaborators & {
  publicUrl: string
  signIn: { secret: string | undefined; allowedHosts: AllowedHosts }
}

/** Addresses outside to which a team has events sent, and addresses here that tools outside send to. */
export const webhookUseCases = ({ signIn, ...parts }: Parts) => {
  const { secret, allowedHosts } = signIn
  const remember = makeRemember(parts)
  const doors = {
    remember,
    reportPullRequest: makeReportPullRequest({ ...parts, remember }),
    reportRun: makeReportRun({ ...parts, remember }),
  }
  const deps = {
    ...parts,
    secretBox: secret === undefined ? undefined : createSecretBox(secret),
    isPrivate: (url: string) => isPrivateByName(allowedHosts, new URL(url).hostname),
    post: createOutboundFetch(allowedHosts),
  }
  return {
    listWebhooks: makeListWebhooks(deps),
    addWebhook: makeAddWebhook(deps),
    setWebhook: makeSetWebhook(deps),
    removeWebhook: makeRemoveWebhook(deps),
    rotateWebhook: makeRotateWebhook(deps),
    testWebhook: makeTestWebhook(deps),
    listWebhookDeliveries: makeListWebhookDeliveries(deps),
    replayWebhookDelivery: makeReplayWebhookDelivery(deps),
    listIncomingHooks: makeListIncomingHooks(deps),
    addIncomingHook: makeAddIncomingHook(deps),
    setIncomingHook: makeSetIncomingHook(deps),
    removeIncomingHook: makeRemoveIncomingHook(deps),
    rotateIncomingHook: makeRotateIncomingHook(deps),
    listIncomingEvents: makeListIncomingEvents(deps),
    takeIncoming: makeTakeIncoming({ ...deps, doors }),
  }
}

export type WebhookUseCases = ReturnType<typeof webhookUseCases>
