/** One line of a session as far as we look at it. Nothing is promised about any field. */
export type SessionEvent = {
  type?: unknown
  data?: unknown
  id?: unknown
  timestamp?: unknown
  parentId?: unknown
  /** Of a subagent's event. */
  agentId?: unknown
}

export type EventData = {
  sessionId?: unknown
  copilotVersion?: unknown
  vscodeVersion?: unknown
  selectedModel?: unknown
  newModel?: unknown
  context?: unknown
  content?: unknown
  attachments?: unknown
  source?: unknown
  toolRequests?: unknown
  reasoningText?: unknown
  outputTokens?: unknown
  apiCallId?: unknown
  usage?: unknown
  model?: unknown
  toolCallId?: unknown
  toolName?: unknown
  arguments?: unknown
  success?: unknown
  result?: unknown
  error?: unknown
  summaryContent?: unknown
  message?: unknown
}

export type ToolResult = {
  content?: unknown
  detailedContent?: unknown
  text_result_for_llm?: unknown
  result_type?: unknown
}
