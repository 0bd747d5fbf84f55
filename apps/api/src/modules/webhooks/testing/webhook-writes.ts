/** Why routes of webhooks have nothing to take out, as in redacted-writes.test.ts. */
export const WEBHOOK_WRITES: Record<string, string> = {
  'POST /v1/hooks/in/:hook': 'incoming.test.ts: signed, so that it is sent by a test of its own',
  'POST /v1/incoming-hooks': 'an admin names a tool',
  'PUT /v1/incoming-hooks/:id': 'an admin names a tool',
  'DELETE /v1/incoming-hooks/:id': 'takes no text',
  'POST /v1/incoming-hooks/:id/rotate': 'takes no text',
  'POST /v1/webhooks': 'an admin names an address and events',
  'PUT /v1/webhooks/:id': 'takes names of events and a switch',
  'DELETE /v1/webhooks/:id': 'takes no text',
  'POST /v1/webhooks/:id/rotate': 'takes no text',
  'POST /v1/webhooks/:id/test': 'takes no text',
  'POST /v1/webhooks/deliveries/:id/replay': 'takes no text',
}
