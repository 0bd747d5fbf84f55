/** A chat as far as we look at it. Nothing is promised about any field. */
export type RawChat = {
  sessionId?: unknown
  creationDate?: unknown
  customTitle?: unknown
  requests?: unknown
}

export type RawRequest = {
  requestId?: unknown
  responseId?: unknown
  timestamp?: unknown
  message?: unknown
  variableData?: unknown
  response?: unknown
  result?: unknown
  modelId?: unknown
  agent?: unknown
  isSystemInitiated?: unknown
  confirmation?: unknown
  shouldBeRemovedOnSend?: unknown
}

export type RawResult = {
  metadata?: unknown
  timings?: unknown
  errorDetails?: unknown
  usage?: unknown
}

export type RawMetadata = {
  toolCallRounds?: unknown
  toolCallResults?: unknown
  promptTokens?: unknown
  outputTokens?: unknown
  resolvedModel?: unknown
}

export type RawPart = {
  kind?: unknown
  value?: unknown
  content?: unknown
  toolId?: unknown
  toolCallId?: unknown
  invocationMessage?: unknown
  pastTenseMessage?: unknown
  toolSpecificData?: unknown
  resultDetails?: unknown
  inlineReference?: unknown
  name?: unknown
  uri?: unknown
  edits?: unknown
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** What VS Code calls a markdown string: a text, or an object around one, or several. */
export const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string').join('')
  const inner = (value as { value?: unknown } | null | undefined)?.value
  return typeof inner === 'string' ? inner : ''
}
