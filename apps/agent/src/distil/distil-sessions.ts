import { createAskBatch } from './ask-batch.ts'
import { type OpenQuestion, takeBatch, tokensOf } from './batches.ts'
import type { DistilDeps, DistilOptions, DistilReport, Stopped } from './distil.types.ts'
import { createHeldLeases } from './held-leases.ts'

/** Beside the questions: what a coding agent says of itself, and what it answers. */
const OVERHEAD_TOKENS = 4_000

/**
 * Has a coding agent distil sessions of its person, and look at memories: takes a few from the server, puts their questions to it one call after the other,
 * and brings back the answers. What stops it gives back what is held; the next run goes on from there.
 */
export const distilSessions = async (
  deps: DistilDeps,
  options: DistilOptions,
): Promise<DistilReport> => {
  const report = newReport()
  const held = createHeldLeases(deps, options, report)
  const askBatch = createAskBatch({ deps, options, report, held })
  await held.sendUnsent()
  try {
    report.stopped = await untilStopped(options.signal, async () => {
      await held.takeMore()
      const batch = takeBatch(held.open)
      if (batch.length === 0) return 'done'
      if (!isOverCap(batch, options, report)) return askBatch(batch)
      held.open.push(...batch)
      return { why: 'limit reached' }
    })
  } finally {
    await held.giveBack()
  }
  return report
}

/** @returns null when all is done, else why it ended before. */
const untilStopped = async (
  signal: AbortSignal,
  step: () => Promise<Stopped | 'done' | null>,
): Promise<Stopped | null> => {
  for (;;) {
    if (signal.aborted) return { why: 'stopped' }
    const outcome = await step()
    if (outcome !== null) return outcome === 'done' ? null : outcome
  }
}

const isOverCap = (
  batch: readonly OpenQuestion[],
  { tokens }: Pick<DistilOptions, 'tokens'>,
  { inputTokens, outputTokens }: DistilReport,
): boolean => {
  const next = batch.reduce((sum, one) => sum + tokensOf(one.question.prompt), OVERHEAD_TOKENS)
  return tokens !== undefined && inputTokens + outputTokens + next > tokens
}

const newReport = (): DistilReport => ({
  sessions: { done: 0, failed: 0, released: 0 },
  memories: { done: 0, failed: 0, released: 0 },
  findings: 0,
  calls: 0,
  failedCalls: 0,
  inputTokens: 0,
  outputTokens: 0,
  usd: null,
  stopped: null,
})
