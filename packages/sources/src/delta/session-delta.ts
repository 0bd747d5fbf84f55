import { hash as digestOf } from 'node:crypto'
import { PLAIN_REDACTOR, type Redactor, redactHeader, redactPath } from '@teamlore/redaction'
import type { IngestProject, IngestSession } from '@teamlore/shared'
import { storableJson } from '@teamlore/shared/storable-json'
import { shortTitle } from '../shared/as-title.ts'
import type { CapturedMessage, LeftOut, ReadEdit, ReadMessage, ReadSession } from '../source.ts'
import type { CapturedAs } from '../turns/kept-turns.ts'
import { StartOverError } from '../turns/start-over.ts'
import { finishEdit } from './finish-edit.ts'
import { finishMessage } from './finish-message.ts'
import type { SessionState } from './session-state.ts'
import { withWholeLines } from './whole-lines.ts'

export type SessionHeader = Omit<IngestSession, 'messages' | 'edits'>

/** What is new of a session, and how all of it counts as captured once that is. */
export type Delta = SessionDelta & { captured: CapturedAs }

/** What of a session the server does not have yet, ready to be sent. */
export type SessionDelta = {
  header: SessionHeader
  headerHash: string
  isHeaderNew: boolean
  messages: DeltaMessage[]
  edits: DeltaEdit[]
  /** What the session holds, sent or not, without what belongs to another session. */
  counts: { messages: number; prompts: number; edits: number; output_tokens: number }
  redactions: number
}

export type DeltaMessage = {
  key: string
  ordinal: number
  hash: string
  json: string
  redactions: number
  /** What was taken out of it, by kind. */
  kinds: Record<string, number>
}
export type DeltaEdit = { key: string; messageKey: string; hash: string; json: string }

type Options = {
  session: ReadSession
  project: IngestProject | null
  state: SessionState
  /** Messages of this session's files that belong to another session, with whose they are. */
  dropped: ReadonlyMap<string, string>
  sourcePath: string
  redactor?: Redactor
  /** What was left out of messages, by their keys. */
  leftOut?: ReadonlyMap<string, LeftOut> | undefined
  /** Reads a file that was edited as it is now; undefined for what is none. */
  readFile?: (path: string) => string | undefined
}

/** @throws StartOverError when something is to be sent whose contents are not in memory any more. */
export const makeDelta = ({
  session,
  project,
  state,
  dropped,
  sourcePath,
  redactor = PLAIN_REDACTOR,
  leftOut,
  readFile = () => undefined,
}: Options): Delta => {
  const compared = compareMessages(session.messages, { dropped, state, redactor, leftOut })
  const { fresh: messages, hashes, redactions } = compared
  const { edits, editHashes, written } = newEdits(session, {
    dropped,
    state,
    redactor,
    readFile,
  })
  const isWhole = compared.known === state.messages.size
  const header = withoutLosses(headerOf(session, project, compared.origin), state, isWhole)
  const redacted = redactHeader(header, redactor)
  const { title } = redacted.header
  const source = sourceOf(session, redactPath(sourcePath, redactor))
  // Lines that are no messages come and go; only what was lost or not understood is news by itself.
  const headerHash = hashOf([header, source.bad_lines, source.unknown_records])
  return {
    header: storableJson({
      ...redacted.header,
      title: title && shortTitle(title),
      // What the header holds was said in a message as well, its title above all: one secret counts once.
      source: { ...source, redactions: Math.max(redactions, redacted.count) },
    }),
    headerHash,
    isHeaderNew: headerHash !== state.header,
    messages,
    edits,
    captured: { message: (key) => hashes.get(key), edit: (key) => editHashes.get(key) },
    counts: { ...compared.counts, edits: written },
    redactions,
  }
}

/**
 * The place of each message in file order. A place once acknowledged is kept as long as the order allows: a file that was
 * begun again goes on after what the server has, and nothing that is there already moves.
 */
const createOrdinals = (messages: readonly ReadMessage[], state: SessionState) => {
  const first = messages[0]
  const isContinued =
    first !== undefined && !state.messages.has(first.key) && state.messages.size > 0
  const knowsSome = isContinued && messages.some(({ key }) => state.messages.has(key))
  let next = isContinued && !knowsSome ? lastOrdinal(state) + 1 : 0
  return (known: number | undefined): number => {
    const ordinal = Math.max(next, known ?? 0)
    next = ordinal + 1
    return ordinal
  }
}

const lastOrdinal = (state: SessionState): number => {
  let last = -1
  for (const { ordinal } of state.messages.values()) last = Math.max(last, ordinal)
  return last
}

type New = Pick<Options, 'dropped' | 'state' | 'leftOut'> & { redactor: Redactor }

type Compared = {
  fresh: DeltaMessage[]
  /** Of messages whose contents are in memory. */
  hashes: Map<string, CapturedMessage>
  /** Of the session's own messages, new or not. */
  counts: Omit<SessionDelta['counts'], 'edits'>
  redactions: number
  /** How many of all messages were captured before. */
  known: number
  /** Whose the last message is that belongs to another session. */
  origin: string | undefined
}

/** All in one pass, as most of a session that grows line by line is neither new nor in memory. */
const compareMessages = (
  messages: readonly ReadMessage[],
  { dropped, state, redactor, leftOut }: New,
): Compared => {
  const compared: Compared = {
    fresh: [],
    hashes: new Map(),
    counts: { messages: 0, prompts: 0, output_tokens: 0 },
    redactions: 0,
    known: 0,
    origin: undefined,
  }
  const { fresh, hashes, counts } = compared
  const ordinalOf = createOrdinals(messages, state)
  for (const message of messages) {
    const { key } = message
    const known = state.messages.get(key)
    if (known !== undefined) compared.known++
    const ordinal = ordinalOf(known?.ordinal)
    const owner = dropped.get(key)
    if (owner !== undefined) {
      compared.origin = owner
      if (message.captured === undefined) hashes.set(key, { ordinal, hash: '' })
      continue
    }
    count(message, counts)
    const hash = hashOfMessage(message, ordinal)
    if (message.captured === undefined)
      hashes.set(key, { ordinal, hash, leftOut: leftOut?.get(key) })
    if (known?.hash === hash) compared.redactions += known.redactions
    else {
      const { json, redactions, kinds } = finishMessage(message, ordinal, redactor)
      fresh.push({ key, ordinal, hash, json, redactions, kinds })
      compared.redactions += redactions
    }
  }
  return compared
}

const count = ({ kind, usage }: ReadMessage, counts: Compared['counts']): void => {
  counts.messages++
  if (kind === 'human') counts.prompts++
  counts.output_tokens += usage?.output_tokens ?? 0
}

const hashOfMessage = (message: ReadMessage, ordinal: number): string => {
  const { captured } = message
  if (captured === undefined) return hashOf([ordinal, message])
  // In another place it is another message, or it belonged to somebody else.
  if (captured.ordinal !== ordinal || captured.hash === '') throw new StartOverError()
  return captured.hash
}

const newEdits = (
  { messages, edits }: Pick<ReadSession, 'messages' | 'edits'>,
  { dropped, state, redactor, readFile }: New & Required<Pick<Options, 'readFile'>>,
): { edits: DeltaEdit[]; editHashes: Map<string, string>; written: number } => {
  let written = 0
  const editHashes = new Map<string, string>()
  const fresh: DeltaEdit[] = []
  const blocksOf = new Map(messages.map(({ key, blocks }) => [key, blocks]))
  for (const edit of edits) {
    const { key, message_key: messageKey } = edit
    if (dropped.has(messageKey)) continue
    const hash = edit.captured ?? hashOf(edit)
    if (!editHashes.has(key) && hasWritten(edit)) written++
    editHashes.set(key, hash)
    if (state.edits.get(key) === hash) continue
    const whole = withWholeLines(edit, blocksOf.get(messageKey) ?? [], readFile)
    fresh.push({ key, messageKey, hash, json: finishEdit(edit, redactor, whole) })
  }
  return { edits: fresh, editHashes, written }
}

/** A file that was deleted or moved as it is was no edit of no lines. */
const hasWritten = ({ operation, addedText, removedText }: ReadEdit): boolean =>
  (operation !== 'delete' && operation !== 'rename') || addedText.length + removedText.length > 0

/** A session that lost messages to another is a fork of the one that has the last of them. */
const headerOf = (
  session: ReadSession,
  project: IngestProject | null,
  origin: string | undefined,
): Header => {
  const {
    messages: _,
    edits: _edits,
    figures: _figures,
    precedence: _precedence,
    git_remote: _remote,
    ...header
  } = session
  const isFork = header.kind === 'main' && origin !== undefined
  return {
    ...header,
    kind: isFork ? 'fork' : header.kind,
    parent_native_id: header.parent_native_id ?? (isFork ? origin : null),
    project,
  }
}

type Header = Omit<SessionHeader, 'source'>

/**
 * What was known before and cannot be seen any more stays: a file that was shortened or begun again takes nothing from the
 * session, and a worktree that is gone, or a git that did not answer in time, does not take it out of its project.
 */
const withoutLosses = (
  header: Header,
  { facts }: Pick<SessionState, 'facts'>,
  isWhole: boolean,
): Header => {
  if (facts === null) return header
  const project = betterProject(header.project, facts.project)
  if (isWhole) return { ...header, project }
  const links = new Map(
    [...facts.pull_requests, ...header.pull_requests].map((link) => [link.url, link]),
  )
  return {
    ...header,
    project,
    kind: facts.kind,
    started_by: facts.started_by ?? header.started_by,
    parent_native_id: facts.parent_native_id ?? header.parent_native_id,
    cwd: facts.cwd ?? header.cwd,
    title: facts.title ?? header.title,
    models: [...new Set([...facts.models, ...header.models])].slice(0, 50),
    pull_requests: [...links.values()].slice(0, 100),
    started_at: earliest(facts.started_at, header.started_at),
    ended_at: latest(facts.ended_at, header.ended_at),
  }
}

const betterProject = (
  now: IngestProject | null,
  before: IngestProject | null,
): IngestProject | null => {
  const isKnown = (project: IngestProject | null) =>
    project !== null && (project.remote_url !== null || project.root_commit !== null)
  return !isKnown(now) && isKnown(before) ? before : now
}

const earliest = (a: string | null, b: string | null): string | null =>
  a === null || (b !== null && b < a) ? b : a

const latest = (a: string | null, b: string | null): string | null =>
  a === null || (b !== null && b > a) ? b : a

const sourceOf = ({ figures }: ReadSession, path: string) => ({
  path,
  lines: figures.lines,
  bad_lines: figures.files.reduce((sum, { badLines }) => sum + badLines.count, 0),
  unknown_records: Object.values(figures.unknownRecords).reduce((sum, n) => sum + n, 0),
})

/** Its first 16 characters. Cut out of the whole text, they would keep all of it in memory. */
const hashOf = (value: unknown): string =>
  digestOf('sha256', JSON.stringify(value), 'buffer').toString('base64url', 0, 12)
