import { hash } from 'node:crypto'
import type { SessionKind } from '@teamlore/shared'
import type { ReadEdit, ReadMessage, ReadSession } from '../source.ts'
import { asTitle } from './as-title.ts'
import type { KeptTurns } from './kept-turns.ts'
import type { SessionFacts, Turn } from './session-draft.ts'
import { spanOf } from './span-of.ts'

/**
 * Turns a session as far as it was read into the normal form: keys, parents, times, models and edits are settled here.
 * `kept` remembers from one time to the next what became of turns whose contents are not in memory any more.
 */
export const buildSession = (
  facts: SessionFacts,
  turns: readonly Turn[],
  kept?: KeptTurns,
): ReadSession => {
  const { kind = 'main', nativeId } = facts
  const keys = keysOf(turns, nativeId, kept)
  const span = spanOf(turns)
  const parent = facts.parentNativeId ?? null
  return {
    tool: facts.tool,
    native_id: nativeId,
    kind,
    parent_native_id: parent === nativeId ? null : parent,
    precedence: facts.precedence ?? PRECEDENCE[kind],
    cwd: limited(facts.cwd, 4_096) ?? turns.find(({ cwd }) => cwd)?.cwd ?? null,
    git_branch: limited(facts.gitBranch, 500),
    git_head: limited(facts.gitHead, 64),
    tool_version: limited(facts.toolVersion, 100),
    models: [...new Set(turns.flatMap(({ model }) => limited(model, 200) ?? []))].slice(0, 50),
    title: asTitle(facts.title ?? null) ?? asTitle(firstPrompt(turns)),
    started_at: earlier(facts.startedAt ?? null, span.started_at),
    ended_at: facts.endedAt ?? span.ended_at,
    pull_requests: facts.pullRequests ?? [],
    ...settled(turns, { keys, facts, kept }),
    figures: facts.figures,
  }
}

type Settling = { keys: Keys; facts: SessionFacts; kept: KeptTurns | undefined }

const settled = (
  turns: readonly Turn[],
  { keys, facts, kept }: Settling,
): Pick<ReadSession, 'messages' | 'edits'> => {
  const messages: ReadMessage[] = []
  const edits: ReadEdit[] = []
  for (const [at, turn] of turns.entries()) {
    const { parent: answered = turns[at - 1] ?? null } = turn
    const message = asMessage(turn, { keys, facts, parent: answered && keys.get(answered) })
    const own = asEdits(turn, message.key)
    const now = kept?.remember(turn, { message, edits: own }) ?? { message, edits: own }
    messages.push(now.message)
    for (const edit of now.edits) edits.push(edit)
  }
  kept?.done()
  return { messages, edits }
}

const PRECEDENCE: Record<SessionKind, number> = { main: 0, fork: 1, subagent: 2, compaction: 3 }

const limited = (text: string | null | undefined, most: number): string | null =>
  text ? text.slice(0, most) : null

const earlier = (a: string | null, b: string | null): string | null =>
  a === null || b === null ? (a ?? b) : a < b ? a : b

type Keys = ReadonlyMap<Turn, string>

type Around = { keys: Keys; facts: SessionFacts; parent: string | null | undefined }

const asMessage = (turn: Turn, { keys, facts, parent }: Around): ReadMessage => {
  const key = keys.get(turn) ?? ''
  const { gitBranch = facts.gitBranch, version = facts.toolVersion } = turn
  return {
    key,
    parent_key: parent === undefined || parent === key ? null : parent,
    ts: turn.ts,
    role: turn.role,
    kind: turn.kind,
    model: limited(turn.model, 200),
    blocks: turn.blocks,
    usage: turn.usage ?? null,
    cwd: limited(turn.cwd ?? facts.cwd, 4_096),
    git_branch: limited(gitBranch, 500),
    tool_version: limited(version, 100),
    is_abandoned: turn.isAbandoned ?? false,
    is_replay: turn.isReplay ?? false,
  }
}

/** An edit is named by its message and its place in it: calls have no id in some tools, and one may write many files. */
const asEdits = ({ edits = [], ts }: Turn, messageKey: string): ReadEdit[] =>
  edits.map(({ key, toolCallId, ts: own, ...edit }, at) => ({
    ...edit,
    key: key ?? `${messageKey.slice(0, MAX_KEY)}#${at}`,
    message_key: messageKey,
    tool_call_id: toolCallId,
    ts: own ?? ts,
  }))

const MAX_KEY = 280

/**
 * Own ids where they are there and unlike each other; else a hash of the session, what is said, and the how-manieth time it
 * is said, which stays the same when the file grows or something is put in before. Of what kind it is, is no part of it:
 * that may show later.
 */
const keysOf = (turns: readonly Turn[], nativeId: string, kept?: KeptTurns): Keys => {
  const keys = new Map<Turn, string>()
  const taken = new Set<string>()
  const repeats = new Map<string, number>()
  for (const turn of turns) {
    const key =
      usableId(turn.id, taken) ??
      numbered(kept?.digestOf(turn) ?? digestOf([nativeId, turn.role, nameOf(turn)]), repeats)
    taken.add(key)
    keys.set(turn, key)
  }
  return keys
}

const usableId = (id: string | null, taken: ReadonlySet<string>): string | null =>
  id === null || id === '' || id.length > MAX_KEY || taken.has(id) || id.startsWith('h:')
    ? null
    : id

const nameOf = ({ id, seed, ts, blocks }: Turn): string =>
  id || (seed ?? JSON.stringify([ts, blocks]))

/** Long texts are hashed once, and never kept. */
const digestOf = (parts: readonly string[]): string =>
  hash('sha256', parts.map((part) => `${part.length}:${part}`).join('')).slice(0, 40)

const numbered = (digest: string, repeats: Map<string, number>): string => {
  const nth = repeats.get(digest) ?? 0
  repeats.set(digest, nth + 1)
  return nth === 0 ? `h:${digest}` : `h:${digest}:${nth}`
}

const firstPrompt = (turns: readonly Turn[]): string | null => {
  const turn =
    turns.find(({ kind }) => kind === 'human') ??
    turns.find(({ kind, role }) => kind === 'injected' && role === 'user')
  const block = turn?.blocks.find(({ type }) => type === 'text')
  return block?.type === 'text' ? block.text : null
}
