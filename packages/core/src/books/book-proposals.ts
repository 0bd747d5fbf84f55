import { hash } from 'node:crypto'
import type { NewProposal, StoredProposal, UnitOfWork } from '@teamlore/db'
import {
  type Book,
  type CachedLooks,
  mappingsOf,
  type OpenBook,
  seesWhole,
  unlinkedNames,
} from '@teamlore/lorebook'
import type { BookDecision, BookProposals, BookProposalsQuery } from '@teamlore/shared/books'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { urlOf } from '../search/present-hits.ts'
import { declaredIn } from './book-declared.ts'
import { bookNotFound, proposalNotFound } from './books.errors.ts'
import type { OpenBooks } from './open-books.ts'

/** The field that every type has for what no other field says. */
export const RELATED_FIELD = 'related'

/** The same is proposed once, whoever finds it. */
export const proposalId = (from: string, to: string, field: string): string =>
  hash('sha256', JSON.stringify([from, to, field])).slice(0, 32)

/** What the texts of a book suggest, by names alone. */
export const proposalsByNames = (book: Book, looks: CachedLooks): NewProposal[] =>
  unlinkedNames(book, looks).map(({ from, to, quote }) => ({
    id: proposalId(from.key, to.key, RELATED_FIELD),
    from_key: from.key,
    to_key: to.key,
    field: RELATED_FIELD,
    quote,
    source_file: from.source?.path ?? '',
    proposed_by: 'names',
    found_in: null,
  }))

/** Ids of proposals that came from elsewhere and that the book has no use for any more: an end is gone, or a note says it. */
export const outdatedProposals = (
  { entities, edges, schema }: Book,
  stored: readonly StoredProposal[],
): string[] => {
  const fromElsewhere = stored.filter(
    ({ proposed_by, state }) => proposed_by !== 'names' && state !== 'rejected',
  )
  // Most books have none, and to write down what all notes say takes a while.
  if (fromElsewhere.length === 0) return []
  const types = new Map(entities.map(({ key, type }) => [key, type]))
  const said = new Set(
    edges.flatMap(({ from, to, relationship }) =>
      [
        [from, to],
        [to, from],
      ].map(([a, b]) => JSON.stringify([a, b, relationship])),
    ),
  )
  const relationshipOf = (type: string | null, field: string) => {
    const declared = schema.entity_types.find(({ name }) => name === type)
    return declared && mappingsOf(declared).find((mapping) => mapping.field === field)?.relationship
  }
  return fromElsewhere
    .filter(({ from_key, to_key, field }) => {
      const relationship = relationshipOf(types.get(from_key) ?? null, field)
      return (
        !types.has(to_key) ||
        relationship === undefined ||
        said.has(JSON.stringify([from_key, to_key, relationship]))
      )
    })
    .map(({ id }) => id)
}

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; openBooks: OpenBooks; now?: Clock }

/** A book as a role sees it, and whether that is all of it. */
type Shown = OpenBook & { isWhole: boolean }

const folded = (text: string): string => text.replace(/\s+/gu, ' ').toLowerCase()

/** Whether notes of this type have that field, as far as the role sees. */
const hasField = ({ schema }: Book, type: string | null, field: string): boolean => {
  const declared = schema.entity_types.find(({ name }) => name === type)
  if (declared === undefined) return field === RELATED_FIELD
  return mappingsOf(declared).some((mapping) => mapping.field === field)
}

/**
 * What a role sees of a proposal; nothing where it does not see both of its ends or its field, or where the words of the note
 * that it rests on are hidden: the proposal would say what they say.
 */
const presented = (
  { graph, book, isWhole }: Shown,
  proposal: StoredProposal,
): BookProposals['items'] => {
  const [from, to] = [graph.byKey.get(proposal.from_key), graph.byKey.get(proposal.to_key)]
  if (from === undefined || to === undefined) return []
  const { id, field, quote, source_file, proposed_by, found_in, state } = proposal
  const isInNote = folded(from.body).includes(folded(quote))
  if (!isWhole && !hasField(book, from.type, field)) return []
  if (!isWhole && found_in === null && !isInNote) return []
  return [
    {
      id,
      from: from.name,
      to: to.name,
      field,
      source_file,
      proposed_by,
      state,
      // Where it was found is read by who reads this at all.
      quote: isInNote || found_in !== null ? quote : '',
      found_in:
        found_in === null
          ? null
          : {
              id: found_in,
              url: urlOf(found_in, {
                sessionId: proposal.session_id,
                messageId: proposal.message_id,
              }),
            },
    },
  ]
}

/** @throws DomainError `book.not_found` */
export const makeListBookProposals =
  ({ unitOfWork, openBooks }: Deps) =>
  async (
    scope: TeamScope,
    { book: name, query }: { book: string; query: BookProposalsQuery },
  ): Promise<BookProposals> => {
    const open = await openBooks(scope, name)
    const { book, stored } = await unitOfWork.inTeam(scope, async ({ books, bookProposals }) => {
      const found = await books.find(name)
      if (found === undefined) throw bookNotFound()
      return { book: found, stored: await bookProposals.list(found.id) }
    })
    const shown = { ...open, isWhole: seesWhole(declaredIn(book), scope.role) }
    const items = stored.flatMap((proposal) => presented(shown, proposal))
    return {
      items: items.filter(({ state }) => query.state === undefined || state === query.state),
    }
  }

/** @throws DomainError `book.not_found`, `book.proposal_not_found` */
export const makeDecideBookProposal =
  ({ unitOfWork, openBooks, now = systemClock }: Deps) =>
  async (
    scope: TeamScope<'member'>,
    { book: name, request: { id, decision } }: { book: string; request: BookDecision },
  ): Promise<BookDecision> => {
    const open = await openBooks(scope, name)
    return unitOfWork.inTeam(scope, async ({ books, bookProposals }) => {
      const book = await books.find(name)
      if (book === undefined) throw bookNotFound()
      const shown = { ...open, isWhole: seesWhole(declaredIn(book), scope.role) }
      const proposal = (await bookProposals.list(book.id)).find((one) => one.id === id)
      if (proposal === undefined || presented(shown, proposal).length === 0)
        throw proposalNotFound()
      await bookProposals.decide(book.id, id, { state: decision, by: scope.userId, now: now() })
      return { id, decision }
    })
  }
