import type { MessageDigest } from '../digest-message.ts'
import type { DistilInput, Distiller } from '../distiller.ts'
import type { ModelAnswer } from './answer-schema.ts'
import { type NamedSummary, summariesOf } from './answers-to-summaries.ts'
import { observationsOf } from './findings-to-observations.ts'
import { rangeViewsOf } from './range-views.ts'
import { segmentsOf } from './segments.ts'
import { messageNamed, type Verified, verifyFinding } from './verify-answer.ts'

/** Puts one segment to a model. */
export type AskSegment = (lines: string, signal: AbortSignal | undefined) => Promise<ModelAnswer>

/** Findings in a model's words, borne out by quotes, and what each request led to. */
export const createModelDistiller = (ask: AskSegment): Distiller => ({
  name: 'model',
  async distil({ session, edits, messages, signal }: DistilInput) {
    if (session.kind === 'compaction') return { observations: [], summaries: [] }
    const all: MessageDigest[] = []
    for await (const message of messages) all.push(message)
    const verified: Verified[] = []
    const summed: NamedSummary[] = []
    for (const segment of segmentsOf(all)) {
      const { findings, summaries } = await ask(segment.lines, signal)
      verified.push(...findings.flatMap((one) => verifyFinding(one, segment.messages) ?? []))
      for (const answer of summaries) {
        const message = messageNamed(answer.message, segment.messages)
        if (message !== undefined) summed.push({ answer, message })
      }
    }
    const views = rangeViewsOf(all, { session, edits })
    return { observations: observationsOf(verified, views), summaries: summariesOf(summed, views) }
  },
})
