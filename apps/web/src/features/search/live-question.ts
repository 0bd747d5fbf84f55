import { FILTER_START } from '@teamlore/shared/filters'
import { fitsAddress } from '../../lib/pasted-question.ts'
import type { Typing } from './use-completions.ts'

/** A filter whose value may go on, or a phrase that is not closed, where the cursor stands. */
const UNFINISHED = new RegExp(`(?:^|\\s)-?${FILTER_START}(?:"[^"]*|[^\\s"]*)$`)
const LETTER = /^[\x20-\x7e]$/

/**
 * What may be asked while somebody is still typing: not half a filter, which would be reported as none, nor half a phrase, nor a
 * single letter. What is too long for an address waits for Enter, since this tab would keep each state of it.
 */
export const askedWhileTyping = ({ text, cursor }: Typing): string | undefined => {
  const q = text.trim()
  const isOpen = (text.match(/"/g)?.length ?? 0) % 2 === 1
  if (isOpen || LETTER.test(q) || UNFINISHED.test(text.slice(0, cursor)) || !fitsAddress(q))
    return undefined
  return q
}
