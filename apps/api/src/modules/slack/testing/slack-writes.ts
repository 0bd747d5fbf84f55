/** Why no secret in what is sent to Slack's routes is stored as it is. */
export const SLACK_WRITES = {
  'POST /v1/hooks/slack/:slack': 'keeps a question encrypted; drafts.test.ts of core',
  'POST /v1/slack': 'an admin names an address of Slack',
  'POST /v1/slack/finish': 'takes a code of Slack, which is used once and not kept',
  'PUT /v1/slack/:id/keys': 'takes keys of an app, which are encrypted',
  'PUT /v1/slack/:id': 'names a channel and a project',
  'DELETE /v1/slack/:id': 'takes no text',
  'POST /v1/slack/:id/test': 'takes no text',
  'POST /v1/slack/deliveries/:id/replay': 'takes no text',
}
