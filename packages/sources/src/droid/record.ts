/** One line of a session as far as we look at it. Nothing is promised about any field. */
export type DroidRecord = {
  type?: unknown
  id?: unknown
  timestamp?: unknown
  message?: unknown
  title?: unknown
  sessionTitle?: unknown
  version?: unknown
  cwd?: unknown
  owner?: unknown
  summary?: unknown
  summaryText?: unknown
}

export type DroidMessage = { role?: unknown; content?: unknown }
