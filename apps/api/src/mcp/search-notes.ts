import { linesWithin } from '@teamlore/core'
import type { SearchResponse } from '@teamlore/shared'
import { quotedLine } from './quoting/quote.ts'

/** What a search has to say of the question and of itself, in no more than a quarter of the budget. */
export const searchNotes = (
  { notes, did_you_mean }: Pick<SearchResponse, 'notes' | 'did_you_mean'>,
  budget: number,
): string[] => {
  const lines =
    did_you_mean === undefined
      ? notes
      : [`Some words stand nowhere. Did you mean: ${did_you_mean}`, ...notes]
  return linesWithin(lines.map(quotedLine), budget / 4)
}
