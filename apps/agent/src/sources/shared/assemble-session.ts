import { createHash } from 'node:crypto'
import type { SessionKind } from '@teamlore/shared'
import type { ReadEdit, ReadMessage, ReadSession } from '../source.ts'
import { asTitle } from './as-title.ts'
import type { EditDraft, MessageDraft, SessionDraft } from './session-draft.ts'
import { spanOf } from './span-of.ts'

/** Turns a session that was read to its end into the normal form: keys and parents are settled here. */
export const assembleSession = (draft: SessionDraft): ReadSession => {
  const { messages: drafts, nativeId } = draft
  const keys = keysOf(drafts, nativeId)
  const messages = drafts.map((message) => asReadMessage(message, keys))
  return {
    tool: draft.tool,
    native_id: nativeId,
    kind: draft.kind,
    parent_native_id: draft.parentNativeId === nativeId ? null : draft.parentNativeId,
    precedence: PRECEDENCE[draft.kind],
    cwd: draft.cwd,
    git_branch: draft.gitBranch,
    git_head: draft.gitHead,
    tool_version: draft.version,
    models: modelsOf(drafts),
    title: asTitle(draft.title) ?? asTitle(firstPrompt(drafts)),
    ...spanOf(drafts),
    pull_requests: draft.pullRequests,
    messages,
    edits: readEdits(draft.edits, keys),
    figures: draft.figures,
  }
}

const PRECEDENCE: Record<SessionKind, number> = { main: 0, fork: 1, subagent: 2, compaction: 3 }

type Keys = ReadonlyMap<MessageDraft, string>

const asReadMessage = (draft: MessageDraft, keys: Keys): ReadMessage => {
  const key = keys.get(draft) ?? ''
  const parent = draft.parent === null ? null : (keys.get(draft.parent) ?? null)
  return {
    key,
    parent_key: parent === key ? null : parent,
    ts: draft.ts,
    role: draft.role,
    kind: draft.kind,
    model: draft.model,
    blocks: draft.blocks,
    usage: draft.usage,
    cwd: draft.cwd,
    git_branch: draft.gitBranch,
    tool_version: draft.version,
    is_abandoned: draft.isAbandoned,
    is_replay: draft.isReplay,
  }
}

const MAX_KEY = 300

/** The tool's own ids; for a message without one a hash of the session, what it says, and the how-manieth time it says so. */
const keysOf = (drafts: readonly MessageDraft[], nativeId: string): Keys => {
  const keys = new Map<MessageDraft, string>()
  const taken = new Set<string>()
  const repeats = new Map<string, number>()
  for (const draft of drafts) {
    const { id, role, ts, blocks, seed } = draft
    const isUsable = id !== null && id.length <= MAX_KEY && !taken.has(id) && !id.startsWith('h:')
    const key = isUsable
      ? id
      : hashKey([nativeId, role, id ?? seed ?? contentOf(ts, blocks)], repeats)
    taken.add(key)
    keys.set(draft, key)
  }
  return keys
}

const contentOf = (ts: string | null, blocks: MessageDraft['blocks']): string =>
  JSON.stringify([ts, blocks])

/** Long texts are hashed once, and never kept. */
const hashKey = (parts: readonly string[], repeats: Map<string, number>): string => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length}:`).update(part)
  const digest = hash.digest('hex').slice(0, 40)
  const nth = repeats.get(digest) ?? 0
  repeats.set(digest, nth + 1)
  return nth === 0 ? `h:${digest}` : `h:${digest}:${nth}`
}

const modelsOf = (drafts: readonly MessageDraft[]): string[] => {
  const models = new Set<string>()
  for (const { model } of drafts) if (model !== null) models.add(model)
  return [...models].slice(0, 50)
}

const firstPrompt = (drafts: readonly MessageDraft[]): string | null => {
  const isTyped = ({ kind }: MessageDraft) => kind === 'human'
  const isAsked = ({ kind, role }: MessageDraft) => kind === 'injected' && role === 'user'
  const draft = drafts.find(isTyped) ?? drafts.find(isAsked)
  const block = draft?.blocks.find(({ type }) => type === 'text')
  return block?.type === 'text' ? block.text : null
}

/** Edits are named by the call that made them, numbered when one call made several. */
const readEdits = (edits: readonly EditDraft[], keys: Keys): ReadEdit[] => {
  const made = new Map<string, number>()
  return edits.map((edit) => {
    const messageKey = keys.get(edit.message) ?? ''
    const call = edit.toolCallId ?? messageKey
    const nth = made.get(call) ?? 0
    made.set(call, nth + 1)
    return {
      key: nth === 0 ? call : `${call.slice(0, 280)}#${nth}`,
      message_key: messageKey,
      tool_call_id: edit.toolCallId,
      ts: edit.ts,
      path: edit.path,
      operation: edit.operation,
      addedText: edit.addedText,
      removedText: edit.removedText,
    }
  })
}
