import type { NewDocument, NewMessage, StoredSession, TeamRepositories } from '@teamlore/db'
import type { documentsOfMessage, SessionOfDocument } from '../documents/documents-of-message.ts'
import { inPortions } from './in-portions.ts'
import type { WriteBehind } from './write-behind.ts'

export type DocumentsOfMessage = typeof documentsOfMessage

type Repositories = Pick<TeamRepositories, 'documents' | 'messages'>

/** A message with the prompt it works on. */
export type Prompted<M> = M & { prompt: string | null }

const textOf = ({ blocks }: Pick<NewMessage, 'blocks'>): string =>
  blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')

/** Gives each message the last human message at or before it; `prompt` is the one before the first. */
export const withPrompts = <M extends Pick<NewMessage, 'kind' | 'blocks'>>(
  messages: readonly M[],
  prompt: string | null,
): Prompted<M>[] => {
  let current = prompt
  return messages.map((message) => {
    if (message.kind === 'human') current = textOf(message)
    return { ...message, prompt: current }
  })
}

/** The prompt that work from this place on was asked by. */
export const promptBefore = async (
  { messages }: Repositories,
  session: Pick<StoredSession, 'id'>,
  ordinal: number,
): Promise<string | null> => {
  const prompt = await messages.promptBefore(session.id, ordinal)
  return prompt === undefined ? null : textOf(prompt)
}

export type IndexOptions = { documentsOf: DocumentsOfMessage; writes: WriteBehind }

/** A message beside others, of whatever sessions. */
export type Indexed = Prompted<NewMessage> & { session: SessionOfDocument }

type Built = { message: Indexed; documents: NewDocument[] }

const buildPortions = function* (
  messages: readonly Indexed[],
  documentsOf: DocumentsOfMessage,
): Generator<Built[]> {
  for (const portion of inPortions(messages)) {
    yield portion.map((message) => {
      const { id, session, kind, blocks, gitBranch, isAbandoned, prompt } = message
      const ts = message.ts === null ? null : new Date(message.ts)
      const facts = { id, kind, blocks, ts, gitBranch, isAbandoned }
      return { message, documents: documentsOf(session, facts, { prompt }) }
    })
  }
}

/** Hands new messages and their documents to `writes`, which the caller drains. */
export const insertMessages = async (
  repos: Repositories,
  messages: readonly Indexed[],
  { documentsOf, writes }: IndexOptions,
): Promise<void> => {
  for (const portion of buildPortions(messages, documentsOf)) {
    const built = portion.flatMap(({ documents }) => documents)
    const counted = portion.map(({ message, documents }) => ({
      ...message,
      sessionId: message.session.id,
      privateTo: message.session.privateTo,
      documents: documents.length,
    }))
    await writes.push(() => repos.messages.insert(counted))
    await writes.push(() => repos.documents.replace(built, { areNew: true }))
  }
}

/** Builds the documents of messages that stand already again, and hands them to `writes`, which the caller drains. */
export const indexMessages = async (
  repos: Repositories,
  session: SessionOfDocument,
  messages: readonly Prompted<NewMessage>[],
  { documentsOf, writes }: IndexOptions,
): Promise<void> => {
  const all = messages.map((message) => ({ ...message, session }))
  for (const portion of buildPortions(all, documentsOf)) {
    const built = portion.flatMap(({ documents }) => documents)
    const sources = portion.map(({ message }) => message.id)
    await writes.push(() => repos.documents.replace(built, { sources }))
  }
}

const PAGE = 500

type ReindexOptions = IndexOptions & {
  /** Takes secrets out of a message; without it, messages are indexed as they are stored. */
  redact?: (message: NewMessage) => NewMessage
  signal?: AbortSignal | undefined
}

/** Builds every message document of a session again, for when what all of them carry has changed, or some are lost. */
export const reindexSession = async (
  repos: Repositories,
  session: StoredSession,
  { documentsOf, writes, redact, signal }: ReindexOptions,
): Promise<void> => {
  let last: Prompted<NewMessage> | undefined
  for (;;) {
    signal?.throwIfAborted()
    const after = last && { ordinal: last.ordinal, id: last.id }
    // What is read next must not overtake what was written.
    await writes.drain()
    const page = await repos.messages.page(session.id, { limit: PAGE, after })
    const messages = redact === undefined ? page : page.map(redact)
    const prompted = withPrompts(messages, last?.prompt ?? null)
    await indexMessages(repos, session, prompted, { documentsOf, writes })
    last = prompted.at(-1)
    if (last === undefined || page.length < PAGE) return
  }
}
