import { createSecretBox } from '@teamlore/core'
import {
  makeAddWebhook,
  makeListWebhookDeliveries,
  makeListWebhooks,
  makeRemoveWebhook,
  makeReplayWebhookDelivery,
  makeRotateWebhook,
  makeSetWebhook,
  makeTestWebhook,
} from '@teamlore/core/webhooks'
import { type AllowedHosts, createOutboundFetch, isPrivateByName } from '@teamlore/shared/outbound'
import type { Collaborators } from '../../platform/collaborators.ts'

type Parts = Collaborators & {
  signIn: { secret: string | undefined; allowedHosts: AllowedHosts }
}

/** Addresses outside to which a team has events sent. */
export const webhookUseCases = ({ signIn, ...parts }: Parts) => {
  const { secret, allowedHosts } = signIn
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
  }
}

export type WebhookUseCases = ReturnType<typeof webhookUseCases>
