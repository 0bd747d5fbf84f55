import { createHash } from 'node:crypto'
import type { SearchQuery } from '@teamlore/shared'
import { parseQuery } from './query/parse-query.ts'
import { questionTerms } from './query/question-terms.ts'
import type { Asked } from './search.types.ts'

type Question = Pick<Asked, 'typed' | 'question'> & {
  /** Filters at most, and nothing to look for. */
  isBlank: boolean
}

export const readQuestion = ({ q }: Pick<SearchQuery, 'q'>): Question => {
  const typed = parseQuery(q)
  const question = questionTerms(typed)
  // Signs alone say nothing that could be looked for.
  const isBlank = question.terms.length === 0
  return { typed, question, isBlank }
}

/** Tells questions apart, whatever page of them is asked for. */
export const questionKey = ({ cursor: _, limit: __, ...question }: SearchQuery): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(question).sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('base64url')
    .slice(0, 12)
