import { hash } from 'node:crypto'
import { redactId } from '@teamlore/redaction'
import type { SessionKind } from '@teamlore/shared'
import type { ReadEdit, ReadMessage, ReadSession } from '../source.ts'
import type { KeptTurns } from '../turns/kept-turns.ts'
import type { SessionFacts, Turn } from '../turns/session-draft.ts'
import { asTitle } from './as-title.ts'
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
  const { kind = 'main' } = facts
  const nativeId = cleanId(facts.nativeId) ?? ''
  const keyOf = keysOf(turns, facts.nativeId, kept)
  const span = spanOf(turns)
  const parent = cleanId(facts.parentNativeId)
  return {
    tool: facts.tool,
    native_id: nativeId,
    kind,
    ...(facts.startedBy === 'program' ? { started_by: facts.startedBy } : {}),
    parent_native_id: parent === nativeId ? null : parent,
    precedence: facts.precedence ?? PRECEDENCE[kind],
    cwd: limited(facts.cwd, 4_096) ?? turns.find(({ cwd }) => cwd)?.cwd ?? null,
    git_branch: limited(facts.gitBranch, 500),
    git_head: limited(facts.gitHead, 64),
    ...(facts.gitRemote ? { git_remote: limited(facts.gitRemote, 2_000) } : {}),
    tool_version: limited(facts.toolVersion, 100),
    models: modelsOf(turns),
    title: asTitle(facts.title ?? null) ?? asTitle(firstPrompt(turns)),
    started_at: earlier(facts.startedAt ?? null, span.started_at),
    ended_at: facts.endedAt ?? span.ended_at,
    pull_requests: facts.pullRequests ?? [],
    ...settled(turns, { keyOf, facts, kept }),
    figures: facts.figures,
  }
}

/**
 * An id may be anything the tool was given. What is kept on this machine has to name a session by what the server will call it,
 * so a key in it goes here already.
 */
const cleanId = (id: string | null | undefined): string | null => (id ? redactId(id) : (id ?? null))

type Settling = { keyOf: KeyOf; facts: SessionFacts; kept: KeptTurns | undefined }

const settled = (
  turns: readonly Turn[],
  { keyOf, facts, kept }: Settling,
): Pick<ReadSession, 'messages' | 'edits'> => {
  const messages: ReadMessage[] = []
  const edits: ReadEdit[] = []
  let previous: { turn: Turn; key: string } | null = null
  const keyOfParent = ({ parent, restored }: Turn): string | null => {
    if (restored) return restored.parent
    if (parent === undefined || parent === previous?.turn) return previous?.key ?? null
    return parent === null ? null : (keyOf(parent) ?? null)
  }
  for (const turn of turns) {
    const parent = keyOfParent(turn)
    const gone = kept?.goneOf(turn)
    const key: string = gone?.key ?? keyOf(turn) ?? ''
    const message =
      gone !== undefined && isStill(gone, { turn, parent, facts })
        ? gone
        : asMessage(turn, { key, facts, parent })
    const own = turn.edits?.length ? asEdits(turn, key) : NO_EDITS
    const now = kept?.remember(turn, message, own) ?? { message, edits: own }
    messages.push(now.message)
    for (const edit of now.edits) edits.push(edit)
    previous = { turn, key }
  }
  kept?.done(turns)
  return { messages, edits }
}

/** Whether a message whose contents are gone is what its turn says now. */
const isStill = (
  message: ReadMessage,
  { turn, parent, facts }: { turn: Turn; parent: string | null; facts: SessionFacts },
): boolean => {
  const { usage, ...now } = factsOf(turn, { key: message.key, facts, parent })
  const names = Object.keys(now) as (keyof typeof now)[]
  return message.usage === usage && names.every((name) => message[name] === now[name])
}

const NO_EDITS: readonly ReadEdit[] = []

const PRECEDENCE: Record<SessionKind, number> = { main: 0, fork: 1, subagent: 2, compaction: 3 }

const limited = (text: string | null | undefined, most: number): string | null =>
  text ? text.slice(0, most) : null

const earlier = (a: string | null, b: string | null): string | null =>
  a === null || b === null ? (a ?? b) : a < b ? a : b

const modelsOf = (turns: readonly Turn[]): string[] => {
  const models = new Set<string>()
  for (const { model } of turns) if (model) models.add(model.slice(0, 200))
  return [...models].slice(0, 50)
}

type KeyOf = (turn: Turn) => string | undefined

type Around = { key: string; facts: SessionFacts; parent: string | null }

const asMessage = (turn: Turn, around: Around): ReadMessage => {
  const { key, parent_key, ts, role, kind, model, ...rest } = factsOf(turn, around)
  const { usage, cwd, git_branch, tool_version, is_abandoned, is_replay } = rest
  const { blocks } = turn
  return {
    key,
    parent_key,
    ts,
    role,
    kind,
    model,
    blocks,
    usage,
    cwd,
    git_branch,
    tool_version,
    is_abandoned,
    is_replay,
  }
}

/** All but the contents. What was written back is what it was; of where that was, the file says nothing. */
const factsOf = (turn: Turn, { key, facts, parent }: Around): Omit<ReadMessage, 'blocks'> => {
  const { restored, gitBranch = facts.gitBranch, version = facts.toolVersion } = turn
  const { role, kind, isAbandoned = false } = restored ?? turn
  return {
    key,
    parent_key: parent === key ? null : parent,
    ts: turn.ts,
    role,
    kind,
    model: limited(turn.model, 200),
    usage: turn.usage ?? null,
    cwd: restored ? null : limited(turn.cwd ?? facts.cwd, 4_096),
    git_branch: restored ? null : limited(gitBranch, 500),
    tool_version: restored ? null : limited(version, 100),
    is_abandoned: isAbandoned,
    is_replay: turn.isReplay ?? false,
  }
}

/** An edit is named by its message and its place in it: calls have no id in some tools, and one may write many files. */
const asEdits = ({ edits = [], ts }: Turn, messageKey: string): ReadEdit[] =>
  edits.map(({ key, toolCallId, ts: own, ...edit }, at) => ({
    ...edit,
    key: cleanId(key) ?? `${messageKey.slice(0, MAX_KEY)}#${at}`,
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
const keysOf = (turns: readonly Turn[], nativeId: string, kept?: KeptTurns): KeyOf => {
  const keys = new Map<Turn, string>()
  const taken = new Set<string>()
  const isTaken = (id: string): boolean => taken.has(id) || kept?.hasGone(id) === true
  const repeats = new Map<string, number>()
  for (const turn of turns) {
    const gone = kept?.goneOf(turn)?.key
    // Its own number is counted, and stays.
    if (gone !== undefined) {
      if (gone.startsWith('h:')) numbered(gone.split(':')[1] ?? '', repeats)
      continue
    }
    const before = turn.restored?.key
    if (before?.startsWith('h:')) numbered(before.split(':')[1] ?? '', repeats)
    const digest = () => digestOf([nativeId, turn.role, nameOf(turn)])
    const isBefore = before !== undefined && !isTaken(before)
    const key = isBefore
      ? before
      : (usableId(cleanId(turn.id), isTaken) ?? numbered(digest(), repeats))
    taken.add(key)
    keys.set(turn, key)
  }
  return (turn) => keys.get(turn) ?? kept?.goneOf(turn)?.key
}

const usableId = (id: string | null, isTaken: (id: string) => boolean): string | null =>
  id === null || id === '' || id.length > MAX_KEY || isTaken(id) || id.startsWith('h:') ? null : id

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
