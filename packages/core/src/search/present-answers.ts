import type { AskedVector } from '@teamlore/db'
import type { GroupedHit } from '@teamlore/shared'
import { type HitPage, type HitReader, type PresentRequest, presentHits } from './present-hits.ts'
import type { RankedSource } from './rank-sources.ts'
import { answerOrder, ORDERED } from './ranking/answer-order.ts'
import { inQuestion, withKnown } from './ranking/known-changes.ts'
import { nearnessOf, type Unrelated } from './ranking/nearness.ts'
import { evidenceAmong, type NearnessOf } from './ranking/said-in-hits.ts'
import { mayReplace, saidLaterFirst } from './ranking/said-later.ts'

type Request = PresentRequest & {
  question: string
  isPast: boolean
  /** Of the vectors of this answer; undefined where it was found by words alone. */
  space: (AskedVector['space'] & Unrelated) | undefined
}

/**
 * A page of hits in the order of answers. That order is made of the first ten, whatever of them is shown: who wants one hit gets
 * the first of ten, and pages part the very list that one page would be.
 */
export const presentAnswers = async (
  search: HitReader,
  ranked: readonly RankedSource[],
  { question, isPast, space, ...request }: Request,
): Promise<HitPage> => {
  const { offset, limit } = request
  if (offset >= ORDERED) return presentHits(search, ranked, request)
  const end = offset + limit
  const whole = { ...request, offset: 0, limit: Math.max(ORDERED, end) }
  const { items, hasMore, found } = await presentHits(search, ranked, whole)
  const answers = answerOrder(items, question, isPast)
  const head = answers.slice(0, ORDERED)
  const ordered = isPast
    ? head
    : saidLaterFirst(
        head,
        withKnown(
          await evidenceAmong(
            search,
            head,
            () => nearnessAmong(search, ranked, head, space),
            await replacedBy(search, head),
          ),
          await search.changesAmong(inQuestion(head)),
        ),
      )
  return {
    items: [...ordered, ...answers.slice(ORDERED)].slice(offset, end),
    hasMore: hasMore || items.length > end,
    found,
  }
}

const replacedBy = async (
  search: HitReader,
  hits: readonly GroupedHit[],
): Promise<Map<string, string>> => {
  const memories = hits.filter(
    (newer) => newer.kind === 'memory' && hits.some((older) => mayReplace({ newer, older })),
  )
  const found = await search.replacedBy(memories.map(({ id }) => id))
  return new Map(found.map(({ id, replaces }) => [id, replaces]))
}

const nearnessAmong = async (
  search: HitReader,
  ranked: readonly RankedSource[],
  hits: readonly GroupedHit[],
  space: Request['space'],
): Promise<NearnessOf> => {
  if (space === undefined) return () => undefined
  const shown = new Set(hits.map(({ id }) => id))
  const documents = new Map(
    ranked.flatMap(({ row }) => (shown.has(row.sourceId) ? [[row.sourceId, row.id] as const] : [])),
  )
  const pairs = await search.likenessAmong(space, [...documents.values()])
  const likeness = new Map(
    pairs.flatMap(({ a, b, likeness: of }) => [
      [`${a} ${b}`, of] as const,
      [`${b} ${a}`, of] as const,
    ]),
  )
  return ({ newer, older }) => {
    const cosine = likeness.get(`${documents.get(newer.id)} ${documents.get(older.id)}`)
    return cosine === undefined ? undefined : nearnessOf(cosine, space)
  }
}
