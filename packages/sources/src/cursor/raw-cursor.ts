/** A chat of the editor: what it calls a composer. */
export type RawComposer = {
  composerId?: unknown
  name?: unknown
  createdAt?: unknown
  lastUpdatedAt?: unknown
  modelConfig?: unknown
  subagentInfo?: unknown
  /** The bubbles themselves, in older versions. */
  conversation?: unknown
  /** Their names, in newer ones. */
  fullConversationHeadersOnly?: unknown
}

/** One entry of a chat. */
export type RawBubble = {
  bubbleId?: unknown
  id?: unknown
  type?: unknown
  text?: unknown
  rawText?: unknown
  createdAt?: unknown
  timingInfo?: unknown
  tokenCount?: unknown
  thinking?: unknown
  toolFormerData?: unknown
  modelInfo?: unknown
  modelType?: unknown
  images?: unknown
}

export type RawTool = {
  name?: unknown
  toolCallId?: unknown
  status?: unknown
  rawArgs?: unknown
  params?: unknown
  result?: unknown
  userDecision?: unknown
}

/** A tab of the chat panel of 2023 and 2024. */
export type RawTab = {
  tabId?: unknown
  chatTitle?: unknown
  lastSendTime?: unknown
  bubbles?: unknown
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
