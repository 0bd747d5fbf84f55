/** One line of a session file as far as we look at it. Nothing is promised about any field. */
export type RawRecord = {
  type?: unknown
  subtype?: unknown
  uuid?: unknown
  parentUuid?: unknown
  logicalParentUuid?: unknown
  sessionId?: unknown
  timestamp?: unknown
  cwd?: unknown
  gitBranch?: unknown
  version?: unknown
  isSidechain?: unknown
  agentId?: unknown
  sessionKind?: unknown
  message?: unknown
  requestId?: unknown
  isApiErrorMessage?: unknown
  isMeta?: unknown
  isCompactSummary?: unknown
  promptSource?: unknown
  entrypoint?: unknown
  origin?: unknown
  toolUseResult?: unknown
  content?: unknown
  attachment?: unknown
  summary?: unknown
  leafUuid?: unknown
  customTitle?: unknown
  aiTitle?: unknown
  prNumber?: unknown
  prUrl?: unknown
  payload?: unknown
  projectHash?: unknown
  kind?: unknown
  teamlore?: unknown
}

export type RawMessage = {
  id?: unknown
  role?: unknown
  model?: unknown
  content?: unknown
  usage?: unknown
  parts?: unknown
}
