import { costOf } from '@teamlore/core'
import { label } from './quoting/quote.ts'

/** What lore_get puts around one record: the frame that marks it as quoted, ids, dates, addresses. */
const FRAME = 170

/** What lore_get charges for one record asked for alone; `tokens` are those of the record itself. */
export const openCost = ({ title, tokens }: { title: string; tokens: number }): number => {
  const shown = label(title)
  return tokens + costOf({ text: shown, data: shown }) + FRAME
}
