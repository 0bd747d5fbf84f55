import { createHash } from 'node:crypto'
import type { SessionKind } from '@teamlore/shared'
import { asTitle } from '../shared/as-title.ts'
import { spanOf } from '../shared/span-of.ts'
import type { ReadEdit, ReadFigures, ReadMessage, ReadSession } from '../source.ts'
import type { CollectedEdit } from './edit-collector.ts'
import type { Location } from './locate.ts'
import type { MessageDraft } from './message-draft.ts'
import type { BuiltSession } from './session-builder.ts'

export const TOOL = 'claude-code'

type Place = Location & {
  /** File name without its ending: the last resort for an id. */
  stem: string
  /** What the subagent was asked for, from the file beside it. */
  description: string | null
}

/** Turns what was read into the normal form: ids, parents and branches are settled here, when all records are known. */
export const assembleSession = (
  built: BuiltSession,
  place: Place,
  figures: ReadFigures,
): ReadSession => {
  const { drafts, facts, chain, hasUuid } = built
  const identity = identify(built, place)
  const keys = keysOf(drafts, identity.native_id)
  const abandoned = chain.abandoned(drafts)
  const keyOf = (draft: MessageDraft | null): string | null =>
    draft === null ? null : (keys.get(draft) ?? null)
  const isReplay = ({ sessionId }: MessageDraft): boolean =>
    identity.kind !== 'subagent' &&
    identity.kind !== 'compaction' &&
    sessionId !== null &&
    sessionId !== identity.native_id

  const messages = drafts.map((draft): ReadMessage => {
    const key = keyOf(draft) ?? ''
    const parent = keyOf(chain.parentOf(draft))
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
      is_abandoned: abandoned.has(draft),
      is_replay: isReplay(draft),
    }
  })
  return {
    tool: TOOL,
    ...identity,
    cwd: drafts.find(({ cwd }) => cwd !== null)?.cwd ?? null,
    git_branch: drafts.findLast(({ gitBranch }) => gitBranch !== null)?.gitBranch ?? null,
    git_head: null,
    tool_version: drafts.findLast(({ version }) => version !== null)?.version ?? null,
    models: modelsOf(drafts),
    title: asTitle(place.description) ?? facts.title(drafts, hasUuid),
    ...spanOf(drafts),
    pull_requests: facts.pullRequests(),
    messages,
    edits: built.edits.all().map((edit) => asReadEdit(edit, keyOf(edit.draft) ?? '')),
    figures,
  }
}

type Identity = Pick<ReadSession, 'native_id' | 'kind' | 'parent_native_id' | 'precedence'>

/**
 * The file name is the session's id when it is a UUID or `agent-<id>`: records inside may be replays that name another
 * session, and then that one is the parent. A file under any other name is a copy, and its last message says whose.
 * A subagent's records name the session that started it.
 */
const identify = ({ facts }: BuiltSession, place: Place): Identity => {
  const agentId = facts.subagentId()
  const isCompaction = place.isCompaction || agentId?.startsWith('acompact') === true
  if (place.isSubagent || (agentId !== null && place.nativeId === null)) {
    const native_id = place.nativeId ?? `agent-${agentId}`
    const parent = place.parentNativeId ?? facts.namedSession()
    return {
      native_id,
      kind: isCompaction ? 'compaction' : 'subagent',
      parent_native_id: parent === native_id ? null : parent,
      precedence: isCompaction ? 3 : 2,
    }
  }
  const native_id = place.nativeId ?? facts.namedSession() ?? place.stem
  const parent_native_id = facts.otherSession(native_id)
  const kind: SessionKind = parent_native_id === null ? 'main' : 'fork'
  return { native_id, kind, parent_native_id, precedence: facts.isBackground() ? 1 : 0 }
}

const MAX_KEY = 300

/** The tool's own ids; for a record without one a hash of the session, what it says, and the how-manieth time it says so. */
const keysOf = (
  drafts: readonly MessageDraft[],
  nativeId: string,
): ReadonlyMap<MessageDraft, string> => {
  const keys = new Map<MessageDraft, string>()
  const taken = new Set<string>()
  const repeats = new Map<string, number>()
  for (const draft of drafts) {
    const { id, role, ts, blocks } = draft
    const isUsable = id !== null && id.length <= MAX_KEY && !taken.has(id) && !id.startsWith('h:')
    const content =
      id === null ? [nativeId, role, ts, blocks] : [nativeId, role === 'assistant', id]
    const key = isUsable ? id : hashKey(JSON.stringify(content), repeats)
    taken.add(key)
    keys.set(draft, key)
  }
  return keys
}

const hashKey = (content: string, repeats: Map<string, number>): string => {
  const nth = repeats.get(content) ?? 0
  repeats.set(content, nth + 1)
  return `h:${createHash('sha256').update(`${nth}\n${content}`).digest('hex').slice(0, 40)}`
}

const modelsOf = (drafts: readonly MessageDraft[]): string[] => {
  const models = new Set<string>()
  for (const { model } of drafts) if (model !== null) models.add(model)
  return [...models].slice(0, 50)
}

const asReadEdit = (edit: CollectedEdit, messageKey: string): ReadEdit => ({
  key: edit.key,
  message_key: messageKey,
  tool_call_id: edit.toolCallId,
  ts: edit.ts,
  path: edit.path,
  operation: edit.operation,
  addedText: edit.addedText,
  removedText: edit.removedText,
})
