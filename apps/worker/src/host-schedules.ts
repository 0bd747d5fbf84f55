import { dueMailDigests } from '@teamlore/core/digest'
import { noteDueDigests } from '@teamlore/core/slack'
import { FORGOTTEN_SECONDS, MAX_SESSIONS, MINUTE, type Schedule } from './schedule.ts'

/** Pull requests of which the event or the job was lost, or whose host asked to wait; for a day. */
const PULL_REQUESTS: Schedule = {
  name: 'answer pull requests that wait',
  everyMs: MINUTE / 6,
  firstMs: 10_000,
  jobs: async (_, { pullRequestSweep }) =>
    (await pullRequestSweep.due({ quietSeconds: FORGOTTEN_SECONDS, days: 1 }, MAX_SESSIONS)).map(
      ({ teamId, pullRequestId }) => ({
        name: 'answer-pull-request',
        payload: { team_id: teamId, pull_request_id: pullRequestId },
      }),
    ),
}

/** Events of a host may be lost: who reads a repository is looked up all the same. */
const HOSTS: Schedule = {
  name: 'read the repositories of connected hosts',
  everyMs: 180 * MINUTE,
  firstMs: 4 * MINUTE,
  jobs: async (_, { allIntegrations }) =>
    (await allIntegrations.connected()).map(({ teamId, id }) => ({
      name: 'read-hosted-repositories',
      payload: { team_id: teamId, integration_id: id },
    })),
}

/** What was asked in Slack of which the event or the job was lost, or for which Slack asked to wait. */
const SLACK: Schedule = {
  name: 'answer what waits in Slack',
  everyMs: MINUTE / 6,
  firstMs: 10_000,
  jobs: async (_, { slackSweep }) =>
    (await slackSweep.due({ quietSeconds: FORGOTTEN_SECONDS }, MAX_SESSIONS)).map(
      ({ teamId, askId }) => ({
        name: 'answer-slack',
        payload: { team_id: teamId, ask_id: askId },
      }),
    ),
}

/** Digests are due on Mondays; each is written down once, whoever of all workers looks first. */
const DIGESTS: Schedule = {
  name: 'write down digests for Slack that are due',
  everyMs: 5 * MINUTE,
  firstMs: MINUTE / 2,
  jobs: async (_, { allSlackApps, slackSweep }) => {
    await slackSweep.forgetOld()
    const added = await noteDueDigests({ allSlackApps, slackSweep }, new Date())
    return added.map(({ teamId, askId }) => ({
      name: 'answer-slack' as const,
      payload: { team_id: teamId, ask_id: askId },
    }))
  },
}

/** On Mondays, and again for a day where the mail server did not take them. */
const MAILS: Schedule = {
  name: 'send digests by mail that are due',
  everyMs: 10 * MINUTE,
  firstMs: MINUTE,
  jobs: async (_, { mailDigestSweep }) =>
    (await dueMailDigests({ mailDigestSweep }, new Date())).map(({ teamId, userId }) => ({
      name: 'mail-digest',
      payload: { team_id: teamId, user_id: userId },
    })),
}

/** Later attempts, and those of which the event or the job was lost. */
const WEBHOOKS: Schedule = {
  name: 'send webhooks that wait',
  everyMs: MINUTE / 6,
  firstMs: 10_000,
  jobs: async (_, { webhookSweep }) =>
    (await webhookSweep.due(MAX_SESSIONS)).map(({ teamId, deliveryId }) => ({
      name: 'send-webhook',
      payload: { team_id: teamId, delivery_id: deliveryId },
    })),
}

/** What was sent and what came in is kept for thirty days, also of a webhook of which all fails or that is switched off. */
const OLD_WEBHOOKS: Schedule = {
  name: 'forget old deliveries and events of webhooks',
  everyMs: 60 * MINUTE,
  firstMs: 3 * MINUTE,
  jobs: async (_, { webhookSweep, incomingSweep }) => {
    await webhookSweep.forgetOld()
    await incomingSweep.forgetOld()
    return []
  },
}

/** Once an hour for each project that wants it, and sooner where its host asked to wait. */
const AGENTS_MD: Schedule = {
  name: 'keep the pull requests for AGENTS.md up to date',
  everyMs: MINUTE / 2,
  firstMs: 20_000,
  jobs: async (_, { agentsMdSweep }) =>
    (await agentsMdSweep.due(MAX_SESSIONS)).map(({ teamId, projectId }) => ({
      name: 'propose-agents-md',
      payload: { team_id: teamId, project_id: projectId },
    })),
}

/** What is asked of hosts that teams are connected to, and written there, without an event. */
export const HOST_SCHEDULES: readonly Schedule[] = [
  PULL_REQUESTS,
  AGENTS_MD,
  WEBHOOKS,
  OLD_WEBHOOKS,
  SLACK,
  DIGESTS,
  MAILS,
  HOSTS,
]
