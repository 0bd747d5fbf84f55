import type {
  Block,
  MessageKind,
  MessageRole,
  SessionKind,
  SessionStarter,
  Usage,
} from '@teamlore/shared'
import type { ReadFigures, ReadSession } from '../read-session.ts'
import type { FileEdit } from './file-edit.ts'

/** A message while its session is still being read. */
export type MessageDraft = {
  /** The tool's own id; null where there is none and a hash must do. */
  id: string | null
  /** The message this one answers; left open, the one before it. */
  parent: MessageDraft | null | undefined
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
  /** What the calls in it wrote. */
  edits: TurnEdit[]
  /** What it is where it was kept, when it was written back from there. */
  restored: RestoredAs | null
}

export type RestoredAs = Pick<MessageDraft, 'ts' | 'role' | 'kind' | 'model' | 'isAbandoned'> & {
  key: string
  parent: string | null
  /** How its results were cut, in order. */
  cuts: readonly (Extract<Block, { type: 'tool_result' }>['cut'] | null)[]
}

export type TurnEdit = FileEdit & {
  /** Where the tool's own records name it; else its message and its place in it do. */
  key?: string
  toolCallId: string | null
  /** When it was written; without it, when the message was. */
  ts?: string | null
}

type Required = 'id' | 'ts' | 'role' | 'kind' | 'blocks'

/** A message of which all is known at once; what is not said of it is the session's, or nothing. */
export type Turn = Readonly<Pick<MessageDraft, Exclude<Required, 'blocks'>>> & {
  blocks: MessageDraft['blocks']
  edits?: readonly TurnEdit[]
} & Partial<Omit<MessageDraft, Required | 'edits'>>

/** What is known of a session beside its messages. */
export type SessionFacts = {
  tool: string
  nativeId: string
  kind?: SessionKind
  /** By a person, where it is missing. */
  startedBy?: SessionStarter | undefined
  parentNativeId?: string | null
  /** As in `ReadSession`, where its kind does not show it. */
  precedence?: number
  cwd?: string | null
  gitBranch?: string | null
  gitHead?: string | null
  /** As in `ReadSession`. */
  gitRemote?: string | null
  toolVersion?: string | null
  /** The tool's own title; without one the first prompt is it. */
  title?: string | null
  startedAt?: string | null
  endedAt?: string | null
  pullRequests?: ReadSession['pull_requests']
  figures: ReadFigures
}

type Said = Pick<MessageDraft, 'role' | 'kind' | 'blocks'>

/** A message of which nothing is known but what is given. Written out: it is made once for each of a hundred thousand. */
export const draftMessage = (said: Said & Partial<MessageDraft>): MessageDraft => ({
  id: said.id ?? null,
  parent: said.parent,
  ts: said.ts ?? null,
  role: said.role,
  kind: said.kind,
  model: said.model ?? null,
  blocks: said.blocks,
  usage: said.usage ?? null,
  cwd: said.cwd ?? null,
  gitBranch: said.gitBranch ?? null,
  version: said.version ?? null,
  isAbandoned: said.isAbandoned ?? false,
  isReplay: said.isReplay ?? false,
  seed: said.seed ?? null,
  edits: said.edits ?? [],
  restored: said.restored ?? null,
})
