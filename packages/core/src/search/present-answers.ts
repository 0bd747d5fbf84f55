import { type HitPage, type HitReader, type PresentRequest, presentHits } from './present-hits.ts'
import type { RankedSource } from './rank-sources.ts'
import { answerOrder, ORDERED } from './ranking/answer-order.ts'
import { evidenceAmong } from './ranking/said-in-hits.ts'
import { saidLaterFirst } from './ranking/said-later.ts'

type Request = PresentRequest & {
  question: string
  isPast: boolean
}

/**
 * A page of hits in the order of answers. That order is made of the first ten, whatever of them is shown: who wants one hit gets
 * the first of ten, and pages part the very list that one page would be.
 */
export const presentAnswers = async (
  search: HitReader,
  ranked: readonly RankedSource[],
  { question, isPast, ...request }: Request,
): Promise<HitPage> => {
  const { offset, limit } = request
  if (offset >= ORDERED) return presentHits(search, ranked, request)
  const end = offset + limit
  const whole = { ...request, offset: 0, limit: Math.max(ORDERED, end) }
  const { items, hasMore, found } = await presentHits(search, ranked, whole)
  const answers = answerOrder(items, question, isPast)
  const head = answers.slice(0, ORDERED)
  const ordered = isPast ? head : saidLaterFirst(head, question, await evidenceAmong(search, head))
  return {
    items: [...ordered, ...answers.slice(ORDERED)].slice(offset, end),
    hasMore: hasMore || items.length > end,
    found,
  }
}
