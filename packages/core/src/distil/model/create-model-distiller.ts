import type { MessageDigest } from '../digest-message.ts'
import type { DistilInput, Distiller } from '../distiller.ts'
import type { ModelAnswer } from './answer-schema.ts'
import { observationsOf } from './findings-to-observations.ts'
import { segmentsOf } from './segments.ts'
import { type Verified, verifyFinding } from './verify-answer.ts'

/** Puts one segment to a model. */
export type AskSegment = (lines: string, signal: AbortSignal | undefined) => Promise<ModelAnswer>

/** Findings in a model's words, borne out by quotes. */
export const createModelDistiller = (ask: AskSegment): Distiller => ({
  name: 'model',
  async distil({ session, edits, messages, signal }: DistilInput) {
    if (session.kind === 'compaction') return { observations: [], summaries: [] }
    const all: MessageDigest[] = []
    for await (const message of messages) all.push(message)
    const verified: Verified[] = []
    for (const segment of segmentsOf(all)) {
      const { findings } = await ask(segment.lines, signal)
      verified.push(...findings.flatMap((one) => verifyFinding(one, segment.messages) ?? []))
    }
    return { observations: observationsOf(verified, all, { session, edits }), summaries: [] }
  },
})
