import type { MessageDigest } from '../digest-message.ts'
import type { DistilInput, Distiller } from '../distiller.ts'
import type { ModelAnswer } from './answer-schema.ts'
import { type NamedSummary, summariesOf } from './answers-to-summaries.ts'
import { observationsOf } from './findings-to-observations.ts'
import { segmentPrompt } from './prompt.ts'
import { rangeViewsOf } from './range-views.ts'
import { segmentsOf } from './segments.ts'
import { createSessionFindings } from './session-findings.ts'
import { messageNamed, verifyFinding } from './verify-answer.ts'

/** Puts one segment to a model, with what was found before it. */
export type AskSegment = (prompt: string, signal: AbortSignal | undefined) => Promise<ModelAnswer>

/**
 * Findings in a model's words, borne out by quotes, and what each request led to. One segment after the other: a later one is
 * asked with what the earlier ones found, so the same answers lead to the same questions.
 */
export const createModelDistiller = (ask: AskSegment): Distiller => ({
  name: 'model',
  async distil({ session, edits, messages, signal }: DistilInput) {
    if (session.kind === 'compaction') return { observations: [], summaries: [] }
    const all: MessageDigest[] = []
    for await (const message of messages) all.push(message)
    const found = createSessionFindings()
    const summed: NamedSummary[] = []
    for (const segment of segmentsOf(all)) {
      const answer = await ask(segmentPrompt(segment.lines, found.listed()), signal)
      found.drop(answer.no_longer_holds)
      found.add(answer.findings.flatMap((one) => verifyFinding(one, segment.messages) ?? []))
      for (const summary of answer.summaries) {
        const message = messageNamed(summary.message, segment.messages)
        if (message !== undefined) summed.push({ answer: summary, message })
      }
    }
    const views = rangeViewsOf(all, { session, edits })
    const observations = observationsOf(found.holding(), views)
    return { observations, summaries: summariesOf(summed, views) }
  },
})
