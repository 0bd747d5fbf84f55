import { defineError } from '../errors.ts'

export const slackNotFound = defineError(
  'not_found',
  'slack.not_found',
  'There is no such connection to Slack. GET /v1/slack lists those there are.',
)

export const slackChannelPublic = defineError(
  'invalid',
  'slack.channel_public',
  'Everybody in the workspace may read this channel without being in it, so it gets no digest. Choose a private channel of members of the team.',
)

export const slackDeliveryNotFound = defineError(
  'not_found',
  'slack.delivery_not_found',
  'There is no such delivery of Slack, or it was forgotten after thirty days.',
)

export const slackDeliveryOver = defineError(
  'conflict',
  'slack.delivery_over',
  'Only what failed can be done again, and only within a day: what was asked is not kept for longer.',
)

export const slackNotConnected = defineError(
  'conflict',
  'slack.not_connected',
  'No workspace has let this app in yet. Give its keys and install it, or remove it and begin again.',
)
