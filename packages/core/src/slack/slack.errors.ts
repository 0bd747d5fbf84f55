import { defineError } from '../errors.ts'

export const slackNotFound = defineError(
  'not_found',
  'slack.not_found',
  'There is no such connection to Slack. GET /v1/slack lists those there are.',
)

export const slackNotConnected = defineError(
  'conflict',
  'slack.not_connected',
  'No workspace has let this app in yet. Give its keys and install it, or remove it and begin again.',
)
