import { FILTER_START } from '@teamlore/shared/filters'

const FILTERS = new RegExp(`(^|\\s)${FILTER_START}(?:"[^"]*"|\\S+)`, 'g')

export type Advice = { says: string; q: string }

/** Other ways to ask, drawn from what was asked. */
export const adviceFor = (asked: string): Advice[] => {
  const q = asked.trim()
  const advice: Advice[] = []
  const withoutQuotes = q.replace(/"/g, ' ').replace(/\s+/g, ' ').trim()
  if (q.includes('"') && withoutQuotes !== '')
    advice.push({ says: 'Without asking for the exact phrase:', q: withoutQuotes })
  const withoutNots = q
    .replace(/(^|\s)-\S+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (withoutNots !== q && withoutNots !== '')
    advice.push({ says: 'Without leaving anything out:', q: withoutNots })
  const withoutFilters = q.replace(FILTERS, ' ').replace(/\s+/g, ' ').trim()
  if (withoutFilters !== q && withoutFilters !== '')
    advice.push({ says: 'Without the filters in the text:', q: withoutFilters })
  return advice
}
