/** An entry of `ui_messages.json`. Nothing is promised about any field. */
export type RawEntry = {
  ts?: unknown
  type?: unknown
  say?: unknown
  ask?: unknown
  text?: unknown
  images?: unknown
  partial?: unknown
  modelInfo?: unknown
}

/** An entry of `api_conversation_history.json`, or of a `.messages.json` of newer Cline. */
export type RawMessage = {
  id?: unknown
  role?: unknown
  content?: unknown
  ts?: unknown
  type?: unknown
  modelInfo?: unknown
  metrics?: unknown
  metadata?: unknown
  isSummary?: unknown
  isTruncationMarker?: unknown
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
