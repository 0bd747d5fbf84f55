import { makeDelta } from '@teamlore/sources/delta/session-delta'
import { emptyState } from '@teamlore/sources/delta/session-state'
import type { ReadMessage } from '@teamlore/sources/source'
import type { Part } from '../batch.ts'

const messageOf = (key: string): ReadMessage => ({
  key,
  parent_key: null,
  ts: null,
  role: 'user',
  kind: 'human',
  model: null,
  blocks: [{ type: 'text', text: key }],
  usage: null,
  cwd: null,
  git_branch: null,
  tool_version: null,
  is_abandoned: false,
  is_replay: false,
})

/** What is new of a session that holds these messages. */
export const partOf = (
  keys: readonly string[],
  { tool = 'codex', nativeId = 's1' }: { tool?: string; nativeId?: string } = {},
): Part => {
  const session = {
    tool,
    native_id: nativeId,
    kind: 'main' as const,
    parent_native_id: null,
    precedence: 0,
    cwd: null,
    git_branch: null,
    git_head: null,
    tool_version: null,
    models: [],
    title: null,
    started_at: null,
    ended_at: null,
    pull_requests: [],
    messages: keys.map(messageOf),
    edits: [],
    figures: { lines: 0, unknownRecords: {}, files: [] },
  }
  const state = emptyState(tool, nativeId)
  const delta = makeDelta({ session, project: null, state, dropped: new Map(), sourcePath: '' })
  return { delta, messages: delta.messages, edits: delta.edits, isLast: true }
}
