import type { Block, MessageKind, MessageRole, SessionKind, Usage } from '@teamlore/shared'
import type { ReadFigures, ReadSession } from '../source.ts'
import type { FileEdit } from './file-edit.ts'

/** A message while its session is still being read. */
export type MessageDraft = {
  /** The tool's own id; null where there is none and a hash must do. */
  id: string | null
  /** The message this one answers. */
  parent: MessageDraft | null
  ts: string | null
  role: MessageRole
  kind: MessageKind
  model: string | null
  blocks: Block[]
  usage: Usage | null
  cwd: string | null
  gitBranch: string | null
  version: string | null
  isAbandoned: boolean
  /** True when it was copied from another session. */
  isReplay: boolean
  /** What a hash is made of where `blocks` may still grow: the same text however far the file has been written. */
  seed: string | null
}

export type EditDraft = FileEdit & {
  toolCallId: string | null
  ts: string | null
  /** The message that made the call. */
  message: MessageDraft
}

export type SessionDraft = {
  tool: string
  nativeId: string
  kind: SessionKind
  parentNativeId: string | null
  cwd: string | null
  gitBranch: string | null
  gitHead: string | null
  version: string | null
  /** Null: the first prompt names the session. */
  title: string | null
  pullRequests: ReadSession['pull_requests']
  messages: readonly MessageDraft[]
  edits: readonly EditDraft[]
  figures: ReadFigures
}

type Said = Pick<MessageDraft, 'role' | 'kind' | 'blocks'>

/** A message of which nothing is known but what is given. */
export const draftMessage = (said: Said & Partial<MessageDraft>): MessageDraft => ({
  id: null,
  parent: null,
  ts: null,
  model: null,
  usage: null,
  cwd: null,
  gitBranch: null,
  version: null,
  isAbandoned: false,
  isReplay: false,
  seed: null,
  ...said,
})
