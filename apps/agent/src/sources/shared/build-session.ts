import { createHash } from 'node:crypto'
import type { Block, MessageKind, MessageRole, SessionKind, Usage } from '@teamlore/shared'
import type { ReadEdit, ReadFigures, ReadMessage, ReadSession } from '../source.ts'
import { asTitle } from './as-title.ts'
import type { FileEdit } from './file-edit.ts'
import { spanOf } from './span-of.ts'

/** A message of a tool whose sessions are one line of turns, each following the one before. */
export type Turn = {
  /** The tool's own id; without one a hash of what is said must do. */
  id: string | null
  ts: string | null
  role: MessageRole
  kind: MessageKind
  blocks: Block[]
  model?: string | null
  usage?: Usage | null
  cwd?: string | null
  isAbandoned?: boolean
  isReplay?: boolean
  edits?: readonly TurnEdit[]
}

export type TurnEdit = FileEdit & {
  toolCallId: string | null
  /** When it was written; without it, when the message was. */
  ts?: string | null
}

/** What is known of a session beside its turns. */
export type SessionFacts = {
  tool: string
  nativeId: string
  kind?: SessionKind
  parentNativeId?: string | null
  cwd?: string | null
  gitBranch?: string | null
  gitHead?: string | null
  toolVersion?: string | null
  /** The tool's own title; without one the first prompt is it. */
  title?: string | null
  startedAt?: string | null
  endedAt?: string | null
  figures: ReadFigures
}

/** Turns into the normal form: keys, order, times, models and edits. */
export const buildSession = (facts: SessionFacts, turns: readonly Turn[]): ReadSession => {
  const keyed = withKeys(turns, facts.nativeId)
  const span = spanOf(turns)
  const { kind = 'main' } = facts
  return {
    tool: facts.tool,
    native_id: facts.nativeId,
    kind,
    parent_native_id: facts.parentNativeId ?? null,
    precedence: PRECEDENCE[kind],
    cwd: limited(facts.cwd, 4_096) ?? turns.find(({ cwd }) => cwd)?.cwd ?? null,
    git_branch: limited(facts.gitBranch, 500),
    git_head: limited(facts.gitHead, 64),
    tool_version: limited(facts.toolVersion, 100),
    models: [...new Set(turns.flatMap(({ model }) => limited(model, 200) ?? []))].slice(0, 50),
    title: asTitle(facts.title ?? firstPrompt(turns)),
    started_at: earlier(facts.startedAt ?? null, span.started_at),
    ended_at: facts.endedAt ?? span.ended_at,
    pull_requests: [],
    messages: keyed.map(({ turn, key }, at) =>
      asMessage(turn, key, keyed[at - 1]?.key ?? null, facts),
    ),
    edits: keyed.flatMap(({ turn, key }) => asEdits(turn, key)),
    figures: facts.figures,
  }
}

const PRECEDENCE: Record<SessionKind, number> = { main: 0, fork: 0, subagent: 2, compaction: 3 }

const limited = (text: string | null | undefined, most: number): string | null =>
  text ? text.slice(0, most) : null

const earlier = (a: string | null, b: string | null): string | null =>
  a === null || b === null ? (a ?? b) : a < b ? a : b

const asMessage = (
  turn: Turn,
  key: string,
  parent: string | null,
  facts: SessionFacts,
): ReadMessage => ({
  key,
  parent_key: parent,
  ts: turn.ts,
  role: turn.role,
  kind: turn.kind,
  model: limited(turn.model, 200),
  blocks: turn.blocks,
  usage: turn.usage ?? null,
  cwd: limited(turn.cwd ?? facts.cwd, 4_096),
  git_branch: limited(facts.gitBranch, 500),
  tool_version: limited(facts.toolVersion, 100),
  is_abandoned: turn.isAbandoned ?? false,
  is_replay: turn.isReplay ?? false,
})

/** An edit is named by its message and its place in it: calls have no id in some tools, and one may write many files. */
const asEdits = ({ edits = [], ts }: Turn, messageKey: string): ReadEdit[] =>
  edits.map(({ toolCallId, ts: own, ...edit }, at) => ({
    ...edit,
    key: `${messageKey.slice(0, 280)}#${at}`,
    message_key: messageKey,
    tool_call_id: toolCallId,
    ts: own ?? ts,
  }))

const MAX_ID = 280

/**
 * Own ids where they are there and unlike each other; else a hash of the session, what is said, and the how-manieth time it
 * is said, which stays the same when the file grows or something is put in before.
 */
const withKeys = (
  turns: readonly Turn[],
  nativeId: string,
): readonly { turn: Turn; key: string }[] => {
  const taken = new Set<string>()
  const repeats = new Map<string, number>()
  return turns.map((turn) => {
    const { id, role, kind, blocks } = turn
    const isUsable =
      id !== null && id !== '' && id.length <= MAX_ID && !taken.has(id) && !id.startsWith('h:')
    const content = JSON.stringify(
      id === null || id === '' ? [nativeId, role, kind, blocks] : [nativeId, id],
    )
    const key = isUsable ? id : hashKey(content, repeats)
    taken.add(key)
    return { turn, key }
  })
}

const hashKey = (content: string, repeats: Map<string, number>): string => {
  const digest = createHash('sha256').update(content).digest('hex')
  const nth = repeats.get(digest) ?? 0
  repeats.set(digest, nth + 1)
  return `h:${createHash('sha256').update(`${nth}\n${digest}`).digest('hex').slice(0, 40)}`
}

const firstPrompt = (turns: readonly Turn[]): string | null => {
  const turn =
    turns.find(({ kind }) => kind === 'human') ??
    turns.find(({ kind, role }) => kind === 'injected' && role === 'user')
  const block = turn?.blocks.find(({ type }) => type === 'text')
  return block?.type === 'text' ? block.text : null
}
