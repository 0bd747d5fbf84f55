const ASKS_BACK = 'asks its client while a call waits, for which a server needs sessions'

/** What is not green, and is to stay so, by what was asked and the scenario. */
export const KNOWN_REDS: Record<string, string> = {
  '2025-11-25 tools-call-sampling': ASKS_BACK,
  '2025-11-25 tools-call-elicitation': ASKS_BACK,
  '2025-11-25 elicitation-sep1034-defaults': ASKS_BACK,
  '2025-11-25 elicitation-sep1330-enums': ASKS_BACK,
  '2025-11-25 server-sse-multiple-streams': 'wants the id of a session',
  'by default authorization-server-metadata-endpoint':
    'documents of clients are off (MCP_CLIENT_DOCUMENTS)',
}
