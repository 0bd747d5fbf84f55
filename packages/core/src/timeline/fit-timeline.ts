import type { TimelineItem } from '@teamlore/shared'
import { countTokens } from '../text/count-tokens.ts'

export type FittedTimeline = {
  items: TimelineItem[]
  tokens: number
  leftOut: { count: number; tokens: number }
  /** Whether something was cut at the beginning or at the end. */
  isCut: { earlier: boolean; later: boolean }
}

type Costed = { item: TimelineItem; tokens: number; place: number }

/**
 * The entries that a budget allows, in the order they came: nearest to the middle first, and nothing beyond the first
 * one on a side that does not fit, so that what is left is one unbroken stretch.
 *
 * @param middle index of the entry in the middle, or of the first one after the moment asked for
 */
export const fitTimeline = (
  items: readonly TimelineItem[],
  middle: number,
  budget: number,
): FittedTimeline => {
  const costed = items.map((item, place) => ({ item, place, tokens: tokensOf(item) }))
  const taken = new Set<number>()
  const isClosed = { earlier: false, later: false }
  let tokens = 0
  for (const { place, tokens: cost } of nearestFirst(costed, middle)) {
    const side = place < middle ? 'earlier' : 'later'
    if (isClosed[side]) continue
    if (tokens + cost > budget) isClosed[side] = true
    else {
      taken.add(place)
      tokens += cost
    }
  }
  const left = costed.filter(({ place }) => !taken.has(place))
  return {
    items: costed.filter(({ place }) => taken.has(place)).map(({ item }) => item),
    tokens,
    leftOut: { count: left.length, tokens: left.reduce((sum, one) => sum + one.tokens, 0) },
    isCut: {
      earlier: left.some(({ place }) => place < middle),
      later: left.some(({ place }) => place >= middle),
    },
  }
}

/** What an entry costs whoever reads it as JSON. */
const tokensOf = (item: TimelineItem): number => countTokens(JSON.stringify(item))

const nearestFirst = (costed: readonly Costed[], middle: number): Costed[] =>
  costed.toSorted((a, b) => Math.abs(a.place - middle) - Math.abs(b.place - middle))
