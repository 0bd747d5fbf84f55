import type { MessageDigest } from '../transcript/digest-message.ts'
import type { DistilInput, Distiller } from '../transcript/distiller.ts'
import type { ModelAnswer } from './answer-schema.ts'
import { type NamedSummary, summariesOf } from './answers-to-summaries.ts'
import { observationsOf } from './findings-to-observations.ts'
import { segmentPrompt } from './prompt.ts'
import { rangeViewsOf } from './range-views.ts'
import { type Review, reviewPrompt, struckBy } from './review.ts'
import { type Segment, segmentsOf } from './segments.ts'
import { createSessionFindings, type Named } from './session-findings.ts'
import { messageNamed, verifyFinding } from './verify-answer.ts'

/** Puts one segment to a model, with what was found before it. */
export type AskSegment = (prompt: string, signal: AbortSignal | undefined) => Promise<ModelAnswer>
/** Puts what was found in a segment to a model again, as another's; undefined where nobody can be asked any more. */
export type AskReview = (
  prompt: string,
  signal: AbortSignal | undefined,
) => Promise<Review | undefined>

/**
 * Findings in a model's words, borne out by quotes, and what each request led to. One segment after the other: a later one is
 * asked with what the earlier ones found and a review has left, so the same answers lead to the same questions.
 */
export const createModelDistiller = (ask: AskSegment, review: AskReview): Distiller => ({
  name: 'model',
  async distil({ session, edits, prompts, messages, signal }: DistilInput) {
    if (session.kind === 'compaction') return { observations: [], summaries: [] }
    const all: MessageDigest[] = []
    for await (const message of messages) all.push(message)
    const found = createSessionFindings()
    const summed: NamedSummary[] = []
    for (const segment of segmentsOf(all)) {
      const answer = await ask(segmentPrompt(segment.lines, found.listed()), signal)
      found.drop(answer.no_longer_holds)
      const added = found.add(
        answer.findings.flatMap((one) => verifyFinding(one, segment.messages) ?? []),
      )
      found.strike(await struckOf(review, segment, added, signal))
      summed.push(...namedIn(answer, segment))
    }
    const views = rangeViewsOf(all, { session, edits, prompts })
    return {
      observations: observationsOf(found.holding(), views),
      summaries: summariesOf(summed, views),
      weighed: found.weighed(),
    }
  },
})

const namedIn = ({ summaries }: ModelAnswer, { messages }: Segment): NamedSummary[] =>
  summaries.flatMap((answer) => {
    const message = messageNamed(answer.message, messages)
    return message === undefined ? [] : [{ answer, message }]
  })

const struckOf = async (
  review: AskReview,
  { lines }: Segment,
  added: readonly Named[],
  signal: AbortSignal | undefined,
): Promise<string[]> => {
  if (added.length === 0) return []
  const answer = await review(reviewPrompt(lines, added), signal)
  const shown = new Set(added.map(({ name }) => name))
  return answer === undefined ? [] : struckBy(answer, lines).filter((name) => shown.has(name))
}
