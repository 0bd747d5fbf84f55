import type { FoundText, NewProposal } from '@teamlore/db'
import { type Book, type Entity, findNames, newNameFinder } from '@teamlore/lorebook'
import { proposalId, RELATED_FIELD } from '../book-proposals.ts'
import { mayName } from './may-name.ts'

/** What is said of more of them at once relates none to another: it is a list. */
const MAX_NAMED = 4
const AROUND = 80

const pair = (a: string, b: string): string => JSON.stringify(a < b ? [a, b] : [b, a])

const quoteOf = (text: string, first: number, end: number): string =>
  text
    .slice(Math.max(0, first - AROUND), Math.min(end + AROUND, first + 400))
    .replace(/\s+/gu, ' ')
    .trim()

type Named = { entity: Entity; at: number; length: number }

/** Each two of the entities that a text names, in order; none where it names many. */
const pairsIn = (found: readonly Named[]): [Named, Named][] => {
  const named = [...new Map(found.map((one) => [one.entity.key, one])).values()]
  if (named.length > MAX_NAMED) return []
  return named.flatMap((first, at) =>
    named.slice(at + 1).map((second): [Named, Named] => [first, second]),
  )
}

/** Entities that memories and findings name together, and that nothing in the book connects. Newer texts come first. */
export const proposalsInMemories = (book: Book, texts: readonly FoundText[]): NewProposal[] => {
  const finder = newNameFinder(book.entities.filter(({ source }) => source !== null))
  const known = new Set([...book.edges, ...book.mentions].map(({ from, to }) => pair(from, to)))
  const reaches = mayName(book)
  const proposals: NewProposal[] = []
  for (const { id, text } of texts)
    for (const [first, second] of pairsIn(findNames(finder, text))) {
      const key = pair(first.entity.key, second.entity.key)
      const ends = known.has(key) ? undefined : inReach([first.entity, second.entity], reaches)
      if (ends === undefined) continue
      known.add(key)
      const [from, to] = ends
      proposals.push({
        id: proposalId(from.key, to.key, RELATED_FIELD),
        from_key: from.key,
        to_key: to.key,
        field: RELATED_FIELD,
        quote: quoteOf(text, first.at, second.at + second.length),
        source_file: from.source?.path ?? '',
        proposed_by: 'memories',
        found_in: id,
      })
    }
  return proposals
}

type Ends = readonly [Entity, Entity]
const inReach = (
  [a, b]: Ends,
  reaches: (from: Entity, to: Entity) => boolean,
): Ends | undefined => {
  if (reaches(a, b)) return [a, b]
  return reaches(b, a) ? [b, a] : undefined
}
