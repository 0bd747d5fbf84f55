/** A chat as its file stores it, or one line of it. Nothing is promised about any field. */
export type ChatHead = {
  sessionId?: unknown
  projectHash?: unknown
  startTime?: unknown
  lastUpdated?: unknown
  kind?: unknown
  summary?: unknown
  directories?: unknown
  messages?: unknown
}

export type ChatMessage = {
  id?: unknown
  timestamp?: unknown
  type?: unknown
  content?: unknown
  displayContent?: unknown
  model?: unknown
  thoughts?: unknown
  tokens?: unknown
  toolCalls?: unknown
}

export type LoggedMessage = { message: ChatMessage; isAbandoned: boolean }

export type ChatToolCall = {
  id?: unknown
  name?: unknown
  args?: unknown
  status?: unknown
  timestamp?: unknown
  result?: unknown
  resultDisplay?: unknown
}

/** A part of a message in the form of Gemini's API. */
export type Part = {
  text?: unknown
  thought?: unknown
  inlineData?: unknown
  fileData?: unknown
  functionCall?: unknown
  functionResponse?: unknown
}
