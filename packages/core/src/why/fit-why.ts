import type { WhyFormat } from '@teamlore/shared/why'
import { formsOf } from '../memories/other-sides.ts'
import { countTokens } from '../text/count-tokens.ts'
import { renderWhy, renderWhyEntry, type WhyParts } from './render-why.ts'
import type { WhyEntry } from './why-entry.ts'

type Asked = Omit<WhyParts, 'entries' | 'leftOut'> & { format: WhyFormat; budget: number }

export type FittedWhy = {
  text: string
  tokens: number
  included: WhyEntry[]
  leftOut: WhyParts['leftOut']
}

type Kept = { at: number; entry: WhyEntry }

const placesOf = (kept: readonly Kept[]): Set<number> => new Set(kept.map(({ at }) => at))

/** Headings between the entries, and what tokens do at seams. */
const SEAMS = 40
const SHORT_SUBJECT = 60

/**
 * The best entries that fit, each whole or not at all; what had to stay out is counted. `entries` come best first. The budget
 * is kept in every form, also where the names of files alone are long.
 */
export const fitWhy = (asked: Asked, entries: readonly WhyEntry[]): FittedWhy => {
  const { format, budget } = asked
  const costOf = (entry: WhyEntry) => countTokens(renderWhyEntry(format, entry)) + 1
  const costs = entries.map(costOf)
  const leftOutOf = (kept: ReadonlySet<number>): WhyParts['leftOut'] => ({
    count: entries.length - kept.size,
    tokens: costs.reduce((sum, cost, at) => (kept.has(at) ? sum : sum + cost), 0),
  })
  const textOf = (kept: readonly Kept[]): string =>
    renderWhy(format, {
      ...asked,
      entries: kept.map(({ entry }) => entry),
      leftOut: leftOutOf(placesOf(kept)),
    })
  const frame = countTokens(textOf([]))
  if (frame > budget && asked.note !== null) return fitWhy({ ...asked, note: null }, entries)
  if (frame > budget && asked.subject.length > SHORT_SUBJECT)
    return fitWhy({ ...asked, subject: `…${asked.subject.slice(-SHORT_SUBJECT + 1)}` }, entries)
  let kept: Kept[] = []
  let room = budget - frame - SEAMS
  for (const [at, whole] of entries.entries()) {
    const [entry, cost] =
      formsOf(whole)
        .map((form) => [form, form === whole ? (costs[at] ?? 0) : costOf(form)] as const)
        .find(([, tokens]) => tokens <= room) ?? []
    if (entry === undefined || cost === undefined) continue
    kept.push({ at, entry })
    room -= cost
  }
  let text = textOf(kept)
  // Tokens do not add up exactly where texts meet, so the whole has the last word.
  while (kept.length > 0 && countTokens(text) > budget) {
    kept = kept.slice(0, -1)
    text = textOf(kept)
  }
  return {
    text,
    tokens: countTokens(text),
    included: kept.map(({ entry }) => entry),
    leftOut: leftOutOf(placesOf(kept)),
  }
}
