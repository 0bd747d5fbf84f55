import type { NewProposal, TeamRepositories, UnitOfWork } from '@teamlore/db'
import { type Book, type Entity, newGraph } from '@teamlore/lorebook'
import type { BookId } from '@teamlore/shared'
import type { SystemScope } from '../../identity/teams/team-scope.ts'
import { type AskModel, NotAskedError } from '../../usage/ask-model.ts'
import { declaredIn } from '../book-declared.ts'
import { bookOfRows } from '../book-rows.ts'
import {
  MAX_READING_TOKENS,
  READ_NOTE_SYSTEM,
  readingSchema,
  readNotePrompt,
  verifiedReading,
} from './by-model.ts'
import { proposalsInMemories } from './in-memories.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  /** Undefined where no language model is set up. */
  askModel?: AskModel | undefined
}
export type ProposeOutcome = {
  state: 'gone' | 'done'
  inMemories: number
  byModel: number
  /** Why the model read no further. */
  notAsked?: string
}

/** Texts that are looked through; older ones were before, and what they say is decided. */
const MAX_TEXTS = 5_000
/** Notes that a model reads in one job; the next job goes on. */
const MAX_READ = 200

const openBook = async (
  { books, bookRows }: Pick<TeamRepositories, 'books' | 'bookRows'>,
  bookId: BookId,
): Promise<Book | undefined> => {
  const stored = await books.findById(bookId)
  if (stored === undefined) return undefined
  return { ...declaredIn(stored), ...bookOfRows(await bookRows.list(bookId)), problems: [] }
}

/**
 * Proposes relationships for a lorebook: out of memories and findings that the whole team may read, by names, and out of its
 * notes by a language model. People decide; the book itself is changed by its files alone. A note is read once as it stands.
 */
export const makeProposeRelationships =
  ({ unitOfWork, askModel }: Deps) =>
  async (
    scope: SystemScope,
    { bookId }: { bookId: BookId },
    signal?: AbortSignal,
  ): Promise<ProposeOutcome> => {
    const read = await unitOfWork.inTeam(scope, async (repositories) => {
      const book = await openBook(repositories, bookId)
      if (book === undefined) return undefined
      const { bookProposals, bookEntities, bookRows } = repositories
      const found = proposalsInMemories(book, await bookEntities.openTexts({ limit: MAX_TEXTS }))
      await bookProposals.replace(bookId, 'memories', found)
      return { book, found, unread: await bookRows.unread(bookId, { limit: MAX_READ }) }
    })
    if (read === undefined) return { state: 'gone', inMemories: 0, byModel: 0 }
    const done = { state: 'done' as const, inMemories: read.found.length }
    if (askModel === undefined) return { ...done, byModel: 0 }
    return {
      ...done,
      ...(await readNotes({ unitOfWork, askModel }, scope, { ...read, bookId }, signal)),
    }
  }

export type ProposeRelationships = ReturnType<typeof makeProposeRelationships>

type ToRead = { bookId: BookId; book: Book; unread: readonly string[] }

const readNotes = async (
  { unitOfWork, askModel }: { unitOfWork: Deps['unitOfWork']; askModel: AskModel },
  scope: SystemScope,
  { bookId, book, unread }: ToRead,
  signal: AbortSignal | undefined,
): Promise<Pick<ProposeOutcome, 'byModel' | 'notAsked'>> => {
  const open = { book, graph: newGraph(book) }
  let byModel = 0
  for (const key of unread) {
    const note = open.graph.byKey.get(key)
    if (note === undefined || signal?.aborted) continue
    try {
      const reading = await askModel(scope, null, {
        purpose: 'lorebook',
        system: READ_NOTE_SYSTEM,
        prompt: readNotePrompt(open, note),
        schema: readingSchema,
        maxOutputTokens: MAX_READING_TOKENS,
        signal,
      })
      const proposals = verifiedReading(open, note, reading)
      await keep(unitOfWork, scope, { bookId, note, proposals })
      byModel += proposals.length
    } catch (error) {
      if (!(error instanceof NotAskedError)) throw error
      // One note that failed too often keeps no other from being read.
      if (error.why !== 'failed_before') return { byModel, notAsked: error.why }
    }
  }
  return { byModel }
}

type Read = { bookId: BookId; note: Entity; proposals: readonly NewProposal[] }

/** In the place of what was read in the note before. */
const keep = (
  unitOfWork: Deps['unitOfWork'],
  scope: SystemScope,
  { bookId, note, proposals }: Read,
): Promise<void> =>
  unitOfWork.inTeam(scope, async ({ bookProposals, bookRows }) => {
    const ids = new Set(proposals.map(({ id }) => id))
    const before = (await bookProposals.list(bookId)).filter(
      ({ id, from_key, proposed_by, state }) =>
        from_key === note.key && proposed_by === 'model' && state === 'open' && !ids.has(id),
    )
    await bookProposals.remove(
      bookId,
      before.map(({ id }) => id),
    )
    await bookProposals.add(bookId, proposals)
    await bookRows.noteRead(bookId, { key: note.key, hash: note.source?.hash ?? '' })
  })
