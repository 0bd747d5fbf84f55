import { agentsMdProposal, mailDigestOf, PULL_REQUEST_WORDING, SLACK_WORDING } from '@teamlore/bots'
import { createSecretBox, makeCurate, makeRemember, makeSearch } from '@teamlore/core'
import { makeSendMailDigest } from '@teamlore/core/digest'
import {
  makeAnswerPullRequest,
  makeBackfill,
  makeProposeAgentsMd,
  makeReadHostedRepositories,
} from '@teamlore/core/integrations'
import { makeNotePullRequest } from '@teamlore/core/outcomes'
import { type HoldSockets, makeAnswerSlack, makeHoldSockets } from '@teamlore/core/slack'
import { makeSendWebhook } from '@teamlore/core/webhooks'
import { makeWeighChange } from '@teamlore/core/why'
import type { createUnitOfWork } from '@teamlore/db'
import { createHosts, createSlack, type MailConfig, senderOf } from '@teamlore/hosts'
import type { Embedder } from '@teamlore/models'
import type { JobHandlers } from '@teamlore/queue'
import { type AllowedHosts, createOutboundFetch } from '@teamlore/shared/outbound'
import { createAnswerPullRequestHandler } from './handlers/answer-pull-request.handler.ts'
import { createAnswerSlackHandler } from './handlers/answer-slack.handler.ts'
import { createMailDigestHandler } from './handlers/mail-digest.handler.ts'
import { createProposeAgentsMdHandler } from './handlers/propose-agents-md.handler.ts'
import { createReadHostedRepositoriesHandler } from './handlers/read-hosted-repositories.handler.ts'
import { createSendWebhookHandler } from './handlers/send-webhook.handler.ts'

/** What is needed to ask hosts that teams are connected to. */
export type HostOptions = {
  /** Undefined: keys of apps cannot be opened. */
  secret: string | undefined
  /** Of private networks. */
  allowedHosts: AllowedHosts
  /** How mails go out, and where the pages are to which they link; left out: this server sends none. */
  mail?: MailOptions | undefined
}

export type MailOptions = { smtp: MailConfig; pages: string }

export const NO_HOSTS: HostOptions = {
  secret: undefined,
  allowedHosts: { names: new Set(), ranges: [] },
}

/** Sockets to Slack that this worker has, of apps that send to no address. */
export const socketsToSlack = (
  unitOfWork: ReturnType<typeof createUnitOfWork>,
  { secret, allowedHosts }: HostOptions,
  options: { onError: (id: string, error: unknown) => void; leaseSeconds: number },
): HoldSockets =>
  makeHoldSockets({
    unitOfWork,
    slack: createSlack({ allowedHosts }),
    secretBox: secret === undefined ? undefined : createSecretBox(secret),
    onError: options.onError,
    leaseSeconds: options.leaseSeconds,
  })

/** What is asked of hosts that teams are connected to, and said there. */
export const hostHandlers = (
  unitOfWork: ReturnType<typeof createUnitOfWork>,
  {
    hosts: { secret, allowedHosts, mail },
    embedder,
  }: { hosts: HostOptions; embedder: Embedder | undefined },
): Pick<
  JobHandlers,
  | 'answer-pull-request'
  | 'answer-slack'
  | 'mail-digest'
  | 'propose-agents-md'
  | 'read-hosted-repositories'
  | 'send-webhook'
> => {
  const hosts = createHosts({ allowedHosts })
  const secretBox = secret === undefined ? undefined : createSecretBox(secret)
  const curate = makeCurate({ unitOfWork })
  const remember = makeRemember({ unitOfWork })
  const search = makeSearch({ unitOfWork, embedder })
  return {
    'answer-slack': createAnswerSlackHandler(
      makeAnswerSlack({
        unitOfWork,
        slack: createSlack({ allowedHosts }),
        secretBox,
        search,
        remember,
        wording: SLACK_WORDING,
      }),
    ),
    'mail-digest': createMailDigestHandler(
      makeSendMailDigest({
        unitOfWork,
        sendMail: senderOf(mail?.smtp),
        publicUrl: mail?.pages ?? '',
        wording: mailDigestOf,
      }),
    ),
    'send-webhook': createSendWebhookHandler(
      makeSendWebhook({ unitOfWork, secretBox, post: createOutboundFetch(allowedHosts) }),
    ),
    'read-hosted-repositories': createReadHostedRepositoriesHandler(
      makeReadHostedRepositories({ unitOfWork, hosts, secretBox }),
      makeBackfill({ unitOfWork, hosts, secretBox }),
    ),
    'propose-agents-md': createProposeAgentsMdHandler(
      makeProposeAgentsMd({ unitOfWork, hosts, secretBox, wording: agentsMdProposal }),
    ),
    'answer-pull-request': createAnswerPullRequestHandler(
      makeAnswerPullRequest({
        unitOfWork,
        hosts,
        secretBox,
        weighChange: makeWeighChange({ unitOfWork }),
        remember,
        search,
        notePullRequest: makeNotePullRequest({ unitOfWork, curate }),
        curate,
        wording: PULL_REQUEST_WORDING,
      }),
    ),
  }
}
