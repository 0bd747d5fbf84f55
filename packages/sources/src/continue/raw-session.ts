/** A session as far as we look at it. Nothing is promised about any field. */
export type RawSession = {
  sessionId?: unknown
  title?: unknown
  workspaceDirectory?: unknown
  history?: unknown
  chatModelTitle?: unknown
}

export type RawItem = {
  message?: unknown
  contextItems?: unknown
  toolCallStates?: unknown
  promptLogs?: unknown
  reasoning?: unknown
  conversationSummary?: unknown
}

export type RawMessage = {
  role?: unknown
  content?: unknown
  toolCalls?: unknown
  toolCallId?: unknown
  usage?: unknown
}

export type RawToolState = {
  toolCallId?: unknown
  toolCall?: unknown
  status?: unknown
  output?: unknown
}
export type RawCall = { id?: unknown; function?: unknown }

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
