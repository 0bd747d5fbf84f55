import { plural } from '@teamlore/shared/plural'
import type { Judged, JudgedState, Verdict } from '@teamlore/shared/verdicts'
import type { NotAskedError } from '../../usage/ask-model.ts'

/** Why there are no verdicts. */
export type Unjudged = Exclude<JudgedState, 'done'>

/** To whoever asked for them. */
const UNJUDGED: Record<Unjudged, string> = {
  nothing_to_read: 'There was nothing to judge: it takes a question in words, and hits.',
  no_model:
    'Nothing was judged: this server has no language model. Its operator sets LLM_PROVIDER.',
  switched_off: 'Nothing was judged: an admin has switched language models off for this team.',
  over_budget: 'Nothing was judged: what may be spent on the language model today is used up.',
  too_often: 'Nothing was judged: you asked for ten verdicts within a minute. Wait a minute.',
  resting:
    'Nothing was judged: the last calls of the language model all failed, so it is left alone for a quarter of an hour.',
  timed_out: 'Nothing was judged: the language model did not answer within three seconds.',
  failed: 'Nothing was judged: the language model failed, or gave an answer that cannot be read.',
}

export const unjudged = (state: Unjudged): Judged => ({
  state,
  message: UNJUDGED[state],
  read: 0,
  answering: null,
  none_answers: false,
})

export const STATE_OF: Record<NotAskedError['why'], Unjudged> = {
  switched_off: 'switched_off',
  over_cap: 'over_budget',
  over_share: 'over_budget',
  too_often: 'too_often',
  breaker: 'resting',
  failed_before: 'failed',
  running: 'failed',
}

/** @param hits how many are on the page, read or not; `hasMore`: another page follows. */
export const judgedInWords = (
  verdicts: readonly Verdict[],
  { hits, hasMore }: { hits: number; hasMore: boolean },
): Judged => {
  const count = (wanted: Verdict['says']) => verdicts.filter(({ says }) => says === wanted).length
  const [answering, denied, unsure] = [count('answers'), count('does_not_answer'), count('unsure')]
  const none = hits > 0 && denied === hits
  return {
    state: 'done',
    message: none ? noneInWords(hits, hasMore) : countsInWords({ answering, denied, unsure }),
    read: verdicts.length,
    answering,
    none_answers: none,
  }
}

const noneInWords = (hits: number, hasMore: boolean): string => {
  const read = hits === 1 ? 'the only hit' : `all ${plural(hits, 'hit')}`
  const rest = hasMore ? '; what follows was not read' : ''
  return `The language model read ${read} of this page: none answers the question${rest}.`
}

type Counts = { answering: number; denied: number; unsure: number }

const countsInWords = ({ answering, denied, unsure }: Counts): string => {
  const counts = [
    answering === 1 ? '1 answers' : `${answering} answer`,
    ...(denied === 0 ? [] : [denied === 1 ? '1 does not' : `${denied} do not`]),
    ...(unsure === 0 ? [] : [`${unsure} unsure`]),
  ]
  return `The language model read ${plural(answering + denied + unsure, 'hit')}: ${counts.join(', ')}.`
}
