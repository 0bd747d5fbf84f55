/** One line of a session as far as we look at it. Nothing is promised about any field. */
export type Entry = {
  type?: unknown
  id?: unknown
  parentId?: unknown
  timestamp?: unknown
  message?: unknown
  cwd?: unknown
  parentSession?: unknown
  branchedFrom?: unknown
  summary?: unknown
  content?: unknown
  name?: unknown
}

export type EntryMessage = {
  role?: unknown
  content?: unknown
  provider?: unknown
  model?: unknown
  usage?: unknown
  timestamp?: unknown
  toolCallId?: unknown
  isError?: unknown
  errorMessage?: unknown
  command?: unknown
  output?: unknown
  summary?: unknown
}
