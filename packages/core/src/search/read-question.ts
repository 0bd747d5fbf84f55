import { createHash } from 'node:crypto'
import type { SearchQuery } from '@teamlore/shared'
import { hasOverlong, MAX_CHUNK_CHARS } from '../text/tokenise.ts'
import { orderOf } from './query/order.ts'
import { parseQuery } from './query/parse-query.ts'
import type { TypedQuery } from './query/query.types.ts'
import { type QuestionTerms, questionTerms } from './query/question-terms.ts'
import type { Asked } from './search.types.ts'

type Question = Pick<Asked, 'typed' | 'question' | 'order'> & {
  /** Answered by a list in order of time: it was asked for, or there are no words to rank by. */
  isList: boolean
}

/** Signs that are repeated in a note. */
const MAX_SIGNS = 60

export const readQuestion = ({ q, order: beside }: Pick<SearchQuery, 'q' | 'order'>): Question => {
  const typed = parseQuery(q)
  const question = questionTerms(typed)
  // Signs alone say nothing that could be looked for.
  const isBlank = question.terms.length === 0
  typed.notes.push(...noteOnLeftOut(typed, question))
  const order = orderOf([
    ...typed.filters,
    { name: 'order', value: beside ?? '', isNegated: false },
  ])
  return { typed, question, order, isList: isBlank || order !== undefined }
}

/** Says what was typed and nothing can be found by. */
const noteOnLeftOut = (
  { groups, excluded }: TypedQuery,
  question: Pick<QuestionTerms, 'terms' | 'excluded'>,
): string[] => {
  const texts = [...groups.flat(), ...excluded].map(({ text }) => text)
  if (texts.some(hasOverlong))
    return [`A word of more than ${MAX_CHUNK_CHARS.toLocaleString('en')} characters was left out.`]
  const isOfSigns = texts.length > 0 && question.terms.length === 0 && question.excluded === null
  if (!isOfSigns) return []
  const signs = texts.join(' ')
  return [signs.length > MAX_SIGNS ? 'There is no word in it.' : `There is no word in "${signs}".`]
}

/** Distinguishes questions, whatever page of them is asked for, and however much of it is carried. */
export const questionKey = ({
  cursor: _,
  limit: __,
  more: ___,
  ...question
}: SearchQuery): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(question).sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('base64url')
    .slice(0, 12)
