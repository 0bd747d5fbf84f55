/** One line of a chat as far as we look at it. Nothing is promised about any field. */
export type ChatLine = {
  uuid?: unknown
  parentUuid?: unknown
  sessionId?: unknown
  timestamp?: unknown
  type?: unknown
  subtype?: unknown
  cwd?: unknown
  version?: unknown
  gitBranch?: unknown
  model?: unknown
  message?: unknown
  usageMetadata?: unknown
  toolCallResult?: unknown
  systemPayload?: unknown
  provenance?: unknown
  isSidechain?: unknown
  agentId?: unknown
  forkedFrom?: unknown
}

export type SystemPayload = {
  text?: unknown
  content?: unknown
  message?: unknown
  parts?: unknown
  summary?: unknown
  compressedHistory?: unknown
  title?: unknown
  customTitle?: unknown
  parentSessionId?: unknown
}
