import { createSecretBox } from '@teamlore/core'
import {
  makeFinishSlack,
  makeKeepSlackKeys,
  makeListSlack,
  makeListSlackDeliveries,
  makeReceiveSlack,
  makeRemoveSlack,
  makeReplaySlackDelivery,
  makeSetSlack,
  makeStartSlack,
  makeTestSlack,
} from '@teamlore/core/slack'
import type { SlackHost } from '@teamlore/shared/slack-host'
import type { Collaborators } from '../../platform/collaborators.ts'

type Parts = Collaborators & {
  slack: SlackHost
  publicUrl: string
  signIn: { secret: string | undefined }
}

/** Slack workspaces that a team is connected to. */
export const slackUseCases = ({ slack, publicUrl, signIn, ...parts }: Parts) => {
  const { secret } = signIn
  const secretBox = secret === undefined ? undefined : createSecretBox(secret)
  const deps = { ...parts, slack, publicUrl, secretBox }
  return {
    listSlack: makeListSlack(deps),
    startSlack: makeStartSlack(deps),
    keepSlackKeys: makeKeepSlackKeys(deps),
    finishSlack: makeFinishSlack(deps),
    setSlack: makeSetSlack(deps),
    removeSlack: makeRemoveSlack(deps),
    testSlack: makeTestSlack(deps),
    listSlackDeliveries: makeListSlackDeliveries(deps),
    replaySlackDelivery: makeReplaySlackDelivery(deps),
    receiveSlack: makeReceiveSlack(deps),
  }
}

export type SlackUseCases = ReturnType<typeof slackUseCases>
