/** Why no secret in what is sent to the routes of code hosts is stored as it is. */
export const INTEGRATION_WRITES = {
  'POST /v1/integrations': 'an admin names a host and an organisation',
  'POST /v1/integrations/connect': 'takes a token, which is encrypted and never shown',
  'PUT /v1/integrations/:id/token': 'takes a token, which is encrypted and never shown',
  'POST /v1/integrations/finish': 'takes a code of the host, which is used once and not kept',
  'PUT /v1/integrations/:id': 'takes a switch',
  'POST /v1/integrations/:id/backfill': 'takes a number',
  'PUT /v1/integrations/:id/required': 'takes kinds of items',
  'DELETE /v1/integrations/:id': 'takes no text',
  'POST /v1/integrations/:id/test': 'takes no text',
  'POST /v1/integrations/deliveries/:id/replay': 'takes no text',
  'PUT /v1/projects/:id/agents-md/pull-request': 'takes the name of one of two files',
  'DELETE /v1/projects/:id/agents-md/pull-request': 'takes no text',
  'DELETE /v1/integrations/dismissals/:id': 'takes no text',
}
