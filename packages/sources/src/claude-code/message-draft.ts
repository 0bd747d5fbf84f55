import type { Block, MessageKind, Usage } from '@teamlore/shared'
import { asCut, readMark } from '../marks/restored-mark.ts'
import { readBlocks } from '../shared/read-blocks.ts'
import { rawMessage } from '../shared/unknown-records.ts'
import { usageOfMessage } from '../shared/usage.ts'
import { fieldsOf, textOrNull, timeOrNull } from '../shared/values.ts'
import type { MessageDraft as SharedDraft } from '../turns/session-draft.ts'
import { isOfProgram } from './is-of-program.ts'
import { readPromptText } from './prompt-text.ts'
import type { RawMessage, RawRecord } from './raw-record.ts'

/** A message while its file is still being read. */
export type MessageDraft = SharedDraft & {
  uuid: string | null
  parentUuid: string | null
  /** The session its record names. */
  sessionId: string | null
  /** Identities of the blocks, once there was more than one line to merge. */
  seenBlocks: Set<string> | null
}

/** Where the record stands: in a file that is a subagent's, nothing is typed by a person. */
export type DraftContext = { isSubagent: boolean }

/** Reads a user record, a queued prompt, a system record that says something, or a kind not known yet. */
export const draftOf = (raw: RawRecord, context: DraftContext): MessageDraft | null => {
  const draft = readDraft(raw, context)
  return draft === null ? null : written(asKept(draft, raw))
}

/** What was written back is what it was. */
const asKept = (draft: MessageDraft, raw: RawRecord): MessageDraft => {
  const restored = readMark(raw)
  if (restored === null) return draft
  const { ts, model } = restored
  const blocks = asCut(draft.blocks, restored)
  return { ...draft, restored, ts, model, blocks, usage: usageUnlessNone(draft.usage) }
}

/** Written out: put together piece by piece, each of a hundred thousand would have a shape of its own to be described. */
const written = (draft: MessageDraft): MessageDraft => ({
  id: draft.id,
  parent: draft.parent,
  ts: draft.ts,
  role: draft.role,
  kind: draft.kind,
  model: draft.model,
  blocks: draft.blocks,
  usage: draft.usage,
  cwd: draft.cwd,
  gitBranch: draft.gitBranch,
  version: draft.version,
  isAbandoned: draft.isAbandoned,
  isReplay: draft.isReplay,
  seed: draft.seed,
  edits: draft.edits,
  restored: draft.restored,
  uuid: draft.uuid,
  parentUuid: draft.parentUuid,
  sessionId: draft.sessionId,
  seenBlocks: draft.seenBlocks,
})

const readDraft = (raw: RawRecord, context: DraftContext): MessageDraft | null => {
  switch (raw.type) {
    case 'user':
      return userDraft(raw, context)
    case 'assistant':
      return assistantDraft(raw)
    case 'system':
      return systemDraft(raw)
    case 'attachment':
      return queuedDraft(raw, context)
    default:
      return null
  }
}

const common = (raw: RawRecord) => ({
  id: textOrNull(raw.uuid),
  uuid: textOrNull(raw.uuid),
  parentUuid: textOrNull(raw.parentUuid),
  sessionId: textOrNull(raw.sessionId, 300),
  ts: timeOrNull(raw.timestamp),
  model: null,
  usage: null,
  cwd: textOrNull(raw.cwd, 4_096),
  gitBranch: textOrNull(raw.gitBranch, 500),
  version: textOrNull(raw.version, 100),
  parent: null,
  isAbandoned: false,
  isReplay: false,
  seed: null,
  edits: [],
  restored: null,
  seenBlocks: null,
})

const contentOf = (raw: RawRecord): unknown =>
  typeof raw.message === 'string' ? raw.message : fieldsOf<RawMessage>(raw.message).content

const userDraft = (raw: RawRecord, { isSubagent }: DraftContext): MessageDraft => {
  const blocks = readBlocks(contentOf(raw))
  const draft = { ...common(raw), role: 'user' as const, blocks }
  if (blocks.some(({ type }) => type === 'tool_result') || (raw.toolUseResult ?? null) !== null)
    return { ...draft, role: 'tool', kind: 'tool_result' }
  if (raw.isCompactSummary === true) return { ...draft, kind: 'summary' }
  if (raw.isMeta === true || raw.promptSource === 'system' || !isOfPerson(raw.origin))
    return { ...draft, kind: 'injected' }
  return typedDraft(draft, isSubagent || raw.isSidechain === true || isOfProgram(raw))
}

/** Newer versions say who a record is from: other sessions, background tasks and the client itself speak as users too. */
const isOfPerson = (origin: unknown): boolean => {
  const { kind } = fieldsOf<{ kind?: unknown }>(origin)
  return typeof kind !== 'string' || kind === 'human'
}

/** Zeros stand where nothing is known of it. */
const usageUnlessNone = (usage: Usage | null): Usage | null =>
  usage !== null && Object.values(usage).some((tokens) => tokens > 0) ? usage : null

type Untyped = Omit<MessageDraft, 'kind'>

/** Decides by the texts themselves. In a subagent the task comes from the agent above, not from a person. */
const typedDraft = (draft: Untyped, isSidechain: boolean): MessageDraft => {
  const kinds = new Set<MessageKind>()
  const blocks = draft.blocks.flatMap((block): Block[] => {
    if (block.type !== 'text') return [block]
    const { kind, text, stripped } = readPromptText(block.text)
    kinds.add(kind)
    return [
      ...(stripped === '' ? [] : [{ type: 'other', name: 'context', raw: stripped } as const]),
      kind === 'injected' && draft.blocks.length > 1
        ? { type: 'other', name: 'context', raw: text }
        : { type: 'text', text },
    ]
  })
  const kind = kindOf(kinds, draft.blocks.length > 0)
  return { ...draft, blocks, kind: isSidechain && kind === 'human' ? 'injected' : kind }
}

/** One typed text among injected ones makes a prompt of the whole; an image alone is typed too. */
const kindOf = (kinds: ReadonlySet<MessageKind>, hasBlocks: boolean): MessageKind => {
  if (kinds.size === 0) return hasBlocks ? 'human' : 'injected'
  if (kinds.has('summary')) return 'summary'
  if (kinds.has('command')) return 'command'
  return kinds.has('human') ? 'human' : 'injected'
}

/** The client's own answers ("API error", "No response requested") carry this instead of a model. */
const SYNTHETIC = '<synthetic>'

const assistantDraft = (raw: RawRecord): MessageDraft => {
  const message = fieldsOf<RawMessage>(raw.message)
  const base = common(raw)
  const messageId = textOrNull(message.id)
  const requestId = textOrNull(raw.requestId)
  const isSynthetic = message.model === SYNTHETIC || raw.isApiErrorMessage === true
  return {
    ...base,
    id:
      messageId === null
        ? base.id
        : requestId === null
          ? messageId
          : [messageId, requestId].join(':'),
    role: 'assistant',
    kind: isSynthetic ? 'injected' : 'assistant',
    model: isSynthetic ? null : textOrNull(message.model, 200),
    blocks: readBlocks(contentOf(raw)),
    usage: usageOfMessage(message.usage),
  }
}

/** Boundaries and the output of local commands say something; timings and hook summaries do not. */
const systemDraft = (raw: RawRecord): MessageDraft | null => {
  const content = textOrNull(raw.content)
  if (content === null) return null
  const { kind, text } = readPromptText(content)
  const isCommand = raw.subtype === 'local_command' || kind === 'command'
  return {
    ...common(raw),
    role: 'system',
    kind: isCommand ? 'command' : 'injected',
    blocks: [{ type: 'text', text: isCommand ? text : content }],
  }
}

type Queued = {
  type?: unknown
  prompt?: unknown
  commandMode?: unknown
  origin?: unknown
  timestamp?: unknown
}

/** What a person typed while a tool ran is stored as an attachment; so are notices of background tasks. */
const queuedDraft = (raw: RawRecord, { isSubagent }: DraftContext): MessageDraft | null => {
  const { type, prompt, commandMode, origin, timestamp } = fieldsOf<Queued>(raw.attachment)
  if (type !== 'queued_command') return null
  const base = common(raw)
  const draft = {
    ...base,
    ts: base.ts ?? timeOrNull(timestamp),
    role: 'user' as const,
    blocks: readBlocks(prompt),
  }
  if (commandMode === 'task-notification' || !isOfPerson(origin))
    return { ...draft, kind: 'injected' }
  return typedDraft(draft, isSubagent || raw.isSidechain === true)
}

/** A chain record of a kind this version does not know is kept as it was found. */
export const unknownDraft = (raw: RawRecord): MessageDraft => ({
  ...common(raw),
  ...rawMessage(raw.type, raw),
})
