import { gatherEvidence, type RelatedText, withinBudget } from '@teamlore/lorebook'
import { type SearchQuery, type SearchResponse, searchQuerySchema } from '@teamlore/shared'
import type { BookConsistencyQuery } from '@teamlore/shared/books'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { entityOf } from './ask-book.ts'
import type { OpenBooks } from './open-books.ts'

type Deps = {
  openBooks: OpenBooks
  /** The search of everything, as whoever asks may use it. */
  search: (scope: TeamScope, query: SearchQuery) => Promise<Pick<SearchResponse, 'items'>>
}

/** Characters of evidence; an agent's answer has a budget of its own. */
const EVIDENCE = 24_000
/** So many memories are looked at; more of them bear on it by chance. */
const MEMORIES = 12

/**
 * Evidence for and against a claim: what the book says of the entity and what memories of the team say that name it. It
 * gathers; who reads it judges.
 */
export const makeCheckBookConsistency =
  ({ openBooks, search }: Deps) =>
  async (scope: TeamScope, { book, query }: { book: string; query: BookConsistencyQuery }) => {
    const { entity: name, claim, at } = query
    const open = await openBooks(scope, book, at)
    const entity = entityOf(open, name)
    // Of a version there is the book alone: memories are those of now.
    const related =
      at === undefined ? await memoriesOn(search, scope, `${entity.name} ${claim}`) : []
    const { items, left_out } = withinBudget(gatherEvidence(open, entity, claim, related), EVIDENCE)
    return { entity: entity.name, claim, items, left_out }
  }

const memoriesOn = async (
  search: Deps['search'],
  scope: TeamScope,
  words: string,
): Promise<RelatedText[]> => {
  const asked = { q: words.slice(0, 500), scope: 'knowledge', limit: MEMORIES }
  const { items } = await search(scope, searchQuerySchema.parse(asked))
  return items
    .filter(({ status }) => status === 'current')
    .map(({ id, url, title, snippet }) => ({
      id,
      url,
      text: snippet.text.startsWith(title) ? snippet.text : `${title} ${snippet.text}`.trim(),
    }))
}
