import type {
  Block,
  MessageId,
  MessageKind,
  ProjectId,
  SessionId,
  SessionKind,
  TeamId,
  UserId,
} from '@teamlore/shared'
import { firstLine } from '../text/clean-text.ts'
import { buildDocuments, type DocumentFacts, type DocumentOptions } from './build-documents.ts'
import type { NewDocument } from './new-document.ts'
import { tokensOfBlocks } from './tokens-of-blocks.ts'
import { pathsOfCall, textOfCall } from './tool-call-text.ts'

/** What a message's documents take from its session; a row of `sessions` will do. */
export type SessionOfDocument = {
  id: SessionId
  teamId: TeamId
  projectId: ProjectId | null
  userId: UserId
  privateTo: UserId | null
  tool: string
  kind: SessionKind
  title: string | null
  gitBranch: string | null
  cwd: string | null
}

/** What its documents take from a message; a row of `messages` will do. */
export type MessageOfDocument = {
  id: MessageId
  kind: MessageKind
  blocks: readonly Block[]
  ts: Date | null
  gitBranch: string | null
  isAbandoned: boolean
}

export type MessageDocumentOptions = DocumentOptions & {
  /** The human prompt this message works on, as context; the session's title stands in. */
  prompt?: string | null
}

/** Where the chunks of a message's tool calls and outputs begin, so that prose keeps its numbers when calls arrive. */
const FIRST_TOOL_CHUNK = 10_000
/** Characters of one tool output that are searched: its head and its tail. */
const OUTPUT_HEAD = 3_000
const OUTPUT_TAIL = 1_000
const MAX_PROSE_CHARS = 200_000

/**
 * Documents of one message: prompts and prose by chunks, to be embedded; tool calls and outputs as capped text that
 * counts least. Turns that were rewound, injected text and compactions' copies are not indexed: none of it is what
 * somebody said, and a copy would only push the original down.
 */
export const documentsOfMessage = (
  session: SessionOfDocument,
  message: MessageOfDocument,
  options: MessageDocumentOptions = {},
): NewDocument[] => {
  const skipped =
    message.isAbandoned ||
    session.kind === 'compaction' ||
    message.kind === 'injected' ||
    message.kind === 'summary'
  if (skipped) return []
  return [...proseDocuments(session, message, options), ...toolDocuments(session, message, options)]
}

const PROSE: Record<
  Exclude<MessageKind, 'injected' | 'summary'>,
  Pick<DocumentFacts, 'kind' | 'type' | 'origin' | 'embedPriority'>
> = {
  human: { kind: 'prompt', type: null, origin: 'human', embedPriority: 1 },
  assistant: { kind: 'message', type: 'assistant', origin: 'agent', embedPriority: 4 },
  command: { kind: 'message', type: 'command', origin: 'human', embedPriority: null },
  tool_result: { kind: 'message', type: 'tool_result', origin: 'tool', embedPriority: null },
}

const factsOf = (
  session: SessionOfDocument,
  message: MessageOfDocument,
  kind: keyof typeof PROSE,
): DocumentFacts => ({
  sessionId: session.id,
  messageId: message.id,
  sourceId: message.id,
  concepts: [],
  paths: [],
  tool: session.tool,
  gitBranch: message.gitBranch ?? session.gitBranch,
  authorId: session.userId,
  status: 'current',
  occurredAt: message.ts,
  ...PROSE[kind],
})

const proseDocuments = (
  session: SessionOfDocument,
  message: MessageOfDocument,
  options: MessageDocumentOptions,
): NewDocument[] => {
  if (message.kind === 'injected' || message.kind === 'summary') return []
  const body = message.blocks
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join('\n\n')
    .slice(0, MAX_PROSE_CHARS)
  const facts = { ...factsOf(session, message, message.kind), paths: pathsOf(session, message) }
  return buildDocuments(
    session,
    facts,
    {
      title: contextTitle(session, message, body, options.prompt),
      titleWeight: 'D',
      body,
      bodyWeight: message.kind === 'command' ? 'D' : 'C',
      tokens: tokensOfBlocks(message.blocks),
    },
    options,
  )
}

const contextTitle = (
  session: SessionOfDocument,
  message: MessageOfDocument,
  body: string,
  prompt: string | null | undefined,
): string => {
  const own = message.kind === 'human' ? firstLine(body) : ''
  return own || firstLine(prompt ?? '') || firstLine(session.title ?? '') || firstLine(body)
}

const toolDocuments = (
  session: SessionOfDocument,
  message: MessageOfDocument,
  options: MessageDocumentOptions,
): NewDocument[] => {
  const calls = message.blocks.flatMap((block) => (block.type === 'tool_call' ? [block] : []))
  const outputs = message.blocks.flatMap((block) => (block.type === 'tool_result' ? [block] : []))
  const facts = {
    ...factsOf(session, message, 'tool_result'),
    paths: pathsOf(session, message),
  }
  const title = firstLine(options.prompt ?? '') || firstLine(session.title ?? '')
  const shared = {
    titleWeight: 'D',
    bodyWeight: 'D',
    tokens: tokensOfBlocks(message.blocks),
  } as const
  const callDocuments = buildDocuments(
    session,
    { ...facts, type: 'tool_call', origin: 'agent' },
    {
      ...shared,
      title: title || calls.map(({ name }) => name).join(', '),
      body: calls.map(({ name, input }) => `${name}: ${textOfCall(input)}`).join('\n'),
      firstChunk: FIRST_TOOL_CHUNK,
    },
    options,
  )
  const outputDocuments = buildDocuments(
    session,
    facts,
    {
      ...shared,
      title: title || 'Tool output',
      body: outputs.map(({ text }) => headAndTail(text)).join('\n\n'),
      firstChunk: FIRST_TOOL_CHUNK + callDocuments.length,
    },
    options,
  )
  return [...callDocuments, ...outputDocuments]
}

/** Files a message names: its attachments, and what its tool calls touched. All its documents are found by them. */
const pathsOf = (session: SessionOfDocument, { blocks }: MessageOfDocument): string[] => {
  const named = blocks.flatMap((block) => {
    if (block.type === 'file') return [block.path]
    return block.type === 'tool_call' ? pathsOfCall(block.input) : []
  })
  return relative([...new Set(named)], session.cwd)
}

const headAndTail = (text: string): string =>
  text.length <= OUTPUT_HEAD + OUTPUT_TAIL
    ? text
    : `${text.slice(0, OUTPUT_HEAD)}\n…\n${text.slice(-OUTPUT_TAIL)}`

/** Paths below the session's folder are named from there, as people name them. */
const relative = (paths: readonly string[], cwd: string | null): string[] => {
  const root = cwd === null || cwd === '' ? undefined : cwd.replace(/[\\/]+$/, '')
  return paths.slice(0, MAX_PATHS).map((path) => {
    const inside =
      root !== undefined && /^[\\/]/.test(path.slice(root.length)) && path.startsWith(root)
    return inside ? path.slice(root.length + 1) : path
  })
}

const MAX_PATHS = 200
