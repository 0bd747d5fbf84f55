import type { TeamRepositories } from '@teamlore/db'
import { type SearchHit, withoutMarkdown } from '@teamlore/shared'
import { shorten } from '../text/clean-text.ts'
import { oneLine } from '../text/one-line.ts'

const MAX_CHARS = 200
/** Between sentences, and between lines. */
const SEAM = /(?<=[.!?…。！？]["'”’)\]]*)\s+|\n+/u
const ASKS = /[?？]["'”’)\]*_]*$/u

/** The last question of a turn, as it stands there; undefined where it asks nothing. */
export const questionIn = (turn: string): string | undefined => {
  const sentences = withoutMarkdown(turn).split(SEAM).map(oneLine)
  const question = sentences.findLast((sentence) => ASKS.test(sentence))
  return question === undefined ? undefined : shorten(question, MAX_CHARS)
}

/** In talk, an answer often means little without the question before it: "Thursday, I think." */
export const withAsked = async (
  search: Pick<TeamRepositories['search'], 'turnsBefore'>,
  hits: readonly SearchHit[],
): Promise<SearchHit[]> => {
  const turns = await search.turnsBefore(hits.map(({ id }) => id))
  const ends = new Map(turns.map(({ id, end }) => [id, end]))
  return hits.map((hit) => {
    const asked = questionIn(ends.get(hit.id) ?? '')
    return asked === undefined ? hit : { ...hit, asked }
  })
}
