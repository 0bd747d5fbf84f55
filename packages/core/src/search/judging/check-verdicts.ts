import type { Verdict } from '@teamlore/shared/verdicts'
import { shorten } from '../../text/clean-text.ts'
import { oneLine } from '../../text/one-line.ts'
import type { Passage } from './passages.ts'
import type { ReaderAnswer } from './reader.ts'

/** Fewer characters are found anywhere, and bear out nothing; a text that is shorter may be quoted whole. */
const MIN_QUOTE = 12
const MAX_QUOTE = 240

/**
 * What of a reader's answer holds: names that are on the page, and quotes that stand in the hit which they are said to be of.
 * Everything else leaves its hit unsure, and so does a hit of which both was said.
 */
export const checkVerdicts = (
  passages: readonly Passage[],
  { answers, does_not }: ReaderAnswer,
): Map<string, Verdict> => {
  const denied = new Set(does_not.map(bareName))
  return new Map(
    passages.map(({ id, name, text }): [string, Verdict] => {
      const said = answers.filter(({ hit }) => bareName(hit) === name)
      if (said.length === 0)
        return [id, { says: denied.has(name) ? 'does_not_answer' : 'unsure', quote: null }]
      const quote = said.map((one) => quoteIn(text, one.quote)).find((one) => one !== undefined)
      if (quote === undefined || denied.has(name)) return [id, { says: 'unsure', quote: null }]
      return [id, { says: 'answers', quote }]
    }),
  )
}

/** `h2`, or `[h2]` as it stands in what was asked. */
const bareName = (name: string): string => name.trim().replace(/^\[|\]$/g, '')

const SIGNS = /[.*+?^${}()|[\]\\/]/g
const MARKS = /^["'“”‘’«»…\s]+|["'“”‘’«»…\s]+$/g

/** These words as they stand in the text, letter by letter but for spaces and case; undefined where they do not. */
export const quoteIn = (text: string, quote: string): string | undefined => {
  const words = oneLine(quote.replace(MARKS, ''))
  if (words === '' || words.length < Math.min(MIN_QUOTE, oneLine(text).length)) return
  const pattern = words
    .split(' ')
    .map((word) => word.replace(SIGNS, '\\$&'))
    .join('\\s+')
  const found = new RegExp(pattern, 'iu').exec(text)?.[0]
  return found === undefined ? undefined : shorten(oneLine(found), MAX_QUOTE)
}
