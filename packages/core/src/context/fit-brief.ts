import { formsOf } from '../memories/other-sides.ts'
import { countTokens } from '../text/count-tokens.ts'
import type { BriefEntry } from './brief-entry.ts'
import {
  type BriefFormat,
  type BriefParts,
  type LeftOut,
  renderBrief,
  renderEntry,
} from './render-brief.ts'

type Asked = {
  format: BriefFormat
  budget: number
  subject: string | null
  nothing: string
  notes?: readonly string[]
}

type Item = { entry: BriefEntry; isLong: boolean; tokens: number }

export type FittedBrief = {
  text: string
  tokens: number
  included: { id: string; kind: BriefEntry['kind']; tokens: number }[]
  leftOut: LeftOut
}

/** Headings between the entries, and what tokens do at seams. */
const SEAMS = 24
/** Entries that may be passed over for smaller ones before it is not worth looking on. */
const MAX_PASSED = 40
/** Of what stays out, so many are named, where the budget is not so small that the names would take the room of an entry. */
const NAMED = 3
const NAMED_FROM = 600
const NAME_CHARS = 60

const partsOf = (
  { subject, nothing, notes = [] }: Asked,
  items: readonly Item[],
  leftOut: BriefParts['leftOut'],
): BriefParts => ({ subject, nothing, notes, entries: items, leftOut })

/** What an entry adds to a brief, its line break included. */
const entryCost = ({ format, subject }: Asked, entry: BriefEntry, isLong: boolean): number =>
  countTokens(renderEntry(format, { entry, isLong }, subject)) + 1

/** Room that is left goes to the best entries, which then say more. */
const enrich = (asked: Asked, chosen: Item[], room: number): Item[] => {
  let left = room
  return chosen.map((item) => {
    if (item.entry.long === item.entry.short) return item
    const tokens = entryCost(asked, item.entry, true)
    if (tokens - item.tokens > left) return item
    left -= tokens - item.tokens
    return { ...item, isLong: true, tokens }
  })
}

/** The best that fit; one that does not fit whole may do so with the ids of its other sides alone. */
const choose = (
  asked: Asked,
  items: readonly Item[],
  room: number,
): { chosen: Item[]; left: number } => {
  const chosen: Item[] = []
  let left = room
  let passed = 0
  for (const item of items) {
    const fitting = formsOf(item.entry)
      .map((entry) =>
        entry === item.entry ? item : { ...item, entry, tokens: entryCost(asked, entry, false) },
      )
      .find(({ tokens }) => tokens <= left)
    if (fitting !== undefined) {
      chosen.push(fitting)
      left -= fitting.tokens
    } else if (++passed > MAX_PASSED) break
  }
  return { chosen, left }
}

const shortened = (text: string): string =>
  text.length <= NAME_CHARS ? text : `${[...text].slice(0, NAME_CHARS - 1).join('')}…`

const outOf = (items: readonly Item[], kept: readonly Item[], budget: number): LeftOut => {
  const ids = new Set(kept.map(({ entry }) => entry.id))
  const out = items.filter(({ entry }) => !ids.has(entry.id))
  const named = out
    .slice(0, budget < NAMED_FROM ? 0 : NAMED)
    .map(({ entry }) => ({ id: entry.id, title: shortened(entry.headline) }))
  return { count: out.length, tokens: out.reduce((sum, { tokens }) => sum + tokens, 0), named }
}

/**
 * A brief of the best entries that fit the budget: an entry comes whole or not at all, and what had to stay out is
 * said. `entries` come best first. A budget of 100 tokens or more is always kept.
 */
export const fitBrief = (asked: Asked, entries: readonly BriefEntry[]): FittedBrief => {
  const items = entries.map((entry) => ({
    entry,
    isLong: false,
    tokens: entryCost(asked, entry, false),
  }))
  const textOf = (kept: readonly Item[]) =>
    renderBrief(asked.format, partsOf(asked, kept, outOf(items, kept, asked.budget)))
  const frame = countTokens(textOf([]))
  // A project may be named so that its name alone is too much.
  if (frame > asked.budget && asked.subject !== null)
    return fitBrief({ ...asked, subject: null }, entries)
  // The notes stand beside the brief, too.
  if (frame > asked.budget && (asked.notes ?? []).length > 0)
    return fitBrief({ ...asked, notes: [] }, entries)
  const room = asked.budget - frame - SEAMS
  const { chosen, left } = choose(asked, items, room)
  let kept = enrich(asked, chosen, left)
  let text = textOf(kept)
  // Tokens do not add up exactly where texts meet, so the whole has the last word.
  while (kept.length > 0 && countTokens(text) > asked.budget) {
    kept = kept.slice(0, -1)
    text = textOf(kept)
  }
  return {
    text,
    tokens: countTokens(text),
    included: kept.map(({ entry, tokens }) => ({ id: entry.id, kind: entry.kind, tokens })),
    leftOut: outOf(items, kept, asked.budget),
  }
}
